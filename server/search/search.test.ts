import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type GroupOf,
  type SearchAnswer,
  type SuggestionKind,
  searchAnswer,
  suggestionKinds,
} from '#shared/api/search.ts'
import { workingSetList } from '#shared/api/sets.ts'
import { addDays } from '#shared/domain/dates.ts'
import { inOtherLayout } from '#shared/domain/keyboard-layout.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { selectCases } from '../cases/case-query.ts'
import { hasPrefix } from './cases.ts'
import { suggestTexts } from './texts.ts'
import { timedConnection } from './timed-connection.ts'

/** Suggestions of the search box. */
const { db, as } = await testApp()
const [everybody, ofMoscow, ofNowhere] = [
  await buildAccount(db, { groups: ['tag_editor'] }),
  await buildAccount(db, { groups: ['tag_editor'], regions: [77] }),
  await buildAccount(db, { groups: ['tag_editor'], regions: [] }),
]
const [ask, askMoscow, askNowhere] = [await as(everybody), await as(ofMoscow), await as(ofNowhere)]
const [superuser, plainReader] = [await as(await buildAccount(db, { isSuperuser: true })), await buildAccount(db)]

const picket = { codex: 'koap', article_number: '20.2', part: '5' } as const
const ahead = addDays(today(), 3)
const moscow = await buildCase(db, {
  court: { title: 'Тверецкий районный суд', region: 77, city: 'Москва' },
  judge: 'Радугодубская Елена Петровна',
  case_number: '5-1893/2026',
  case_uid: '77RS0027-01-2026-001893-45',
  protocol_number: 'АБ 1234567',
  entry_date: '2026-03-02',
  articles: [picket],
  defendants: [
    { name: 'Радугодуб Вера Олеговна', articles: [picket] },
    { name: 'Кравец Пётр Ильич', articles: [picket] },
  ],
  events: [{ type: 'Судебное заседание', date: ahead, time: '12:00', result: 'Заседание отложено' }],
  text: 'Свидетель Радугодуб показала, что в колонне не шла и лозунгов не выкрикивала.',
})
await buildCase(db, {
  court: { title: 'Тверецкий районный суд', region: 77, city: 'Москва' },
  judge: 'Радугодубская Елена Петровна',
  case_number: '5-77/2022',
  entry_date: '2022-05-05',
  articles: [{ codex: 'koap', article_number: '19.3', part: '1' }],
  defendants: [{ name: 'Радугодуб Вера Олеговна' }],
})
const tver = await buildCase(db, {
  court: { title: 'Заволоцкий районный суд г. Твери', region: 69, city: 'Тверь' },
  judge: 'Белоёлкин Семён Ильич',
  case_number: '12-2204/2025',
  entry_date: '2025-02-01',
  articles: [{ codex: 'koap', article_number: '20.99', part: '' }],
  defendants: [{ name: 'Радугодуб В. О.' }, { name: 'ООО «Ясный ветер»' }],
  text: 'Рапорты в отношении Радугодуба В. О. составлены в один день и дословно совпадают.',
})
await buildCase(db, {
  court: { title: 'Заволоцкий районный суд г. Твери', region: 69, city: 'Тверь' },
  case_number: '5-12/2019',
  case_uid: '69MS0003-01-2019-000012-11',
  protocol_number: '77/2022',
  entry_date: '2019-02-01',
  defendants: [{ name: 'Радугодубов Семён Ильич' }],
})
for (const [name, judge] of [
  ['Тер-Петросян Арам Ильич', 'Бим-Бомская Анна Ильинична'],
  ['О’Коннор Шон Ильич', 'Бим-Бомская Анна Ильинична'],
  ['фон Берг Карл Ильич', 'Бим-Бомская Анна Ильинична'],
] as const)
  await buildCase(db, {
    court: { title: 'Вышне-Заволоцкий районный суд', region: 69, city: 'Вышний-Заволоцк' },
    judge,
    entry_date: '2018-02-01',
    defendants: [{ name }],
  })
const tag = await db.insertInto('tag').values({ value: 'одиночный пикет' }).returning('id').executeTakeFirstOrThrow()
await db.insertInto('case_tag').values({ case_id: tver, tag_id: tag.id }).execute()
for (const [asker, title] of [
  [ask, 'Тверские пикеты'],
  [askMoscow, 'Московские пикеты'],
] as const) {
  await asker('presets/', { method: 'POST', body: { title, get_params: { regions: ['69'] } } })
  await asker('sets/', { method: 'POST', body: { title } })
}
const { results: sets } = workingSetList.parse((await ask('sets/')).body)
await ask(`sets/${sets[0]?.id}/items/`, { method: 'POST', body: { cases: [tver] } })
await ask('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [tver] } } })

const search = async (asker: Ask, q: string, groups: readonly SuggestionKind[] = []): Promise<SearchAnswer> => {
  const query = new URLSearchParams([['q', q], ...groups.map((kind): [string, string] => ['groups', kind])])
  const { status, body, text } = await asker(`search/?${query}`)
  if (status !== 200) throw new Error(text)
  return searchAnswer.parse(body)
}
/** Asked alone, a group has time. */
const inGroup = async <K extends SuggestionKind>(asker: Ask, kind: K, q: string): Promise<GroupOf<K>> => {
  const { groups } = await search(asker, q, [kind])
  const group = groups.find((one): one is GroupOf<K> => one.kind === kind)
  if (group === undefined || groups.length > 1) throw new Error(`groups: ${groups.map(one => one.kind)}`)
  expect(group.late).toBe(false)
  return group
}
const titles = async (asker: Ask, kind: SuggestionKind, q: string): Promise<string[]> =>
  (await inGroup(asker, kind, q)).items.map(({ title, approximate }) => (approximate ? `≈ ${title}` : title))

const [vera, initials, semyon] = ['Радугодуб Вера Олеговна', 'Радугодуб В.О.', 'Радугодубов Семён Ильич']

// biome-ignore format: a table reads best as one
describe.each<[kind: SuggestionKind, typed: [string, string[]][]]>([
  ['person', [
    ['радугодуб', [vera, initials, semyon]], ['РАДУГО', [vera, initials, semyon]], ['Радугодубов', [semyon]],
    ['Радугодубу', [vera, initials]], ['радугодубом', [vera, initials]], ['Радугодубовым', [semyon]], ['Кравца', ['Кравец Пётр Ильич']], ['кравецу', ['Кравец Пётр Ильич']],
    ['hfleujle,', [vera, initials, semyon]], ['hfleujle,jd', [semyon]], ['Hfleujle, D/J/', [vera, initials]],
    ['радугдуб', [`≈ ${vera}`, `≈ ${initials}`, `≈ ${semyon}`]], ['радгуодуб', [`≈ ${vera}`, `≈ ${initials}`, `≈ ${semyon}`]], ['родугодубов', [`≈ ${semyon}`]], ['радугодубовв', [`≈ ${semyon}`]], ['родугодуп', []],
    ['Радугодуб В. О.', [vera, initials]], ['В.О. Радугодуб', [vera, initials]], ['в.о.радугодуб', [vera, initials]], ['Радугодуб В', [vera, initials]], ['Радугодуб О.В.', []],
    ['Вера Радугодуб', [vera]], ['Вера Олеговна Радугодуб', [vera]], ['Радугодуб Вера Олеговма', [`≈ ${vera}`]], ['Радугодуба Вера', [vera]], ['Радугодуб Семён', [semyon]], ['семен радугодубов', [semyon]], ['ясный ветер', ['ООО «Ясный ветер»']], ['ООО "Ясный', ['ООО «Ясный ветер»']],
    ...['Тер-Петросян', 'тер петросян', 'Тер–Петросян Арам', 'Тер Петросяном', 'Арам Тер Петросян', 'Тер-Петросяну А.И.', 'Петросян Арам'].map((typed): [string, string[]] => [typed, ['Тер-Петросян Арам Ильич']]),
    ['тер-петрасян', ['≈ Тер-Петросян Арам Ильич']], ['Терпетросян', ['≈ Тер-Петросян Арам Ильич']], ['Тер Арам', ['Тер-Петросян Арам Ильич']], ['Тер Петров', []],
    ...["О'Коннор", 'О Коннор', 'о’коннор шон', 'ОʼКоннору', 'Шон О Коннор', 'Коннор'].map((typed): [string, string[]] => [typed, ['О’Коннор Шон Ильич']]),
    ...['фон Берг', 'Фон-Берг', 'берг', 'фон берга', 'Карл фон Берг', 'Берг К.'].map((typed): [string, string[]] => [typed, ['фон Берг Карл Ильич']]),
  ]],
  ['case', [
    ['5-1893/2026', ['5-1893/2026']], ['№ 5–1893/2026', ['5-1893/2026']], ['5-1893', ['5-1893/2026']], ['1893', ['5-1893/2026']], ['дело 12-2204/2025', ['12-2204/2025']], ['5-1894/2026', []],
    ['77RS0027-01-2026-001893-45', ['5-1893/2026']], ['77rs0027-01', ['5-1893/2026']], ['77КЫ0027-01', ['5-1893/2026']], ['АБ 1234567', ['5-1893/2026']], ['1234567', ['5-1893/2026']],
    ['69МС0003', ['5-12/2019']], ['69ЬЫ0003', ['5-12/2019']], ['69VC0003', []], ['77/2022', ['5-12/2019', '5-77/2022']],
    ['радугдуб', ['≈ 5-1893/2026', '≈ 12-2204/2025', '≈ 5-77/2022', '≈ 5-12/2019']],
    ['Радугодубовым', ['5-12/2019']], ['радугодуб в.о.', ['5-1893/2026', '12-2204/2025', '5-77/2022']], ['20.2', []],
  ]],
  ['judge', [
    ['радугодубск', ['Радугодубская Елена Петровна']], ['Радугодубской', ['Радугодубская Елена Петровна']], ['судья Радугодубская Е. П.', ['Радугодубская Елена Петровна']], ['Елена Радугодубская', ['Радугодубская Елена Петровна']],
    ['белоелкин', ['Белоёлкин Семён Ильич']], [',tkjtkrby', ['Белоёлкин Семён Ильич']], ['белоелкн', ['≈ Белоёлкин Семён Ильич']], ['белоёлкину', ['Белоёлкин Семён Ильич']], ['Белоёлкин В.', []],
    ['бим-бомская', ['Бим-Бомская Анна Ильинична']], ['Бим Бомской', ['Бим-Бомская Анна Ильинична']], ['Бомская А.И.', ['Бим-Бомская Анна Ильинична']],
  ]],
  ['court', [
    ['тверецк', ['Тверецкий районный суд']], ['Тверецком районном суде', ['Тверецкий районный суд']], ['районный тверецкий', ['Тверецкий районный суд']], ['тверетцкий', ['≈ Тверецкий районный суд']], ['ndthtwrbq', ['Тверецкий районный суд']],
    ['заволоцкий твери', ['Заволоцкий районный суд г. Твери']], ['заволоцкий тверь', ['Заволоцкий районный суд г. Твери']], ['вышне заволоцкий', ['Вышне-Заволоцкий районный суд']], ['вышне–заволоцкого', ['Вышне-Заволоцкий районный суд']],
  ]],
  ['city', [
    ['тверь', ['Тверь']], ['в Твери', ['Тверь']], ['г. Тверь', ['Тверь']], ['ndthm', ['Тверь']], ['москвою', ['Москва']],
    ['тверская', ['Тверская область']], ['в Тверской области', ['Тверская область']], ['татарстан', ['Республика Татарстан']], ['питер', ['Санкт-Петербург', 'с. Питерка']], ['скфо', ['Северо-Кавказский федеральный округ']],
  ]],
  ['tag', [['пикет', ['одиночный пикет']], ['одиночные пикеты', ['одиночный пикет']], ['gbrtn', ['одиночный пикет']], ['одночный', ['≈ одиночный пикет']], ['митинг', []]]],
  ['preset', [['тверск', ['Тверские пикеты']], ['пикетов', ['Тверские пикеты']], ['тврские', ['≈ Тверские пикеты']], ['московские', []]]],
  ['set', [['тверские', ['Тверские пикеты']], ['gbrtns', ['Тверские пикеты']], ['московские', []]]],
])('suggestions: %s', (kind, rows) => {
  it.each(rows)('«%s» finds %j', async (typed, expected) => expect(await titles(ask, kind, typed)).toEqual(expected))
})

describe('articles', () => {
  const named = async (q: string) =>
    (await inGroup(ask, 'article', q)).items.map(
      ({ codex, article_number, part, is_whole }) =>
        `${codex} ${article_number}${part && ` ч. ${part}`}${is_whole ? ' вся' : ''}`,
    )
  // biome-ignore format: a table reads best as one
  it.each<[string, string[]]>([
    ['20.2', ['koap 20.2 вся', 'koap 20.2 ч. 1', 'koap 20.2 ч. 1.1']], ['20.2 ч 5', ['koap 20.2 ч. 5']], ['ст. 228', ['uk 228 вся', 'uk 228 ч. 1']],
    ['дискредитация', ['koap 20.3.3 вся', 'uk 280.3 вся']], ['дискредитацию', ['koap 20.3.3 вся', 'uk 280.3 вся']], ['дискредетация', ['koap 20.3.3 вся', 'uk 280.3 вся']], ['lbcrhtlbnfwbz', ['koap 20.3.3 вся', 'uk 280.3 вся']],
    ['митинг', ['koap 20.2 вся']], ['одиночный пикет', ['koap 20.2 вся']], ['кража', ['uk 158 вся']], ['мелкое хищение', ['koap 7.27 вся']], ['иноагента', ['koap 19.34 вся', 'uk 330.1 вся']], ['наркотики', ['koap 6.8 вся', 'koap 6.9 вся', 'uk 228 вся', 'uk 228.1 вся']],
  ])('«%s» begins with %j', async (typed, expected) => expect((await named(typed)).slice(0, expected.length)).toEqual(expected))
  it('are none for letters inside a word: «казани» is no part of «наказания»', async () =>
    expect(await named('казани')).toEqual([]))
  it('set the codex and every part of a whole article', async () => {
    const [item] = (await inGroup(ask, 'article', '20.3.3')).items
    const { rows } = {
      rows: await db.selectFrom('article').where('article_number', '=', '20.3.3').select('id').execute(),
    }
    expect(item).toMatchObject({ filters: { type: '1' }, heading: expect.stringContaining('дискредитацию') })
    expect([item?.filters?.codex_articles ?? []].flat().map(Number).toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    )
  })
})

it('leaves little room to what only looks like it, where something is what was typed', async () => {
  for (const name of ['Митиноградова Анна Ильинична', 'Митиноградов Иван Ильич', 'Митиноградов Олег Ильич'])
    await buildCase(db, { judge: name })
  const asked: SuggestionKind[] = ['judge', 'article']
  const { groups } = await search(ask, 'митиног', asked)
  const told = groups.map(({ kind, items }) => [kind, items.length] as const)
  expect(Object.fromEntries(told)).toMatchObject({ judge: 3, article: 2 })
  const { groups: both } = await search(ask, 'митинг', asked)
  expect(both.find(({ kind }) => kind === 'article')?.items[0]).toMatchObject({ title: '20.2' })
  expect(both.find(({ kind }) => kind === 'judge')?.items.map(({ approximate }) => approximate)).toEqual([true, true])
})

describe('what a suggestion tells', () => {
  it('of a person: years, regions, articles, cases and the hearing ahead', async () => {
    const [item] = (await inGroup(ask, 'person', 'радугодуб')).items
    expect(item).toMatchObject({
      title: vera,
      page: expect.stringMatching(/^\/defendants\/\d+$/),
      filters: null,
      years: { from: 2022, to: 2026 },
      regions: [77],
      cases_count: 2,
      is_initials_only: false,
      namesakes_count: 0,
      hearing: { date: ahead, time: '12:00', said: 'Заседание отложено' },
      articles: expect.arrayContaining([expect.objectContaining({ codex: 'koap' })]),
    })
  })
  it('of a case: by what it was found, its court, people and articles', async () => {
    const [item] = (await inGroup(ask, 'case', 'АБ 1234567')).items
    expect(item).toMatchObject({
      id: moscow,
      page: `/cases/${moscow}`,
      found_by: 'protocol',
      defendants: [vera, 'Кравец Пётр Ильич'],
      court: { title: 'Тверецкий районный суд', region: 77 },
      hearing: { date: ahead, time: '12:00', said: 'Заседание отложено' },
    })
  })
  it('of words in decisions: how many, and quotes with the words marked', async () => {
    const group = await inGroup(ask, 'text', 'радугодуб')
    expect(group).toMatchObject({
      all: { page: '/', count: 2, filters: { result_text_search: 'радугодуб', text_search_type: 'plain' } },
    })
    const quotes = group.items.map(({ quote }) => quote.filter(({ hit }) => hit).map(({ text }) => text))
    expect(quotes).toEqual([['Радугодуб'], ['Радугодуба']])
  })
  it('the filters of a judge, a court, a city, a preset and a set', async () => {
    const filters = async (kind: SuggestionKind, q: string) => (await inGroup(ask, kind, q)).items[0]?.filters
    expect(await filters('judge', 'радугодубская')).toEqual({ judge: [expect.stringMatching(/^\d+$/)] })
    expect(await filters('court', 'тверецкий')).toEqual({ court: [expect.stringMatching(/^\d+$/)] })
    expect(await filters('city', 'тверь')).toEqual({ regions: ['69'], court_city: ['Тверь'] })
    expect(await filters('city', 'тверская')).toEqual({ regions: ['69'] })
    expect(await filters('city', 'юфо')).toEqual({ regions: expect.arrayContaining(['23', '61']) })
    expect(await filters('preset', 'тверские')).toEqual({ regions: ['69'] })
    expect(await filters('set', 'тверские')).toEqual({ set: [String(sets[0]?.id)] })
  })
  it('which layout it was read in, and nothing of it where the letters are Russian', async () => {
    expect((await search(ask, 'hfleujle,', ['person'])).read_as).toBe('радугодуб')
    expect((await search(ask, 'радугодуб', ['person'])).read_as).toBeNull()
    expect((await search(ask, '77RS0027', ['case'])).read_as).toBeNull()
  })
})

describe('the list that a group opens', () => {
  it.each<[SuggestionKind, string, Record<string, string> | null]>([
    ['person', 'радугодуб', { defendants: 'радугодуб' }],
    ['person', 'Радугодуб В. О.', null],
    ['person', 'Ясный ветер', { defendants: 'Ясный ветер' }],
    ['person', 'Радугодубовым', null],
    ['person', 'Вера Радугодуб', null],
    ['person', 'радугдуб', null],
    ['case', 'Кравец', { defendant: 'Кравец' }],
    ['case', 'Кравцу', null],
    ['case', 'кравцец', null],
    ['case', '77КЫ0027-01', { case_uid: '77RS0027-01' }],
    ['case', '№ 5–1893/2026', { case_number: '5-1893/2026' }],
    ['case', '77/2022', null],
    ['case', 'АБ 1234567', { protocol_number: 'АБ 1234567' }],
  ])('has every %s that «%s» finds, or is none', async (kind, typed, filters) => {
    const { items, all } = await inGroup(ask, kind, typed)
    expect(items).not.toEqual([])
    expect(all?.filters ?? null).toEqual(filters)
    if (all === null) return
    const { body } = await ask(
      `${all.page === '/' ? 'cases' : all.page.slice(1)}/?${new URLSearchParams(Object.entries(filters ?? {}))}`,
    )
    const listed = (body as { results: { id: number }[] }).results.map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining(items.map(item => ('id' in item ? item.id : undefined))))
  })
})

describe('the number of cases beside a choice', () => {
  const counted = async (kind: 'judge' | 'court' | 'tag', q: string, within: string) => {
    const { body, status } = await ask(`search/?${new URLSearchParams({ q, groups: kind, within })}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    const [item] = searchAnswer.parse(body).groups[0]?.items ?? []
    return item && 'cases_count' in item ? { count: item.cases_count, filters: item.filters } : undefined
  }
  it.each([
    ['judge', 'радугодубская', '', 2],
    ['judge', 'радугодубская', 'entry_date_range_min=2026-01-01&entry_date_range_max=2026-12-31', 1],
    ['judge', 'радугодубская', 'regions=69', 0],
    ['court', 'тверецкий', 'case_number=5-77', 1],
    ['court', 'тверецкий', 'regions_not=77', 0],
    ['tag', 'пикет', 'in_favorites=true', 1],
  ] as const)('is that of the list it opens: %s «%s» within «%s»', async (kind, q, within, count) => {
    const told = await counted(kind, q, within)
    expect(told?.count).toBe(count)
    const list = new URLSearchParams(within)
    for (const [name, value] of Object.entries(told?.filters ?? {}))
      for (const one of [value].flat()) list.append(name, one)
    expect(((await ask(`cases/?${list}`)).body as { count: number }).count).toBe(count)
  })
  it('is not told within words or another day, which the list itself counts', async () => {
    expect((await counted('judge', 'радугодубская', 'result_text_search=колонна'))?.count).toBeNull()
    expect((await counted('judge', 'радугодубская', 'as_of=2026-01-01'))?.count).toBeNull()
  })
  it('is not told within words that cannot be read either, and nothing else fails for them', async () => {
    const within = 'result_text_search=а %26 %26&text_search_type=raw'
    expect(await ask(`search/?q=радугодубская&within=${encodeURIComponent(within)}`)).toMatchObject({ status: 200 })
  })
  it('is refused within what is no filter', async () => {
    const { status, body } = await ask('search/?q=радугодубская&within=nothing%3D1')
    expect({ status, body }).toMatchObject({ status: 400, body: { within: ['Неизвестный параметр «nothing».'] } })
  })
})

describe('the regions of the account (§6)', () => {
  it('keep people, cases, judges, courts, cities, tags and words of others from it, counts too', async () => {
    expect(await titles(askMoscow, 'person', 'радугодуб')).toEqual([vera])
    expect(await titles(askMoscow, 'case', 'радугодуб')).toEqual(['5-1893/2026', '5-77/2022'])
    expect(await titles(askMoscow, 'case', '12-2204/2025')).toEqual([])
    expect(await titles(askMoscow, 'judge', 'белоелкин')).toEqual([])
    expect(await titles(askMoscow, 'court', 'заволоцкий')).toEqual([])
    expect(await titles(askMoscow, 'city', 'тверь')).toEqual([])
    expect(await titles(askMoscow, 'city', 'тверская')).toEqual([])
    // Of a district only what it sees, by its own name.
    expect(await titles(askMoscow, 'city', 'цфо')).toEqual(['Москва'])
    expect(await titles(askMoscow, 'tag', 'пикет')).toEqual([])
    expect(await titles(askMoscow, 'article', '20.99')).toEqual([])
    expect(await titles(ask, 'article', '20.99')).toEqual(['20.99'])
    expect(await inGroup(askMoscow, 'text', 'радугодуб')).toMatchObject({ all: { count: 1 }, items: [{ id: moscow }] })
    expect((await inGroup(askMoscow, 'judge', 'радугодубская')).items).toMatchObject([{ cases_count: 2 }])
  })
  it('show nothing where there are none', async () => {
    const { groups } = await search(askNowhere, 'радугодуб', [...suggestionKinds])
    expect(groups.map(({ kind }) => kind)).toEqual([...suggestionKinds])
    expect(groups.map(({ items }) => items.length)).toEqual(suggestionKinds.map(() => 0))
  })
  it('let it find whom it may see behind many namesakes of other regions', async () => {
    const court = { title: 'Заволоцкий районный суд г. Твери', region: 69 }
    const letters = [...'АВГДЕИКЛМНОПР']
    const others = letters.flatMap(given =>
      letters.map((father, n) => ({
        court,
        case_number: `5-${7_000 + n}/2025`,
        defendants: [{ name: `Многодетов ${given}. ${father}.` }],
      })),
    )
    await buildCases(db, [
      ...others,
      { defendants: [{ name: 'Многодетов Яков Юрьевич' }] },
      { defendants: [{ name: 'Многодетова Яна Юрьевна' }] },
    ])
    const seen = ['Многодетов Яков Юрьевич', 'Многодетова Яна Юрьевна']
    expect(await titles(askMoscow, 'person', 'многодетов')).toEqual(seen)
    expect((await inGroup(ask, 'person', 'многодетов')).more).toBe(true)
  })
  it('keep from it what is known of a person from elsewhere', async () => {
    const [known, other] = [
      { court: { title: 'Тверецкий районный суд', region: 77 }, defendants: [{ name: 'Ясенев П. К.' }] },
      {
        court: { title: 'Заволоцкий районный суд г. Твери', region: 69 },
        defendants: [{ name: 'Ясенев Платон Карпович' }],
      },
    ]
    const short = await buildCase(db, known)
    const full = await buildCase(db, other)
    const personOf = async (id: number) =>
      (await db.selectFrom('case_defendant').where('case_id', '=', id).select('defendant_id').executeTakeFirstOrThrow())
        .defendant_id
    const [one, root] = [await personOf(short), await personOf(full)]
    await db
      .updateTable('defendant')
      .set({ merged_into: root })
      .where('id', '=', one ?? 0)
      .execute()
    await db
      .updateTable('case_defendant')
      .set({ defendant_id: root, own_id: one })
      .where('case_id', '=', short)
      .execute()
    expect(await titles(ask, 'person', 'ясенев платон')).toEqual(['Ясенев Платон Карпович'])
    expect(await titles(askMoscow, 'person', 'ясенев платон')).toEqual([])
    expect(await titles(askMoscow, 'person', 'ясенев')).toEqual(['Ясенев П.К.'])
  })
})

it('says at once of words that stand in too many decisions that they are not counted', async () => {
  await sql`analyze case_text`.execute(db)
  const on = timedConnection(db, 2)
  const scope = { accountId: everybody.id, regions: 'all' } as const
  const texts = (most: number) => suggestTexts({ db }, scope, { text: 'радугодуб' }, on, most)
  expect(await texts(1)).toBe('too_many')
  expect(await texts(2)).toMatchObject({ count: 2 })
  await on.end()
})

it('answers with the other groups, and says which ran out of time, when one cannot be read', async () => {
  const { groups } = await db.transaction().execute(async trx => {
    await sql`lock table defendant in access exclusive mode`.execute(trx)
    return search(ask, 'радугодуб')
  })
  expect(groups.flatMap(({ kind, late }) => (late ? [kind] : []))).toEqual(expect.arrayContaining(['person', 'case']))
  expect(groups.find(({ kind }) => kind === 'preset')).toMatchObject({ late: false })
  expect(groups.find(({ kind }) => kind === 'judge')?.items).toMatchObject([{ title: 'Радугодубская Елена Петровна' }])
})

// biome-ignore format: a table reads best as one
it.each<[locked: string[], typed: string, late: SuggestionKind[]]>([
  [['court', 'tag', 'preset', 'case_set'], '20.99', ['judge', 'court', 'city', 'article', 'tag', 'preset', 'set']],
  [['case_article'], '20.99', ['article']],
  [['case_tag'], 'пикет', ['tag']],
])('waits no longer than its time for any group, and takes few connections, when %j cannot be read', async (locked, typed, late) => {
  await search(askMoscow, typed, [...suggestionKinds])
  const waiting: number[] = []
  const { groups } = await db.transaction().execute(async trx => {
    await sql`lock table ${sql.join(locked.map(table => sql.table(table)))} in access exclusive mode`.execute(trx)
    let isAnswered = false
    const answer = search(askMoscow, typed).finally(() => (isAnswered = true))
    while (!isAnswered) waiting.push((await waitingForLocks(db)).length)
    return answer
  })
  expect(groups.flatMap(group => (group.late ? [group.kind] : []))).toEqual(expect.arrayContaining(late))
  expect(Math.max(...waiting)).toBeLessThanOrEqual(3)
})

it('reads Latin letters as they are typed too, when others were not found out in time', async () => {
  await ask('presets/', { method: 'POST', body: { title: 'Google', get_params: {} } })
  const { read_as, groups } = await db.transaction().execute(async trx => {
    await sql`lock table defendant in access exclusive mode`.execute(trx)
    return search(ask, 'Google')
  })
  expect(read_as).toBeNull()
  expect(groups.flatMap(({ items }): { title: string }[] => items)).toMatchObject([{ title: 'Google' }])
})

it('suggests tags to their editors alone, and a preset or a set to nobody but its owner', async () => {
  const reader = await as(plainReader)
  const { groups } = await search(reader, 'пикет')
  expect(groups.map(({ kind }) => kind)).not.toContain('tag')
  const own = await search(reader, 'пикеты', ['preset', 'set', 'tag'])
  expect(own.groups.map(({ items }) => items.length)).toEqual([0, 0])
})

it('suggests nobody who has to be forgotten (§ forgetting)', async () => {
  const id = await buildCase(db, { defendants: [{ name: 'Вертоградов Пётр Ильич' }], case_number: '5-606/2026' })
  const { defendant_id: person } = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', id)
    .select('defendant_id')
    .executeTakeFirstOrThrow()
  expect(await titles(ask, 'person', 'вертоградов')).toEqual(['Вертоградов Пётр Ильич'])
  const { status, text } = await superuser(`defendants/${person}/forgetting/`, {
    method: 'POST',
    body: { cases: [id], grounds: 'subject' },
  })
  expect([status, text.slice(0, 200)]).toEqual([201, expect.anything()])
  for (const q of ['вертоградов', 'вертоградвов', 'Вертоградов П.И.', 'имя удалено', 'Вертоградову'])
    for (const kind of ['person', 'case', 'text'] as const) expect(await titles(ask, kind, q)).toEqual([])
})

describe('what is typed badly', () => {
  it.each([
    ['', 400],
    ['?q=', 400],
    ['?q=%20%20а', 400],
    [`?q=${'а'.repeat(201)}`, 400],
    ['?q=%D1%81%00', 400],
    ['?q=аб&q=вг', 400],
    ['?q=аб&groups=people', 400],
    ['?q=аб&page=1', 400],
    [`?q=${encodeURIComponent('%_\\!? «»')}`, 200],
    [`?q=${encodeURIComponent("' or 1=1 --")}`, 200],
    [`?q=${encodeURIComponent('((([[[')}`, 200],
    [`?q=${encodeURIComponent('🙂🙂')}`, 200],
    [`?q=${'а'.repeat(200)}`, 200],
    [`?q=${encodeURIComponent('а б в г д е ж з и к л м н о п р с т у ф')}`, 200],
  ])('search/%s answers %i', async (query, status) => {
    const answer = await ask(`search/${query}`)
    expect(answer.status).toBe(status)
    if (status === 200)
      expect(searchAnswer.parse(answer.body).groups.filter(({ items }) => items.length > 0)).toEqual([])
  })
})

it('reads the other layout twice as what was typed', () =>
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => inOtherLayout(inOtherLayout(text)) === text)))

it('looks for the beginning of a number in an index', async () => {
  const plan = await db.transaction().execute(async trx => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
      trx,
    )
    const found = selectCases(trx, { accountId: null, regions: 'all' }, {}).where(hasPrefix(sql`case_number`, '5-17'))
    return sql<{ 'QUERY PLAN': string }>`explain ${found.select('id')}`.execute(trx)
  })
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toContain('using court_case_number_region')
})

it.each(['𮛘 𠮷', 'Иванов 𠮷', 'Иванов 😀', '𠮷Иванов 𠮷'])(
  'answers for letters of old scripts and for signs: «%s»',
  async typed => {
    const { status } = await ask(`search/?${new URLSearchParams({ q: typed })}`)
    expect(status).toBe(200)
  },
)
