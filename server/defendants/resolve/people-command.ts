import { type Kysely, sql } from 'kysely'
import { evidenceWords, relationWords } from '#shared/domain/person-evidence.ts'
import { caseForms, counted, plural, showNumber } from '#shared/domain/wording.ts'
import { Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { mergeReasons, type Reasons } from './judge-pairs.ts'
import { type Resolved, resolveAgain, resolvePeople } from './resolve-people.ts'

/** `sudmonitor people`: resolves people and prints totals with reasons. */
type PeopleOptions = { report?: true; again?: true }

const sample = 50
const pairForms = ['пара', 'пары', 'пар'] as const
const peopleForms = ['лицо', 'лица', 'лиц'] as const

export async function peopleCommand(db: Kysely<DB>, { report, again }: PeopleOptions): Promise<void> {
  if (again) await resolveAgain(db)
  const began = Date.now()
  const done = await resolvePeople(db, { onProgress: showProgress })
  if (done === undefined) throw new Refusal('Лица сейчас разбирает другой процесс, например сервер. Повторите позже.')
  if (process.stderr.isTTY && done.cases > 0) process.stderr.write('\n')
  const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
  console.log(
    `Просмотрено ${counted(done.cases, caseForms)} за ${showNumber(seconds)}\u00a0с, ${plural(done.merged, ['объединена', 'объединены', 'объединено'])} ${counted(done.merged, pairForms)}.`,
  )
  for (const line of await summary(db)) console.log(line)
  if (report) for (const line of await mergesAtRandom(db)) console.log(line)
}

const showProgress = ({ cases, merged, asked }: Readonly<Resolved>): void => {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\rПросмотрено ${showNumber(cases)}, объединений ${showNumber(merged)}, на решение ${showNumber(asked)}`,
    )
}

type Kind = Reasons & { count: number }
const inWords = ({ name_relation, evidence }: Reasons): string =>
  [relationWords[name_relation], ...evidence.map(kind => evidenceWords[kind].text)].join('; ')

async function kindsOf(db: Kysely<DB>, table: 'person_merge' | 'person_pair'): Promise<Kind[]> {
  // Pairs merged in another way need no decision.
  const isCounted =
    table === 'person_merge'
      ? sql`undone_at is null`
      : sql`verdict = 'open' and (select coalesce(merged_into, id) from defendant where id = left_id)
          <> (select coalesce(merged_into, id) from defendant where id = right_id)`
  const { rows } = await sql<{ name_relation: string; evidence: string[]; count: number }>`
    select name_relation, evidence, count(*) as count from ${sql.table(table)} where ${isCounted}
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows.map(row => ({ ...mergeReasons(row), count: row.count }))
}

async function summary(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ people: number; named: number; appearances: number; hidden: number }>`
    select count(distinct defendant_id) as people, count(distinct coalesce(own_id, defendant_id)) as named,
      count(defendant_id) as appearances, count(*) filter (where defendant_id is null) as hidden
    from case_defendant`.execute(db)
  const { people = 0, named = 0, appearances = 0, hidden = 0 } = rows[0] ?? {}
  const [merges, pairs] = [await kindsOf(db, 'person_merge'), await kindsOf(db, 'person_pair')]
  const list = (kinds: readonly Kind[]): string[] => kinds.map(kind => `  ${showNumber(kind.count)} — ${inWords(kind)}`)
  const total = (kinds: readonly Kind[]): string => showNumber(kinds.reduce((sum, { count }) => sum + count, 0))
  return [
    `Названо в делах: ${showNumber(appearances)} раз, скрыто: ${showNumber(hidden)}. По одним именам — ${counted(named, peopleForms)}, с объединениями — ${showNumber(people)}.`,
    `Объединений: ${total(merges)}.`,
    ...list(merges),
    `Ждут решения человека: ${total(pairs)}.`,
    ...list(pairs),
  ]
}

async function mergesAtRandom(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{
    left: string
    right: string
    name_relation: string
    evidence: string[]
    cases: string[]
  }>`
    select l.name as left, r.name as right, name_relation, evidence, array(
      select concat_ws(', ', case_number, court.title, entry_date, result_date)
      from case_defendant join court_case on court_case.id = case_defendant.case_id
      join court on court.id = court_case.court_id
      where defendant_id = coalesce(l.merged_into, l.id) and coalesce(own_id, defendant_id) in (l.id, r.id)
      order by entry_date limit 6
    ) as cases
    from (select * from person_merge where undone_at is null order by random() limit ${sample}) merge
    join defendant l on l.id = merge.left_id join defendant r on r.id = merge.right_id`.execute(db)
  return [
    `Наугад ${counted(rows.length, ['объединение', 'объединения', 'объединений'])}:`,
    ...rows.flatMap(row => [
      `${row.left} = ${row.right} (${inWords(mergeReasons(row))})`,
      ...row.cases.map(one => `    ${one}`),
    ]),
  ]
}
