import { describe, expect, it } from 'vitest'
import type { Holder } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import { toQuery, toRecord } from '#shared/filters/wire.ts'
import {
  caseApiQuery,
  cleanAddress,
  equalQueries,
  initialRecord,
  readCaseSearch,
  withSearchChange,
  writeCaseSearch,
} from './case-search.ts'
import { listFields } from './list-fields.ts'

const through = (query: string): string => toQuery(writeCaseSearch(readCaseSearch(toRecord(query))))

/** One line a filter: as it stands in the address of a page. */
const addresses: Readonly<Record<string, string>> = {
  type: 'type=2',
  stage: 'stage=1',
  state: 'state=is_planned',
  codex_articles: 'codex_articles=5&codex_articles=7',
  regions: 'regions=77&regions=78',
  court_city: 'court_city=Воронеж&court_city=Пермь',
  court: 'court=12',
  judge: 'judge=3',
  case_number: 'case_number=5-2608/2026',
  case_uid: 'case_uid=36RS0006-01-2026-004187-52',
  protocol_number: 'protocol_number=36 АР',
  entry_date_range: 'entry_date_range_min=2026-01-01&entry_date_range_max=2026-11-21',
  result_date_range: 'result_date_range_min=2026-01-01&result_date_range_max=2026-01-01',
  days_to_result: 'days_to_result_from=0&days_to_result_to=3',
  last_scheduled_hearing_date_range:
    'last_scheduled_hearing_date_range_min=2026-11-21&last_scheduled_hearing_date_range_max=2026-11-28',
  event_type: 'event_type=4',
  event_date_range: 'event_date_range_min=2026-11-21&event_date_range_max=2026-11-28',
  in_question: 'in_question=true',
  as_of: 'as_of=2026-03-01',
  is_gone: 'is_gone=true',
  gone_date_range: 'gone_date_range_min=2026-03-01&gone_date_range_max=2026-03-31',
  has_result: 'has_result=true',
  result_type: 'result_type=9&result_type=10',
  has_penalty: 'has_penalty=false',
  penalty_type: 'penalty_type=fine&penalty_type=arrest',
  penalty_amount: 'penalty_from=1000&penalty_to=15000.5',
  penalty_hidden: 'penalty_hidden=true',
  penalty_suspended: 'penalty_suspended=true',
  penalty_certain: 'penalty_certain=true',
  defendant: 'defendant=Ветрогонов',
  defendant_gender: 'defendant_gender=f',
  defendant_risk_group: 'defendant_risk_group=true',
  defendant_hidden: 'defendant_hidden=false',
  has_advocate: 'has_advocate=true',
  advocate: 'advocate=Прозоров',
  participant: 'participant=%D0%9A%D0%B8%D0%BC',
  has_prosecutor: 'has_prosecutor=false',
  prosecutor: 'prosecutor=Лаптев',
  has_result_text: 'has_result_text=true',
  result_text_search: 'result_text_search=плакат & (пикет | митинг)&text_search_type=raw',
  case_defence_params: 'case_defence_params=1',
  tags: 'tags=2',
  in_favorites: 'in_favorites=true',
  in_set: 'in_set=false',
  set: 'set=4',
  set_status: 'set_status=unseen&set_status=disputed',
  set_mine: 'set_mine=true',
  has_note: 'has_note=true',
  note: 'note=позвонить',
}
const query = (text: string): string =>
  toQuery(
    toRecord(
      text
        .split(/&(?=[a-z_]+=)/)
        .map(pair => pair.replace(/=(.*)$/, (_, value: string) => `=${encodeURIComponent(value)}`))
        .join('&'),
    ),
  )

describe('the address of a list', () => {
  it.each(Object.keys(caseListFields))('keeps %s, as it is and turned round', key => {
    const text = addresses[key]
    if (!text) throw new Error(`no address for ${key}`)
    expect(through(query(text))).toBe(`${query(text)}&ordering=-entry_date`)
    for (const { name } of filterParamsOf(caseListFields).filter(param => param.key === key && param.not)) {
      const turned = query(text.replaceAll(`${key}=`, `${name}=`))
      expect(through(turned)).toBe(`${turned}&ordering=-entry_date`)
    }
  })

  it('says «все» by an order alone, which is not an empty address (§4)', () => {
    const search = readCaseSearch(initialRecord)
    const { type: _type, ...values } = search.values
    expect(toQuery(writeCaseSearch(withSearchChange(search, { values })))).toBe('ordering=-entry_date')
  })
  it('begins with КоАП, the newest first (§3)', () => {
    expect(toQuery(initialRecord)).toBe('type=1&ordering=-entry_date')
    expect(readCaseSearch(initialRecord)).toEqual({ values: { type: '1' }, ordering: '-entry_date', page: 1, size: 10 })
  })

  it.each([
    ['type=9&stage=2', 'stage=2&ordering=-entry_date'],
    ['codex_articles=5&codex_articles=group_id_20.2', 'codex_articles=5&ordering=-entry_date'],
    ['entry_date_range_min=2026-02-31&entry_date_range_max=2026-03-01&type=1', 'type=1&ordering=-entry_date'],
    ['entry_date_range_min=2026-03-01', 'ordering=-entry_date'],
    ['ordering=rm&page=0&size=33&type=2', 'type=2&ordering=-entry_date'],
    ['page=-1', 'ordering=-entry_date'],
    ['page=1e3', 'ordering=-entry_date'],
    ['page=99999999999', 'ordering=-entry_date'],
    ['page=3&size=50&ordering=case_number', 'ordering=case_number&page=3&size=50'],
    ['utm_source=letter&type=1', 'type=1&ordering=-entry_date'],
    ['type=&stage=', 'ordering=-entry_date'],
    ['case_defense_params=4', 'case_defence_params=4&ordering=-entry_date'],
  ])('drops only what is bad: %s', (before, after) => expect(through(before)).toBe(after))

  it('goes back to the first page with every change but that of the page', () => {
    const search = readCaseSearch(toRecord('page=4&size=20'))
    expect(withSearchChange(search, { ordering: 'region' })).toMatchObject({ page: 1, size: 20, ordering: 'region' })
    expect(withSearchChange(search, { page: 5 })).toMatchObject({ page: 5, size: 20 })
  })
  it('asks the API for the same, with page and size said', () => {
    expect(toQuery(caseApiQuery(readCaseSearch({ type: '1' })))).toBe('type=1&ordering=-entry_date&page=1&size=10')
    expect(toQuery(caseApiQuery(readCaseSearch({}), { onlyFavourites: true }))).toBe(
      'ordering=-entry_date&page=1&size=10&in_favorites=true',
    )
  })

  const member: Holder = { groups: [], is_superuser: false }
  const clean = (text: string, list: 'index' | 'favourites' = 'index', user = member): string =>
    toQuery(cleanAddress(toRecord(text), listFields(user, list)))
  it.each([
    ['', ''],
    ['utm_source=letter&fbclid=1', ''],
    ['statya=20.2', 'unread=statya%3D20.2'],
    ['type=2&statya=20.2&rows=court&ordering=region', 'type=2&ordering=region&rows=court&unread=statya%3D20.2'],
    [
      'type=9&statya=20.2&statya=19.3',
      'ordering=-entry_date&unread=type%3D9&unread=statya%3D20.2&unread=statya%3D19.3',
    ],
    ['utm_source=letter&type=2', 'type=2&ordering=-entry_date'],
    ['type=9', 'ordering=-entry_date&unread=type%3D9'],
    ['type=2&ordering=region', 'type=2&ordering=region'],
    ['page=3', 'ordering=-entry_date&page=3'],
    ['entry_date_range_min=2026-01-01&ordering=region', 'ordering=region&unread=entry_date_range_min%3D2026-01-01'],
    ['case_defense_params=4&ordering=region', 'case_defence_params=4&ordering=region'],
    [
      'codex_articles=5&codex_articles=group_id_20.2&ordering=region',
      'codex_articles=5&ordering=region&unread=codex_articles%3Dgroup_id_20.2',
    ],
    ['tags=3&type=1', 'type=1&ordering=-entry_date'],
  ])('leaves in the address only what counts: %s', (before, after) => {
    expect(clean(before)).toBe(after)
    expect(clean(after)).toBe(after)
  })
  it('leaves a filter that only some may use to them', () => {
    const editor = { groups: ['tag_editor'], is_superuser: false }
    expect(clean('tags=3&type=1', 'index', editor)).toBe('type=1&tags=3&ordering=-entry_date')
  })
  it('does not say on the page of favourites what the page says', () =>
    expect(clean('in_favorites=false&type=1', 'favourites')).toBe('type=1&ordering=-entry_date'))
  it('knows the same address in another order', () => {
    expect(equalQueries(toRecord('type=1&stage=2'), toRecord('stage=2&type=1'))).toBe(true)
    expect(equalQueries(toRecord('type=1'), toRecord('type=1&type=1'))).toBe(false)
  })
})

describe('the order by relevance', () => {
  const words = { result_text_search: 'плакат', text_search_type: 'plain' }
  it('is kept in an address that looks for words, and gone without them', () => {
    const asked = { ...words, ordering: 'relevance' }
    expect(readCaseSearch(asked).ordering).toBe('relevance')
    expect(cleanAddress(asked, caseListFields)).toEqual(asked)
    expect(writeCaseSearch({ ...readCaseSearch(asked), values: {} }).ordering).toBe('-entry_date')
    expect(readCaseSearch({ type: '1', ordering: 'relevance' }).ordering).toBe('-entry_date')
  })
})
