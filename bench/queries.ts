import { type Kysely, sql } from 'kysely'
import type { CaseOrdering } from '#shared/domain/orderings.ts'
import type { Scope } from '../server/cases/predicates.ts'
import type { DB } from '../server/db/schema.ts'

/** What people typically ask: one query of every structured kind, words, a limited account, a deep page. */
export type BenchQuery = {
  title: string
  /** Wire form, as in the address bar. */
  query: string
  scope?: Scope
  page?: number
  ordering?: CaseOrdering
}

const inTexts = (mode: string, words: string): string =>
  `result_text_search=${encodeURIComponent(words)}&text_search_type=${mode}`

/** The id of a row that the query is about; a corpus without it is asked about nothing. */
const idOf = async (db: Kysely<DB>, found: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await found.execute(db)).rows[0]?.id ?? 0
const busiest = (db: Kysely<DB>, column: 'court_id' | 'judge_id'): Promise<number> =>
  idOf(
    db,
    sql`select ${sql.ref(column)} as id from court_case where ${sql.ref(column)} is not null
      group by 1 order by count(*) desc, 1 limit 1`,
  )
const article = (db: Kysely<DB>, codex: string, number: string, part: string): Promise<number> =>
  idOf(db, sql`select id from article where (codex, article_number, part) = (${codex}, ${number}, ${part})`)
const titled = (db: Kysely<DB>, table: 'event_type' | 'result_type', title: string): Promise<number> =>
  idOf(db, sql`select id from ${sql.table(table)} where title = ${title}`)

export async function benchQueries(db: Kysely<DB>): Promise<BenchQuery[]> {
  const rally = await article(db, 'koap', '20.2', '5')
  const disobedience = await article(db, 'koap', '19.3', '1')
  const theft = await article(db, 'uk', '158', '2')
  const [court, judge] = [await busiest(db, 'court_id'), await busiest(db, 'judge_id')]
  const hearing = await titled(db, 'event_type', 'Судебное заседание')
  const returned = await titled(db, 'result_type', 'Возвращено без рассмотрения')
  const { rows } = await sql<{ last: string; uid: string; name: string; number: string }>`
    select max(entry_date)::text as last, max(case_uid) as uid, max(case_number) as number,
      (select split_part(name, ' ', 1) from defendant where match_key is not null order by id limit 1) as name
    from court_case`.execute(db)
  const { last = '2026-01-01', uid = '', name = '', number = '' } = rows[0] ?? {}
  const year = Number(last.slice(0, 4)) - 1
  const inYear = (name: string): string => `${name}_min=${year}-01-01&${name}_max=${year}-12-31`
  const inMonth = (name: string): string => `${name}_min=${year}-06-01&${name}_max=${year}-06-30`
  return [
    { title: 'без фильтров', query: '' },
    { title: 'КоАП (первое открытие)', query: 'type=1' },
    { title: 'УК, вторая инстанция', query: 'type=2&stage=2' },
    { title: 'статья 20.2 ч. 5', query: `codex_articles=${rally}` },
    {
      title: 'три статьи и год',
      query: `codex_articles=${rally}&codex_articles=${disobedience}&codex_articles=${theft}&${inYear('entry_date_range')}`,
    },
    { title: 'без статьи 19.3 ч. 1', query: `type=1&codex_articles_not=${disobedience}` },
    { title: 'регион 77', query: 'regions=77' },
    {
      title: 'города',
      query: `court_city=${encodeURIComponent('Барнаул')}&court_city=${encodeURIComponent('Казань')}`,
    },
    { title: 'суд', query: `court=${court}` },
    { title: 'судья', query: `judge=${judge}` },
    { title: 'поступило за месяц', query: inMonth('entry_date_range') },
    { title: 'решено за год, по дате решения', query: inYear('result_date_range'), ordering: '-result_date' },
    { title: 'результат «Возвращено без рассмотрения»', query: `result_type=${returned}` },
    { title: 'заседание назначено, по дате', query: 'state=is_planned', ordering: 'last_scheduled_hearing_date' },
    {
      title: 'заседания одного дня',
      query: `event_type=${hearing}&event_date_range_min=${year}-06-03&event_date_range_max=${year}-06-03`,
    },
    { title: 'штраф от 10 до 20 тысяч', query: 'penalty_type=fine&penalty_from=10000&penalty_to=20000' },
    { title: 'нет наказания', query: 'has_penalty=false' },
    { title: 'есть защитник, КоАП', query: 'type=1&has_advocate=true' },
    { title: 'женщины, статья 20.2 ч. 5', query: `defendant_gender=f&codex_articles=${rally}` },
    { title: 'привлекаемое лицо', query: `defendant=${encodeURIComponent(name)}` },
    { title: 'номер дела', query: `case_number=${encodeURIComponent(number)}` },
    { title: 'УИД', query: `case_uid=${uid}` },
    { title: 'слово в тексте', query: inTexts('plain', 'плакат') },
    { title: 'фраза в тексте', query: inTexts('phrase', 'одиночное пикетирование') },
    { title: 'фраза из трёх слов', query: inTexts('phrase', 'вину не признал') },
    { title: 'фраза из шести слов', query: inTexts('phrase', 'в виде административного штрафа в размере') },
    { title: 'выражение над словами', query: inTexts('raw', 'плакат & (полици* | штраф) & !арест') },
    { title: 'слова рядом', query: inTexts('raw', 'плакат /3 надпись') },
    { title: 'точная строка в тексте', query: inTexts('exact_match', 'одиночное пикетирование') },
    { title: 'регулярное выражение', query: inTexts('regexp', 'пикетировани[ея]м?,') },
    { title: 'слово, статья и регион', query: `${inTexts('plain', 'плакат')}&codex_articles=${rally}&regions=77` },
    { title: 'учётная запись с тремя регионами', query: 'type=1', scope: { accountId: null, regions: [22, 54, 66] } },
    {
      title: 'статья, учётная запись с одним регионом',
      query: `codex_articles=${rally}`,
      scope: { accountId: null, regions: [14] },
    },
    { title: 'глубокая страница (1000-я)', query: 'type=1', page: 1000 },
    { title: 'по номеру дела', query: 'type=1', ordering: 'case_number' },
    {
      title: 'пять фильтров сразу',
      query: `type=1&codex_articles=${rally}&regions=77&penalty_type=fine&has_result=true&${inYear('entry_date_range')}`,
    },
  ]
}
