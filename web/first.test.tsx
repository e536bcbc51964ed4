import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { caseListFields, defendantFields, statsFields } from '#shared/filters/case-fields.ts'
import type { Fields } from '#shared/filters/field.ts'
import { tableParams } from '#shared/filters/views.ts'
import { toQuery, toRecord, wireShape } from '#shared/filters/wire.ts'
import { defendantApiQuery, readDefendantSearch } from './defendants/defendant-search.ts'
import { caseApiQuery, readCaseSearch } from './filters/case-search.ts'

vi.mock('./defendants/people-loading.ts', () => ({}))
vi.mock('./defendants/defendants-page.tsx', () => ({}))
vi.mock('./api/statistics.ts', () => ({}))
vi.mock('./statistics/stats-page.tsx', () => ({}))

const asked: string[] = []
/** What is asked when this address is opened. */
const opened = async (address: string): Promise<string[]> => {
  history.replaceState(null, '', address)
  vi.resetModules()
  await import('./first.ts')
  return asked.splice(0)
}
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('{}')
  })
})
afterEach(() => vi.unstubAllGlobals())

const cases = (search: string, more = {}) =>
  `/api/v1/cases/?${toQuery(caseApiQuery(readCaseSearch(toRecord(search)), more))}`

describe('what is asked while the product is on its way (design §9)', () => {
  it.each([
    'type=1&ordering=-entry_date',
    'ordering=case_number',
    'stage=2&regions=77&regions=16&ordering=-entry_date&page=3&size=50',
    'defendant=%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2+%D0%98.&ordering=-entry_date&size=100',
  ])('is what the list asks: %s', async search => {
    expect(await opened(`/?${search}`)).toContain(cases(search))
    expect(await opened(`/favorites?${search}`)).toContain(cases(search, { onlyFavourites: true }))
  })
  it('is what the list of people asks', async () => {
    for (const search of ['', 'regions=77&ordering=name&page=2'])
      expect(await opened(`/defendants${search && `?${search}`}`)).toContain(
        `/api/v1/defendants/?${toQuery(defendantApiQuery(readDefendantSearch(toRecord(search))))}`,
      )
  })
  it('leaves out the filters of the list that a page does not have', async () => {
    /** Filters that are asked for though the page has none of them, and those of the page that are not. */
    const wronglyAsked = async (path: string, call: string, own: Fields): Promise<string[]> => {
      const wrong: string[] = []
      for (const name of [...Object.keys(wireShape(caseListFields)), ...tableParams]) {
        const found = (await opened(`${path}?${name}=1`)).find(one => one.split('?')[0] === `/api/v1/${call}`)
        const query = found?.split('?')[1]
        if (new URLSearchParams(query).has(name) !== name in wireShape(own)) wrong.push(name)
      }
      return wrong
    }
    expect(await wronglyAsked('/', 'cases/', caseListFields)).toEqual([])
    expect(await wronglyAsked('/stats', 'frontcountcases/', statsFields)).toEqual([])
    expect(await wronglyAsked('/stats', 'frontcountcases/charts/', caseListFields)).toEqual([])
    expect(await wronglyAsked('/defendants', 'defendants/', defendantFields)).toEqual([])
    expect(await opened('/stats?type=2&regions=77&ordering=case_number&rows=court')).toEqual(
      expect.arrayContaining([
        '/api/v1/frontcountcases/?regions=77',
        '/api/v1/frontcountcases/charts/?type=2&regions=77',
      ]),
    )
  })
  it('is what an address that says nothing opens with (§4)', async () => {
    expect(await opened('/')).toContain(cases('type=1'))
    localStorage.setItem('urlGetParams', JSON.stringify({ stage: '2', ordering: 'case_number' }))
    expect(await opened('/')).toContain(cases('stage=2&ordering=case_number'))
    localStorage.setItem('frozenFilters', JSON.stringify({ regions: ['77', '16'] }))
    expect(await opened('/')).toContain(cases('regions=77&regions=16'))
    localStorage.setItem('frozenFilters', 'не список')
    expect(await opened('/')).toContain(cases('stage=2&ordering=case_number'))
  })
  it('is who is there, and nothing of cases, where one signs in', async () =>
    expect(await opened('/signup')).toEqual(['/api/v1/users/me/', '/api/v1/releasedate/']))
  it('is answered once', async () => {
    await opened('/signup')
    const early = await import('./api/early.ts')
    expect(await early.takeEarly('/api/v1/users/me/')).toBeInstanceOf(Response)
    expect(early.takeEarly('/api/v1/users/me/')).toBeUndefined()
    early.discardEarly()
    expect(early.takeEarly('/api/v1/releasedate/')).toBeUndefined()
  })
})
