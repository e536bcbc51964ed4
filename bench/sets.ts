import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { countableKeys } from '#shared/api/facets.ts'
import type { previewRequest } from '#shared/api/set-import.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { buildApp } from '../server/app.ts'
import type { DB } from '../server/db/schema.ts'
import type { BenchCopy } from './copy.ts'
import { cpuOf, measuredWithCpu, newcomerIn, shown, type Telling, tableHead } from './measured.ts'

/**
 * Working sets as pages ask for them: a table of up to 5,000 rows is previewed, a set of up to 10,000 cases is opened beside a region,
 * two hundred sets are listed. Through the calls themselves; nothing of it stays in the corpus.
 */
const sizes = { rows: 5_000, large: 10_000, sets: 200, other: 300 } as const
const limits = { preview: 3_000, list: 100 } as const
const fewRegions = [22, 54, 66, 77, 78]

export async function saySets(db: Kysely<DB>, copy: BenchCopy, { millisecondsEach, say }: Telling): Promise<void> {
  const app = await buildApp({ db, copy: copy.now })
  try {
    const { everything, limited, set, filled } = await setsIn(db)
    let asked = 0
    const asking = (token: string) => async (path: string, payload?: object) => {
      const { statusCode, body } = await app.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: elsewhere(asked++),
        ...(payload && { payload }),
      })
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}: ${body}`)
    }
    const [whole, few] = [asking(everything), asking(limited)]
    const row = async (title: string, ask: () => Promise<void>, limit: number | '' = '') => {
      const { wall, cpu } = await measuredWithCpu(ask, millisecondsEach, () => cpuOf(db))
      say(`| ${title} ${shown(wall).slice(0, -1)}${shown(cpu)} ${limit} |`)
    }
    const heads = ['p50, мс', 'p95, мс', 'процессор p50, мс', 'процессор p95, мс', 'можно, мс']

    const tables = await tablesOf(db)
    const rows = tables[0]?.[1].rows.length ?? 0
    say(tableHead(`таблица становится подборкой: разбор, строк: ${rows}`, ...heads))
    for (const [title, table] of tables) {
      await row(title, () => whole('sets/import/preview/', table), limits.preview)
      await row(`${title}, пять регионов`, () => few('sets/import/preview/', table), limits.preview)
    }
    say(tableHead(`подборка, дел: ${filled}`, ...heads))
    for (const [of, ask] of [
      ['', whole],
      [', пять регионов', few],
    ] as const) {
      for (const [title, path] of partsOf(`set=${set}`)) await row(`${title}${of}`, () => ask(path))
      for (const [title, path] of partsOf('regions=77'))
        await row(`${title}: регион 77 без подборки${of}`, () => ask(path))
      await row(`что записано о делах, страница${of}`, () => ask(`sets/${set}/items/?size=20`))
      await row(`сама подборка${of}`, () => ask(`sets/${set}/`))
      await row(`очередь чтения${of}`, () => ask(`sets/${set}/queue/`))
      await row(`все подборки, их ${sizes.sets}${of}`, () => ask('sets/'), limits.list)
    }
  } finally {
    await app.close()
    await sql`delete from account where username like 'bench-%'`.execute(db)
    await sql`truncate case_set cascade`.execute(db)
    await sql`delete from attempt where key like 'window:10.%'`.execute(db)
  }
}

/** Tables from one address are counted, and more than a person sends in a minute refused. */
const elsewhere = (nth: number): string => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`

/** What every account may ask about. */
const facets = filterParamsOf(caseFields)
  .flatMap(({ key, field, not }) => (field.onlyFor === undefined && !not && isCountable(key) ? [`facets=${key}`] : []))
  .join('&')
function isCountable(key: string): boolean {
  return countableKeys.some(one => one === key)
}
const partsOf = (query: string): readonly (readonly [title: string, path: string])[] => [
  ['дела', `cases/?${query}`],
  ['последняя страница', `cases/?${query}&page=500`],
  ['счётчики', `cases/facets/?${query}&${facets}`],
  ['лица, чаще всего встречающиеся первыми', `defendants/?${query}&ordering=-found_count`],
  ['кто встречается дважды', `defendants/?${query}&ordering=-found_count&found_from=2`],
  ['заседания', `cases/?${query}&state=is_planned&ordering=last_scheduled_hearing_date`],
  ['графики', `frontcountcases/charts/?${query}`],
]

/** Two accounts, of all regions and of some, both in all sets; the first set is the large one. */
async function setsIn(db: Kysely<DB>) {
  const newcomer = async (regions: number[] | null) => {
    const { id } = await newcomerIn(db, regions)
    return { id, token: await openSession(db, id) }
  }
  const [everything, limited] = [await newcomer(null), await newcomer(fewRegions)]
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into case_set (title, created_by) select 'bench ' || n, ${everything.id} from generate_series(1, ${sizes.sets}) n returning id
    ), joined as (
      insert into case_set_member (set_id, account_id, role)
      select made.id, who.id, who.role from made, (values (${everything.id}::integer, 'owner'), (${limited.id}, 'editor')) who (id, role)
    )
    select id from made order by id`.execute(db)
  const [set = 0, ...others] = rows.map(({ id }) => id)
  await sql`
    with picked as (
      select id, row_number() over (order by hashint4(id)) - 1 as nth from (
        select id from court_case order by hashint4(id) limit ${sizes.large + sizes.other * others.length}) sample
    )
    insert into case_set_item (set_id, case_id, position, status)
    select case when nth < ${sizes.large} then ${set}::integer else (${others}::integer[])[1 + nth % ${others.length}] end, id, nth,
      (array['unseen', 'working', 'checked', 'disputed'])[1 + nth % 4]
    from picked`.execute(db)
  await sql`vacuum analyze case_set, case_set_member, case_set_item`.execute(db)
  const { count } = await db
    .selectFrom('case_set_item')
    .where('set_id', '=', set)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { everything: everything.token, limited: limited.token, set, filled: count }
}

type Table = z.input<typeof previewRequest>
type Row = { number: string; court: string; uid: string; name: string; day: string }
/** Rows of cases all over the corpus; in the mixed table each says something else, as people write it, and one in ten is of no case. */
async function tablesOf(db: Kysely<DB>): Promise<readonly (readonly [title: string, table: Table])[]> {
  const { rows } = await sql<Row>`
    select case_number as number, court.title as court, coalesce(case_uid, '') as uid, coalesce(name, '') as name,
      coalesce(to_char(coalesce(result_date, entry_date), 'DD.MM.YYYY'), '') as day
    from (select * from court_case order by hashint4(id + 7) limit ${sizes.rows}) court_case join court on court.id = court_id
    left join case_defendant on case_id = court_case.id and ordinal = 0 and not case_defendant.hidden`.execute(db)
  const table = (kinds: Table['kinds'], cells: (row: Row, nth: number) => string[]): Table => ({
    heads: kinds.map(() => ''),
    kinds,
    rows: rows.map((row, nth) => ({ line: nth + 1, cells: cells(row, nth) })),
  })
  const initials = (name: string): string => name.replace(/^(\S+) (\S)\S* (\S).*$/, '$1 $2.$3.')
  const shortly = (court: string): string => court.replace('районный суд', 'р/с').replace('городской суд', 'г/с')
  return [
    ['номер и суд', table(['number', 'court'], ({ number, court }) => [number, court])],
    ['УИД', table(['uid'], ({ uid }) => [uid])],
    ['номер и имя', table(['number', 'name'], ({ number, name }) => [number, name])],
    ['имя, суд и дата', table(['name', 'court', 'date'], ({ name, court, day }) => [name, court, day])],
    [
      'вперемешку',
      table(['number', 'uid', 'name', 'court', 'date'], ({ number, uid, name, court, day }, nth) => {
        const ways = [
          [number, '', '', shortly(court), ''],
          ['', uid, '', '', ''],
          [number, '', initials(name), '', day],
          ['', '', initials(name), shortly(court), day],
          [number.replace(/\/20(\d\d)$/, '/$1'), '', name, court, ''],
        ]
        return nth % 10 === 9 ? [`5-${nth}/1999`, '', 'Безвестнов Лев Ильич', court, ''] : (ways[nth % 5] ?? [])
      }),
    ],
  ]
}
