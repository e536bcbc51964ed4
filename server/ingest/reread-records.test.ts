import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from './case-record.ts'
import { readRegistryRow } from './importers/registry.ts'
import { ingest } from './ingest.ts'
import { rereadRecords } from './reread-records.ts'

/** What earlier versions stored is put right from the kept records (design §14). */
const { db } = await testDatabase()
const article = { codex: 'koap' as const, article_number: '20.2', part: '5' }
const people = (...given: (string | [string])[]): NonNullable<CaseRecordInput['defendants']> =>
  given.map(one => (typeof one === 'string' ? { name: one } : { name: one[0], articles: [article] }))

/** As the first version stored it: everybody who is named is accused, and has the articles of the record. */
async function storedBefore(records: readonly Partial<CaseRecordInput>[], origin: string): Promise<number[]> {
  const ids = await buildCases(db, records, origin)
  await sql`delete from case_participant where case_id = any(${ids}) and role in ('unknown', 'authority', 'prosecutor')`.execute(
    db,
  )
  await sql`delete from case_defendant where case_id = any(${ids})`.execute(db)
  await sql`
    insert into case_defendant (case_id, ordinal, defendant_id, name, article_ids)
    select case_id, n - 1, null, person->>'name',
      case when person->'articles' = '[]'::jsonb then '{}' else array(select article_id from case_article a where a.case_id = s.case_id) end
    from case_record s, jsonb_array_elements(record->'defendants') with ordinality as one(person, n)
    where case_id = any(${ids})`.execute(db)
  return ids
}
const rolesOn = async (id: number): Promise<string[]> => {
  const accused = await db
    .selectFrom('case_defendant')
    .selectAll()
    .where('case_id', '=', id)
    .orderBy('ordinal')
    .execute()
  const others = await db
    .selectFrom('case_participant')
    .selectAll()
    .where('case_id', '=', id)
    .orderBy('ordinal')
    .execute()
  return [
    ...accused.map(({ name, article_ids }) => `${name} ${article_ids.length}`),
    ...others.map(({ name, role, articles }) => [name, role, articles].filter(Boolean).join(' ')),
  ]
}
const again = () => sql`delete from installation where key = 'case_records'`.execute(db)

describe('roles of what is stored', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, string, NonNullable<CaseRecordInput['defendants']>, string[]]>([
    ['a registry, lists in step', 'registry', people(['Сёмин П.И.'], 'Ким Д.В.'), ['Сёмин П.И. 1', 'Ким Д.В. unknown none']],
    ['a registry, uneven lists', 'registry', people('Сёмин П.И.', 'ОП № 5'), ['Сёмин П.И. unknown not_told', 'ОП № 5 authority']],
    ['a registry, names cut off', 'registry', people('ОП № 5', ['Росто...']), ['ОП № 5 authority', 'Росто... unknown not_told']],
    ['a registry, one person', 'registry', people(['Сёмин П.И.']), ['Сёмин П.И. 1']],
    ['a card of the КоАП says the role of each', 'collector', people(['Сёмин П.И.'], 'ОП № 5'), ['Сёмин П.И. 1', 'ОП № 5 0']],
    ['a file', 'file', people(['Сёмин П.И.'], 'Ким Д.В.'), ['Сёмин П.И. 1', 'Ким Д.В. unknown not_told']],
    ['a file, the only one', 'file', people('Сёмин П.И.'), ['Сёмин П.И. 1']],
  ])('are put right: %s', async (_, origin, defendants, expected) => {
    const [id = 0] = await storedBefore([{ defendants, articles: [article] }], origin)
    await again()
    await rereadRecords(db)
    expect(await rolesOn(id)).toEqual(expected)
  })

  it('hide a name that a reader of before took for one', async () => {
    const [id = 0] = await storedBefore([{ defendants: people(['<Информация скрыта>']), articles: [article] }], 'file')
    await again()
    await rereadRecords(db)
    const { hidden, defendant_id } = await db
      .selectFrom('case_defendant')
      .selectAll()
      .where('case_id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ hidden, defendant_id }).toEqual({ hidden: true, defendant_id: null })
  })

  it('go on where they were interrupted, and are not read twice', async () => {
    await storedBefore(
      Array.from({ length: 3 }, () => ({ defendants: people(['Сёмин П.И.'], 'Ким Д.В.') })),
      'registry',
    )
    await again()
    expect(await rereadRecords(db, () => true)).toEqual({ read: 0, changed: 0 })
    expect((await rereadRecords(db)).changed).toBe(3)
    expect(await rereadRecords(db)).toEqual({ read: 0, changed: 0 })
  })

  it('are a revision that is no news, and leave the day of change alone', async () => {
    const [id = 0] = await storedBefore([{ defendants: people(['Сёмин П.И.'], 'Ким Д.В.') }], 'registry')
    const seen = () =>
      sql<object>`
        select changed_at, gone_at, origin, last_seen_at from court_case join case_source on case_id = id where id = ${id}`.execute(
        db,
      )
    const before = (await seen()).rows
    await again()
    await rereadRecords(db)
    expect((await seen()).rows).toEqual(before)
    const [revision] = await revisionsIn(db, id)
    expect(revision?.changes).toMatchObject([
      { field: 'reading' },
      { field: 'defendants', before: 'Ким Д.В.', after: 'Ким Д.В. — роль не сообщена' },
    ])
    const change = await db
      .selectFrom('case_change')
      .selectAll()
      .where('case_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(change).toMatchObject({ kinds: [], revision: revision?.number })
  })

  it('of a case with a text keep the text', async () => {
    const text = 'Постановил: назначить штраф 10 000 рублей.'
    const [id = 0] = await storedBefore([{ defendants: people(['Сёмин П.И.'], 'Ким Д.В.'), text }], 'registry')
    await again()
    await rereadRecords(db)
    expect(await rolesOn(id)).toHaveLength(2)
    expect(await db.selectFrom('case_text').select('body').where('case_id', '=', id).execute()).toEqual([
      { body: text },
    ])
  })

  it('of the same file again say the same', async () => {
    const record = caseRecord.parse({
      source_key: 'roles|again',
      type: 1,
      stage: 1,
      court: { title: 'Вымышленный районный суд', region: 77 },
      case_number: '5-1/2026',
      defendants: [
        { name: 'Сёмин П.И.', articles: [article] },
        { name: 'Ким Д.В.', role: 'unknown', article_state: 'none' },
      ],
    })
    await ingest(db, [record], { origin: 'registry' })
    await again()
    await rereadRecords(db)
    expect(await ingest(db, [record], { origin: 'registry' })).toMatchObject([{ outcome: 'same' }])
  })
})

describe('registry rows that were taken for КоАП (domain §1)', () => {
  const regional = { title: 'Вымышленский областной суд', region: 59 }
  const district = { title: 'Заречный районный суд', region: 59 }
  const cassation = { title: 'Седьмой кассационный суд общей юрисдикции', region: 74 }
  const koap = (article_number: string, part = '') => ({ codex: 'koap' as const, article_number, part })
  const filed = async (record: Partial<CaseRecordInput>, origin = 'registry') => {
    const [id = 0] = await buildCases(db, [{ type: 1, defendants: [], articles: [], ...record }], origin)
    await again()
    await rereadRecords(db)
    const { rows } = await sql<{ type: number; stage: number; articles: string[] }>`
      select type, stage, array(
        select codex || ' ' || article_number || '/' || part from case_article join article on article.id = article_id
        where case_id = court_case.id order by 1
      ) as articles
      from court_case where id = ${id}`.execute(db)
    return { id, ...rows[0] }
  }

  // biome-ignore format: a table reads best as one
  it.each<[Partial<CaseRecordInput>, { type: 1 | 2; stage: 1 | 2; articles: string[] }]>([
    [{ case_number: '22-15/2021', court: regional, stage: 2 }, { type: 2, stage: 2, articles: [] }],
    [{ case_number: '22К-15/2021', court: regional, stage: 2 }, { type: 2, stage: 2, articles: [] }],
    [{ case_number: '7У-15/2021 [77-3/2021]', court: cassation, stage: 2 }, { type: 2, stage: 2, articles: [] }],
    [{ case_number: '10-15/2021', court: district, stage: 2, articles: [koap('158', '1'), koap('30', '3')] }, { type: 2, stage: 2, articles: ['uk 158/1', 'uk 30/3'] }],
    // Filed as a review for its court; regional courts hear crimes first.
    [{ case_number: '2-15/2021', court: regional, stage: 2, result: 'Вынесен ПРИГОВОР', articles: [koap('105', '2')] }, { type: 2, stage: 1, articles: ['uk 105/2'] }],
    // A material would be refused today; it is no case of КоАП either.
    [{ case_number: '3/1-15/2021', court: regional, stage: 2 }, { type: 2, stage: 2, articles: [] }],
    [{ case_number: '12-15/2021', court: district, stage: 2, articles: [koap('20.2', '5')] }, { type: 1, stage: 2, articles: ['koap 20.2/5'] }],
    [{ case_number: '7-15/2021', court: district, stage: 1, articles: [koap('20.2', '5')] }, { type: 1, stage: 1, articles: ['koap 20.2/5'] }],
  ])('are put right by their number, court and articles: %j', async (record, expected) =>
    expect(await filed(record)).toMatchObject(expected),
  )

  const byNumber = { court: cassation, stage: 2 as const, case_number: '16-5/2024' }
  const accused = (...numbers: string[]) => [{ name: 'Сёмин П.И.', articles: numbers.map(number => koap(number)) }]
  // biome-ignore format: a table reads best as one
  it.each<[string, Partial<CaseRecordInput>, { type: 1 | 2; articles: string[] }, string[]]>([
    ['every article is surely of УК', { ...byNumber, articles: [koap('264.1')], defendants: accused('264.1') }, { type: 2, articles: ['uk 264.1/'] }, ['Сёмин П.И. 1']],
    [
      'the result speaks of КоАП',
      {
        case_number: '5-5/2024',
        court: district,
        result: 'Вынесено постановление о назначении административного наказания',
        articles: [koap('264.1')],
        defendants: accused('264.1'),
      },
      { type: 1, articles: [] },
      ['Сёмин П.И. unknown not_told'],
    ],
    ['one article is of КоАП', { ...byNumber, articles: [koap('264.1'), koap('12.8')], defendants: accused('264.1', '12.8') }, { type: 1, articles: [] }, ['Сёмин П.И. unknown not_told']],
    ['all articles are of КоАП, the number is not', { court: district, case_number: '1-5/2024', articles: [koap('12.8')], defendants: accused('12.8') }, { type: 1, articles: [] }, ['Сёмин П.И. unknown not_told']],
  ])('accuse nobody under КоАП where they contradict themselves: %s', async (_, record, expected, people) => {
    const { id, ...row } = await filed(record)
    expect(row).toMatchObject(expected)
    expect(await rolesOn(id)).toEqual(people)
  })
  it('accuse nobody who is there by office', async () => {
    const stolen = { articles: [koap('158', '1')] }
    const crime = {
      case_number: '1-19/2021',
      court: district,
      result: 'Вынесен приговор',
      articles: [koap('158', '1')],
    }
    const [prosecutor, person] = ['Прокурор Сидоров С.С.', 'Сёмин П.И.'].map(name => ({ name, ...stolen }))
    for (const type of [1, 2] as const) {
      const unknown = { name: 'Ким Д.В.', role: 'unknown' as const, article_state: 'none' as const }
      const defendants = [prosecutor, unknown].flatMap(one => one ?? [])
      const { id } = await filed({ ...crime, type, defendants })
      expect(await rolesOn(id)).toEqual(['Прокурор Сидоров С.С. prosecutor', 'Ким Д.В. unknown not_told'])
      const { id: other } = await filed({ ...crime, type, defendants: [person, prosecutor].flatMap(one => one ?? []) })
      expect(await rolesOn(other)).toEqual(['Сёмин П.И. 1', 'Прокурор Сидоров С.С. prosecutor'])
    }
  })

  it('of another source stay as that says', async () =>
    expect(await filed({ case_number: '22-16/2021', court: regional, stage: 2 }, 'file')).toMatchObject({ type: 1 }))

  it('are told as a new reading, not as news, with their people under УК', async () => {
    const stolen = [koap('158', '1')]
    const { id } = await filed({
      case_number: '10-17/2021',
      court: district,
      stage: 2,
      articles: stolen,
      defendants: [{ name: 'Сёмин П.И.', articles: stolen }],
    })
    expect(await rolesOn(id)).toEqual(['Сёмин П.И. 1'])
    const [revision] = await revisionsIn(db, id)
    expect(revision?.changes).toMatchObject([
      { field: 'reading', after: 'Прочитано заново' },
      { field: 'type', before: 'КоАП', after: 'УК' },
      { field: 'articles', before: 'ст. 158 ч. 1 КоАП', after: 'ст. 158 ч. 1 УК' },
      { field: 'defendants' },
    ])
    const change = await db
      .selectFrom('case_change')
      .selectAll()
      .where('case_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(change).toMatchObject({ kinds: [], revision: revision?.number })
  })

  it('say the same when the file comes again', async () => {
    const row = {
      number: '10-18/2021',
      persons: 'Сёмин П.И.',
      articles: 'Статья 158 Часть 1; Статья 158 Часть 1',
      entry_date: '01.02.2021',
      region: 'Пермский край',
      court: 'Заречный районный суд',
      result: null,
      result_date: null,
    }
    const read = readRegistryRow(row)
    if ('reason' in read) throw new Error(read.reason)
    const articles = [koap('158', '1'), koap('158', '1')]
    const [person] = read.record.defendants
    const before: CaseRecord = {
      ...read.record,
      type: 1,
      articles,
      defendants: person === undefined ? [] : [{ ...person, articles }],
    }
    await ingest(db, [before], { origin: 'registry' })
    await again()
    await rereadRecords(db)
    expect(await ingest(db, [read.record], { origin: 'registry' })).toMatchObject([{ outcome: 'same' }])
  })
})
