import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import {
  type AnyValues,
  type Field,
  type FieldOf,
  type Fields,
  type FilterParam,
  filterParamsOf,
  type Kind,
  type Value,
  type ValueOf,
} from '#shared/filters/field.ts'
import { tableOfFilter } from '../server/cases/predicates.ts'
import type { DB } from '../server/db/schema.ts'
import type { CaseRecordInput } from '../server/ingest/case-record.ts'
import { buildCases } from './factories.ts'

/**
 * Cases with two or more rows in each child table, and filters generated from them: values that match one row of a
 * case and not another, values of another case, values of none.
 */
const koap = (article_number: string, part: string) => ({ codex: 'koap' as const, article_number, part })
const event = (type: string, date: string, time?: string) => ({ type, date, ...(time !== undefined && { time }) })
const [entry, hearing, letter] = ['Регистрация поступившего в суд дела', 'Рассмотрение дела по существу', 'Явка сторон']
const near = (days: number): string => addDays(today(), days)

const records: readonly Partial<CaseRecordInput>[] = [
  {
    court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' },
    judge: 'Белоозёрова Нина Викторовна',
    articles: [koap('20.2', '5'), koap('19.3', '1')],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }, { name: 'Суховеева Анна Ильинична' }],
    participants: [
      { role: 'Защитник', name: 'Прозоров А. Б.' },
      { role: 'Защитник', name: 'Зоркий Г. Д.' },
      { role: 'Прокурор', name: 'Крутояров В. Г.' },
      { role: 'Прокурор', name: 'Пологий Е. Ж.' },
    ],
    events: [event(entry, '2026-03-02', '09:15'), event(hearing, '2026-03-20', '12:40')],
    penalties: [
      { type: 'fine', value: 10_000 },
      { type: 'arrest', value: 15, hidden: true },
    ],
    defence_params: [
      { key: 'семейноеПоложение', value: 'трое детей' },
      { key: 'состояниеЗдоровья', value: 'инвалид' },
    ],
    text: 'Суд установил: гражданин стоял с плакатом. Постановил: назначить штраф.',
  },
  {
    // The same values, exchanged between the rows.
    court: { title: 'Выдуманный суд', region: 78, city: 'Ёлкино' },
    judge: 'Тихонова Вера Глебовна',
    articles: [koap('20.2', '6.1'), koap('19.3', '1')],
    defendants: [{ name: 'Ветрогонова Анна Ильинична' }, { name: 'Суховеев Пётр Ильич' }],
    participants: [
      { role: 'Защитник', name: 'Крутояров В. Г.' },
      { role: 'Прокурор', name: 'Прозоров А. Б.' },
    ],
    events: [event(entry, '2026-03-20'), event(hearing, '2026-03-02', '10:00'), event(hearing, near(1), '10:00')],
    penalties: [
      { type: 'arrest', value: 10 },
      { type: 'fine', value: 15, hidden: true },
    ],
    result: 'Прекращено',
    result_date: '2026-03-19',
    text: 'Суд решил: плакат вернуть, трое детей.',
  },
  {
    type: 2,
    court: { title: 'Выдуманный суд', region: 78, city: 'Ёлкино' },
    articles: [{ codex: 'uk', article_number: '212.1', part: '' }],
    defendants: [{ name: 'Информация скрыта' }, { name: 'Ветрогонов Пётр Ильич' }],
    events: [event(letter, near(0), '23:59'), event(hearing, '2026-03-21')],
    penalties: [
      { type: 'imprisonment', value: 36, suspended: true },
      { type: 'imprisonment', value: 90 },
      { type: 'fine', value: 36 },
    ],
    result: 'Прекращено',
    result_date: '2026-03-02',
  },
  {
    // Without a linked case.
    stage: 2,
    court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' },
    entry_date: undefined,
    case_number: '7У-9001/2026',
    other_numbers: ['77-81/2025', '22-82/2025'],
  },
]

/** Two tags a case, one person at risk of two, and objects of two accounts. */
export async function buildVariedCases(db: Kysely<DB>, accounts: readonly { id: number }[] = []): Promise<number[]> {
  const ids = await buildCases(db, records)
  const [first, second] = ids
  await sql`
    with added as (insert into tag (value) values ('пикет — один'), ('пикет — два'), ('пикет — три') returning id, value)
    insert into case_tag (case_id, tag_id) select case_id, id from added
    join (values (${first}::int, 'пикет — один'), (${first}, 'пикет — два'), (${second}, 'пикет — два'), (${second}, 'пикет — три'))
      as given (case_id, value) using (value)`.execute(db)
  await sql`update case_defendant set at_risk = ordinal = 0 where case_id = ${first}`.execute(db)
  await sql`update case_defendant set at_risk = ordinal = 1 where case_id = ${second}`.execute(db)
  await sql`
    update court_case set in_question = true, gone_at = '2026-03-31T20:59:59Z' where id = ${second}`.execute(db)
  for (const [at, { id: account_id }] of accounts.entries()) {
    const sets = await db
      .insertInto('case_set')
      .values(['Срочные', 'Митинги'].map(title => ({ title: `${title} ${at}`, created_by: account_id })))
      .returning('id')
      .execute()
    for (const [n, { id: set_id }] of sets.entries()) {
      await db.insertInto('case_set_member').values({ set_id, account_id, role: 'owner' }).execute()
      // Each case is in two sets, and done in one of them only.
      for (const [position, case_id] of ids.slice(at, at + 2 + n).entries())
        await db
          .insertInto('case_set_item')
          .values({ set_id, case_id, position, ...(position === n && { status: 'checked', assignee: account_id }) })
          .execute()
    }
    for (const [n, case_id] of ids.slice(at, at + 2).entries()) {
      await db.insertInto('favourite').values({ account_id, case_id }).execute()
      await db
        .insertInto('case_note')
        .values({ account_id, case_id, text: `Позвонить: ${at + n}` })
        .execute()
    }
  }
  return ids
}

/** Values for a filter, by its kind: present in its column, near to it, and absent. */
type Source = { db: Kysely<DB>; cases: readonly number[] }
type Draw<K extends Kind> = { values(source: Source, field: FieldOf[K]): Promise<readonly ValueOf[K][]> }
const nowhere = 999_999

const inColumn = async ({ db, cases }: Source, column: string, as = sql.ref(column)): Promise<string[]> => {
  const table = column.slice(0, column.indexOf('.'))
  const { rows } = await sql<{ value: string }>`
    select distinct (${as})::text as value from ${sql.table(table)}
    where ${sql.ref(`${table}.${table === 'court_case' ? 'id' : 'case_id'}`)} = any(${[...cases]}::int[]) and ${as} is not null
    order by 1 limit 5`.execute(db)
  return rows.flatMap(({ value }) => (value === '' ? [] : [value]))
}
const each = <T>(values: readonly T[], elsewhere: T): T[][] => [
  ...values.map(value => [value]),
  values.slice(0, 2),
  [...values.slice(-1), elsewhere],
  [elsewhere],
]
const around = (value: number) => [
  { min: value, max: value },
  { min: value + 1 },
  { max: value - 1 },
  { min: value - 1, max: value },
]
const yesAndNo = { values: async () => [true, false] }
const draws: { [K in Kind]: Draw<K> } = {
  text: {
    values: async (source, { column }) => [
      ...(await inColumn(source, column)).flatMap(text => [text, text.slice(1, 5).toUpperCase()]),
      'нет такого',
    ],
  },
  choice: { values: async (_, { options }) => options.map(({ value }) => value) },
  choices: {
    values: async (source, { column, options }) => each(await inColumn(source, column), options.at(-1)?.value ?? ''),
  },
  reference: { values: async (source, { column }) => each((await inColumn(source, column)).map(Number), nowhere) },
  names: { values: async (source, { column }) => each(await inColumn(source, column), 'Нигде') },
  people: { values: async (source, { column }) => each(await inColumn(source, column), 'Никто Н. Н.') },
  dateRange: {
    values: async (source, { column }) => [
      ...(await inColumn(source, column)).flatMap(day => [
        { min: day, max: day },
        { min: addDays(day, -1), max: addDays(day, -1) },
        { min: addDays(day, 1), max: addDays(day, 1) },
        { min: addDays(day, -1), max: day },
      ]),
      { relative: 'today' as const },
      { relative: 'tomorrow' as const },
    ],
  },
  amountRange: {
    values: async (source, { column, since }) =>
      (
        await inColumn(
          source,
          column,
          since === undefined ? sql.ref(column) : sql`${sql.ref(column)} - ${sql.ref(since)}`,
        )
      ).flatMap(value => around(Number(value))),
  },
  flag: yesAndNo,
  // The base as of a day has tests of its own (server/db/as-of).
  day: { values: async () => [] },
  presence: yesAndNo,
  own: yesAndNo,
  schedule: { values: async (_, { options }) => options.map(({ value }) => value) },
  words: {
    values: async () => [
      { text: 'плакат', mode: 'plain' },
      { text: 'трое детей', mode: 'phrase' },
      { text: 'кругосветка', mode: 'plain' },
    ],
  },
}
const drawOf = (field: Field): Draw<Kind> => draws[field.kind]
// The wire form has no negative amounts.
const isAskable = (value: Value): boolean =>
  typeof value !== 'object' || !('min' in value || 'max' in value) || !Object.values(value).some(one => Number(one) < 0)

type KnownValues = ReadonlyMap<string, readonly Value[]>

/** Values of each filter, by its key: of these cases and of none. A new filter gets values by its kind. */
export async function valuesOfCases(db: Kysely<DB>, fields: Fields, cases: readonly number[]): Promise<KnownValues> {
  const known = new Map<string, readonly Value[]>()
  for (const [key, field] of Object.entries(fields))
    known.set(key, (await drawOf(field).values({ db, cases }, field)).filter(isAskable))
  return known
}

/** Combinations of filters: arbitrary ones, or several about one row of a child table. */
export function generatedFilters(fields: Fields, known: KnownValues): fc.Arbitrary<AnyValues> {
  const params = filterParamsOf(fields).filter(({ key }) => known.get(key)?.length)
  const ofOneRow = [...Map.groupBy(params, ({ field }) => tableOfFilter(field))].flatMap(([home, some]) =>
    home === 'court_case' || some.length < 2 ? [] : [some],
  )
  const withValues = (some: readonly FilterParam[]): fc.Arbitrary<AnyValues> =>
    fc.record(Object.fromEntries(some.map(({ name, key }) => [name, fc.constantFrom(...(known.get(key) ?? []))])))
  return fc
    .oneof(
      fc.subarray([...params], { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...ofOneRow).chain(some => fc.subarray([...some], { minLength: 2 })),
    )
    .chain(withValues)
}
