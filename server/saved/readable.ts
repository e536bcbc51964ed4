import type { Kysely } from 'kysely'
import { maxReadableText } from '#shared/domain/limits.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { describeValues } from '#shared/filters/describe.ts'
import { type AnyValues, excluded } from '#shared/filters/field.ts'
import { type NamedDirectory, readableNames } from '../cases/readable-names.ts'
import type { DB } from '../db/schema.ts'

type Reading = { given?: Readonly<Record<string, string>> | undefined; regions: readonly number[] | 'all' }

/** Each set filter in words, in their order: the client's text, else the chip's. */
export async function describedFilters(
  db: Kysely<DB>,
  values: AnyValues,
  { given = {}, regions }: Reading,
): Promise<{ name: string; label: string; text: string }[]> {
  const said = (name: string): string | undefined => (Object.hasOwn(given, name) ? given[name] || undefined : undefined)
  const unsaid = Object.keys(values).filter(name => said(name) === undefined)
  const names = unsaid.length > 0 ? await namesOf(db, values, regions) : {}
  return describeValues(caseListFields, values, names).map(({ name, label, text }) => ({
    name,
    label,
    text: said(name) ?? text.slice(0, maxReadableText).toWellFormed(),
  }))
}

/** §3 `human_readable`. */
export const readableFilters = async (
  db: Kysely<DB>,
  values: AnyValues,
  reading: Reading,
): Promise<Record<string, string>> =>
  Object.fromEntries((await describedFilters(db, values, reading)).map(({ name, text }) => [name, text]))

async function namesOf(db: Kysely<DB>, values: AnyValues, regions: readonly number[] | 'all') {
  const asked = Object.entries(caseListFields).flatMap(([key, field]) => {
    if (field.kind !== 'reference' || !isNamed(field.directory)) return []
    const ids = [values[key], values[excluded(key)]].flat().filter(id => typeof id === 'number')
    return ids.length > 0 ? [{ key, directory: field.directory, ids }] : []
  })
  const found = await readableNames(
    db,
    asked.map(({ directory, ids }) => [directory, ids] as const),
    regions,
  )
  return Object.fromEntries(asked.map(({ key, directory }) => [key, found[directory] ?? {}]))
}
const isNamed = (directory: NamedDirectory | 'cities'): directory is NamedDirectory => directory !== 'cities'
