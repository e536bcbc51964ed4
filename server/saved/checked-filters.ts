import { createHash } from 'node:crypto'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { lowerFirst } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { type StoredParams, toStored, toWire } from '#shared/filters/stored-params.ts'
import { querySchema, readLenient, writeValues } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { HttpError } from '../http/errors.ts'

/** Checked strictly on the way in, read leniently on the way out: rights and filters change. */
const fields = caseListFields
const schema = querySchema(fields, {})
/** Of presets and links: what a form has been left with. */
const formSchema = querySchema(fields, {}, { takesHalves: true })

export type CheckedFilters = { stored: StoredParams; values: AnyValues; key: Buffer }

/** @throws HttpError 400 under `name`, 403 for a filter the account may not use */
export function checkFilters(
  given: Parameters<typeof toWire>[0],
  account: Holder,
  { name = 'get_params', ofForm = false } = {},
): CheckedFilters {
  const checked = (ofForm ? formSchema : schema).safeParse(toWire(given))
  if (!checked.success) throw new HttpError(400, { [name]: checked.error.issues.flatMap(sentencesOf) })
  const values = askedValues(fields, checked.data, account)
  const stored = toStored(writeValues(fields, values))
  return { stored, values, key: keyOf(stored) }
}

type Issue = { code?: string; path: readonly PropertyKey[]; message: string; keys?: readonly string[] }
const longestName = 60
const sentencesOf = ({ path, message, keys = [] }: Issue): string[] => {
  const unknown = keys.map(key => `Неизвестный параметр «${key.slice(0, longestName)}».`)
  if (unknown.length > 0) return unknown
  const [param] = path
  return [param === undefined ? message : `Параметр «${String(param)}»: ${lowerFirst(message)}`]
}

/** Canonical: equal for equal filters. */
const sorted = (stored: StoredParams): string =>
  JSON.stringify(
    Object.keys(stored)
      .toSorted()
      .map(param => [param, inAnyOrder(stored[param])]),
  )
const inAnyOrder = (value: StoredParams[string] | undefined) => (Array.isArray(value) ? value.toSorted() : value)
/** Equal for filters that say the same. */
export const keyOfFilters = (values: AnyValues): Buffer => keyOf(toStored(writeValues(fields, values)))
const keyOf = (stored: StoredParams): Buffer => createHash('sha256').update(sorted(stored)).digest()

/** What still counts for this reader; `note` says what was dropped, `isNarrowed` that rights did. */
export function readFilters(
  kept: StoredParams,
  reader: Holder,
): { get_params: StoredParams; values: AnyValues; note: string | null; isNarrowed: boolean } {
  const all: AnyValues = readLenient(fields, toWire(kept))
  const closed = filterParamsOf(fields).filter(
    ({ name, field }) => all[name] !== undefined && field.onlyFor !== undefined && !hasRight(reader, field.onlyFor),
  )
  const hidden = new Set(closed.map(param => param.name))
  const counting = toStored(writeValues(fields, all))
  const values = Object.fromEntries(Object.entries(all).filter(([key]) => !hidden.has(key)))
  const notes = [
    ...new Set(closed.map(({ field }) => `Фильтр «${field.label}» вам недоступен и не применён.`)),
    ...(sorted(counting) === sorted(kept) ? [] : ['Часть фильтров больше не действует.']),
  ]
  const get_params = hidden.size === 0 ? counting : toStored(writeValues(fields, values))
  return { get_params, values, note: notes.join(' ') || null, isNarrowed: hidden.size > 0 }
}
