import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defendantOrderingValues } from '#shared/domain/defendant-orderings.ts'
import { pageSizes } from '#shared/domain/limits.ts'
import { toQuery, toRecord } from '#shared/filters/wire.ts'
import { withSearchChange } from '../filters/case-search.ts'
import {
  type DefendantSearch,
  normalizedSearch,
  readDefendantSearch,
  writeDefendantSearch,
} from './defendant-search.ts'

describe('the address of the list of people', () => {
  const search: fc.Arbitrary<DefendantSearch> = fc.record({
    values: fc.record(
      {
        defendants: fc.constantFrom(['Ветрогонов'], ['Ветрогонов П.', 'Ёлкина']),
        regions: fc.constantFrom([77], [77, 78]),
        regions_not: fc.constantFrom([36]),
        defendant_gender: fc.constantFrom('m', 'f', 'na'),
        defendant_risk_group: fc.boolean(),
        in_favorites: fc.boolean(),
        court_city: fc.constantFrom(['Воронеж']),
        codex_articles: fc.constantFrom([1, 2]),
      },
      { requiredKeys: [] },
    ),
    ordering: fc.constantFrom(...defendantOrderingValues),
    least: fc.integer({ min: 1, max: 100 }),
    page: fc.integer({ min: 1, max: 10_000 }),
    size: fc.constantFrom(...pageSizes),
  })
  it('says all that is chosen and is read back the same (design §4)', () =>
    fc.assert(
      fc.property(search, chosen => {
        const address = toRecord(toQuery(writeDefendantSearch(chosen)))
        expect(readDefendantSearch(address)).toEqual(chosen)
        expect(normalizedSearch(address)).toBeUndefined()
      }),
    ))
  it.each([
    ['court=5&defendant_gender=x&page=0&regions=36&ordering=up', 'regions=36'],
    ['ordering=-entry_date&size=10&page=1', ''],
    ['size=7&page=99999999', ''],
    ['regions=36&regions=x', 'regions=36'],
  ])('«%s» is normalized to «%s»', (address, tidy) =>
    expect(toQuery(normalizedSearch(toRecord(address)) ?? {})).toBe(tidy),
  )
  it('goes back to the first page when what is shown changes', () => {
    const there = readDefendantSearch({ page: '5', size: '20' })
    expect(withSearchChange(there, { ordering: 'name' })).toMatchObject({ page: 1, size: 20, ordering: 'name' })
    expect(withSearchChange(there, { page: 6 })).toMatchObject({ page: 6 })
  })
})
