import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { CustodyTold } from '#shared/domain/deadlines/case-facts.ts'
import type { DB } from '../db/schema.ts'
import { type AccusedList, accusedList, penaltyOwners } from '../ingest/penalty-owners.ts'
import type { CustodyStatement } from '../texts/facts/custody.ts'

/** What courts said of custody: their decisions, as their texts were read, and notes of events on cards. */
type Said = { case_id: number; by: CustodyTold['by']; day: string | null; statements: CustodyStatement[] }

/**
 * `linked`: a later decision in a linked case ends a term too. `criminal`: only cards of criminal cases tell of
 * custody.
 */
type Asked = {
  ids: readonly number[]
  criminal: readonly number[]
  linked: ReadonlyMap<number, readonly { id: number }[]>
}
export async function readCustody(
  db: Kysely<DB>,
  { ids, criminal, linked }: Asked,
): Promise<Map<number, CustodyTold[]>> {
  const withLinked = (of: readonly number[]): number[] => [
    ...new Set(of.flatMap(id => [id, ...(linked.get(id) ?? []).map(other => other.id)])),
  ]
  const said = Map.groupBy(
    [...(await inDecisions(db, withLinked(ids))), ...(await onCards(db, withLinked(criminal)))],
    one => one.case_id,
  )
  if (said.size === 0) return new Map()
  const accused = await readAccused(db, [...said.keys()])
  return new Map(
    ids.map(id => [
      id,
      [
        ...(said.get(id) ?? []).flatMap(one => toldOf(one, accused.get(id))),
        ...(linked.get(id) ?? []).flatMap(other => (said.get(other.id) ?? []).flatMap(endedElsewhere)),
      ],
    ]),
  )
}

const statements = z.array(
  z.object({
    of: z.enum(['held', 'ended']),
    until: z.iso.date().nullable(),
    whom: z.array(z.string()),
    evidence: z.string(),
  }),
)
async function inDecisions(db: Kysely<DB>, ids: readonly number[]): Promise<Said[]> {
  const { rows } = await sql<{ case_id: number; day: string | null; custody: unknown }>`
    select said.case_id, result_date::text as day, facts->'custody' as custody
    from case_decision said join court_case on court_case.id = said.case_id
    where said.case_id = any(${ids}::integer[]) and facts ? 'custody'`.execute(db)
  return rows.map(({ custody, ...one }) => ({ ...one, by: 'decision', statements: statements.parse(custody) }))
}

async function onCards(db: Kysely<DB>, ids: readonly number[]): Promise<Said[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ case_id: number; day: string; result: string; note: string }>`
    select said.case_id, event_date::text as day, said.result, said.note
    from case_event said where case_id = any(${ids}::integer[]) and ${tellsOfCustody('said')}
    order by case_id, ordinal`.execute(db)
  if (rows.length === 0) return []
  const { custodyInLine } = await import('../texts/facts/custody.ts')
  return rows.map(({ case_id, day, result, note }) => ({
    case_id,
    day,
    by: 'card',
    statements: [result, note].flatMap(line => custodyInLine(line)),
  }))
}
/**
 * Finds every line that `custodyInLine` may answer for, in capitals and with Latin look-alikes too: a release that is not found leaves a
 * person held. Letters of both cases are named, since a database of the locale C knows no case of Russian ones; `translate` takes forty
 * times as long.
 */
export const tellsOfCustody = (event: string): RawBuilder<boolean> =>
  sql<boolean>`concat(${sql.ref(`${event}.result`)}, ' ', ${sql.ref(`${event}.note`)})
    ~ '[СсCc][ТтTt][РрPp][АаAa][Жж]|[Пп][РрPp][ЕеEe][СсCc][ЕеEe][Чч][ЕеEe][НнHh][ИиUu]'`

type Accused = AccusedList & { ordinals: readonly number[] }
async function readAccused(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, Accused>> {
  const { rows } = await sql<{
    id: number
    people: (AccusedList['people'][number] & { ordinal: number })[]
    others: { name: string; role: string; articles: string | null }[]
  }>`
    select id,
      (select coalesce(json_agg(json_build_object('name', name, 'gender', gender, 'hidden', hidden, 'ordinal', ordinal) order by ordinal), '[]')
        from case_defendant d where d.case_id = c.id) as people,
      (select coalesce(json_agg(json_build_object('name', name, 'role', role, 'articles', articles)), '[]')
        from case_participant p where p.case_id = c.id) as others
    from unnest(${ids}::integer[]) as c(id)`.execute(db)
  return new Map(
    rows.map(({ id, people, others }) => [
      id,
      { ...accusedList(people, others), ordinals: people.map(({ ordinal }) => ordinal) },
    ]),
  )
}

function toldOf({ by, day, statements }: Said, accused: Accused | undefined): CustodyTold[] {
  const all = statements.flatMap(({ whom }) => whom)
  return statements.map(({ of, until, whom, evidence }) => {
    // A line of a card is about its own case; for a text that names several people only the reader could tell.
    const names = whom.length === 0 && by === 'card' ? [null] : whom
    const owners = accused === undefined ? [] : penaltyOwners(names, accused, all)
    const people = owners.flatMap(({ defendant_ordinal: at }) => (at === null ? [] : (accused?.ordinals[at] ?? [])))
    return { of, until, people: people.length === names.length ? people : [], by, day, quote: evidence }
  })
}

/** Ordinals of another case belong to other people. */
const endedElsewhere = (one: Said): CustodyTold[] =>
  one.statements
    .filter(({ of }) => of === 'ended')
    .map(({ of, until, evidence }) => ({ of, until, people: [], by: 'card', day: one.day, quote: evidence }))
