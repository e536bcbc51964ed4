import fc from 'fast-check'
import { relativeRanges } from '#shared/domain/relative-dates.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type FilterParam, filterParamsOf, type Kind, type Value } from '#shared/filters/field.ts'

/** Any value that a field of each kind may have, for property tests. */
const text = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .map(value => value.replaceAll('\0', ' ').trim())
  .filter(Boolean)
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2_147_483_647 }), { minLength: 1, maxLength: 8 })
const ordered = <T extends string | number>(one: T, other: T) =>
  one <= other ? { min: one, max: other } : { min: other, max: one }
const sampleOf: { [K in Kind]: (param: FilterParam) => fc.Arbitrary<Value> } = {
  text: () => text,
  day: () => fc.constantFrom('2026-03-01', '2021-12-31'),
  choice: ({ field }) => fc.constantFrom(...optionsOf(field)),
  choices: ({ field }) => fc.subarray(optionsOf(field), { minLength: 1 }),
  schedule: ({ field }) => fc.constantFrom(...optionsOf(field)),
  reference: () => ids,
  names: () => fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
  people: () =>
    fc.array(text.map(name => name.replaceAll(',', ' ').trim()).filter(Boolean), { minLength: 1, maxLength: 4 }),
  dateRange: () =>
    fc.oneof(
      fc.tuple(day, day).map(([one, other]) => ordered(one, other)),
      fc.constantFrom(...relativeRanges.map(({ value }) => ({ relative: value }))),
    ),
  amountRange: () =>
    fc.oneof(
      fc.tuple(fc.nat(), fc.nat()).map(([one, other]) => ordered(one, other)),
      fc.nat().map(min => ({ min })),
      fc.nat().map(max => ({ max })),
    ),
  flag: () => fc.boolean(),
  presence: () => fc.boolean(),
  own: () => fc.boolean(),
  words: ({ field }) =>
    fc.record({ text, mode: fc.constantFrom(...('modes' in field ? field.modes.map(mode => mode.value) : [])) }),
}
const optionsOf = (field: FilterParam['field']): string[] =>
  'options' in field ? field.options.map(({ value }) => value) : []
export const anyValues = fc
  .subarray([...filterParamsOf(caseFields)], { minLength: 0 })
  .chain(params => fc.record(Object.fromEntries(params.map(param => [param.name, sampleOf[param.field.kind](param)]))))
