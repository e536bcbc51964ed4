import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { type AnyValues, type Fields, filterParamsOf, type Values } from '#shared/filters/field.ts'
import { readValues } from '#shared/filters/wire.ts'
import { forbidden } from '../http/errors.ts'
import { readOrRefuse } from '../texts/text-search.ts'

/**
 * Filter values of a checked query. A filter that the account may not use is refused, not ignored (design §4); so are
 * words that cannot be parsed.
 */
export function askedValues<FS extends Fields>(
  fields: FS,
  query: Readonly<Record<string, unknown>>,
  asker: Holder,
): Values<FS> {
  const values = readValues(fields, query)
  refuseForeign(fields, Object.keys(values), asker)
  for (const [key, { kind }] of Object.entries(fields)) {
    const words = kind === 'words' ? (values as AnyValues)[key] : undefined
    if (typeof words === 'object' && 'mode' in words) readOrRefuse(words)
  }
  return values
}

/** @throws HttpError 403 when `names` has a filter that the account may not use */
export function refuseForeign(fields: Fields, names: readonly string[], asker: Holder): void {
  for (const { name, field } of filterParamsOf(fields))
    if (field.onlyFor !== undefined && names.includes(name) && !hasRight(asker, field.onlyFor))
      throw forbidden(`Фильтр «${field.label}» вам недоступен.`)
}
