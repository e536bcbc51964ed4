import { sql, type Transaction } from 'kysely'
import { copyRows } from '../db/copy-rows.ts'
import type { DB } from '../db/schema.ts'
import { clueKindOf, cluesOf, type LinkableCase } from './clues.ts'
import { doubtedBy, settleInQuestion } from './in-question.ts'
import { type ClueGroup, type JudgedLinks, judgeLinks, type LinkPair, linkKey, mostMembers } from './judge-links.ts'
import { readSides } from './sides.ts'

/**
 * Maintains links and candidates as cases change, in any order: they depend only on stored data and people's decisions. Works on batches;
 * all look-ups use indexes.
 */
export type Linkable = LinkableCase & { id: number; isNew: boolean }

export type Ties = { clues: ReadonlySet<number>; uids: ReadonlySet<string> }

/** Replaces the clues of the cases; answers all ties, former ones too. */
export async function writeClues(
  trx: Transaction<DB>,
  cases: readonly Linkable[],
  uids: ReadonlySet<string>,
): Promise<Ties> {
  const changed = cases.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const former =
    changed.length === 0
      ? []
      : (
          await sql<{ clue: number }>`
            delete from case_clue where case_id = any(${changed}) returning clue`.execute(trx)
        ).rows.map(({ clue }) => clue)
  const rows = cases.flatMap(one => cluesOf(one).map(clue => ({ ...clue, case_id: one.id, stage: one.stage })))
  // Index order: neighbours share a page.
  rows.sort((left, right) => left.clue - right.clue)
  await copyRows(trx, 'case_clue', rows)
  return { clues: new Set([...former, ...rows.map(({ clue }) => clue)]), uids }
}

/** The last locks of a transaction that wrote cases: of two writers of one matter the second waits here, and sees both cases. */
export async function lockLinks(trx: Transaction<DB>, { clues, uids }: Ties): Promise<void> {
  // 256 locks, so that a large batch does not fill the server's lock table.
  await sql`
    select pg_advisory_xact_lock(${lockClass}::integer, slot)
    from (
      select hashtext(uid) & 255 as slot from unnest(${[...uids]}::text[]) uid
      union select (clue / 4 & 255)::integer from unnest(${[...clues]}::bigint[]) clue
      order by 1
    ) slots`.execute(trx)
}
const lockClass = 7_301

/** `relinked`: cases with changed links; `doubted`: first instances with changed candidates. */
type Linked = { relinked: number[]; doubted: number[] }

export async function linkCases(
  trx: Transaction<DB>,
  cases: readonly { id: number; isNew: boolean }[],
  ties: Ties,
): Promise<Linked> {
  const changed = cases.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const groups = await groupsBy(trx, ties)
  const involved = [...new Set([...changed, ...groups.flatMap(({ members }) => members.map(({ id }) => id))])]
  if (involved.length === 0) return { relinked: [], doubted: [] }
  const all = [...groups, ...(await groupsBy(trx, await otherTies(trx, involved, ties)))]
  const members = [...new Set([...involved, ...all.flatMap(group => group.members.map(({ id }) => id))])]
  const judged = judgeLinks(await readSides(trx, members), all, await refusedAmong(trx, members))
  const within = new Set(involved)
  const ours = ({ first, second }: LinkPair): boolean => within.has(first) && within.has(second)
  const before = await doubtedBy(trx, changed)
  const { relinked, proposed } = await writePairs(trx, involved, changed, {
    links: judged.links.filter(ours),
    candidates: judged.candidates.filter(ours),
  })
  const doubted = [...new Set([...before, ...proposed])]
  await settleInQuestion(trx, [...new Set([...involved, ...relinked, ...doubted])])
  return { relinked, doubted }
}

type GroupRow = { key: string; clue: number | null; id: number; role: number; stage: number }

/** Groups that have both instances and are not too large. */
async function groupsBy(trx: Transaction<DB>, { clues, uids }: Ties): Promise<ClueGroup[]> {
  if (clues.size + uids.size === 0) return []
  const { rows } = await sql<GroupRow>`
    with alive as materialized (
      -- Cases of second instance are the fewer.
      select distinct clue from case_clue where clue = any(${[...clues]}::bigint[]) and stage = 2
    )
    select one.clue::text as key, one.clue, one.case_id as id, one.role, one.stage
    from alive cross join lateral (
      select clue, case_id, role, stage from case_clue where case_clue.clue = alive.clue limit ${mostMembers + 1}
    ) one
    union all
    select type || ' ' || case_uid, null, id, 0, stage from court_case
    where case_uid collate "C" = any(${[...uids]}::text[])`.execute(trx)
  return [...Map.groupBy(rows, ({ key }) => key).values()]
    .filter(members => members.some(({ stage }) => stage === 1) && members.some(({ stage }) => stage === 2))
    .map(members => {
      const clue = members[0]?.clue ?? null
      return { kind: clue === null ? 'uid' : clueKindOf(clue), members: members.map(({ id, role }) => ({ id, role })) }
    })
}

async function otherTies(trx: Transaction<DB>, ids: readonly number[], known: Ties): Promise<Ties> {
  const { rows } = await sql<{ clue: number | null; uid: string | null }>`
    select clue, null as uid from case_clue where case_id = any(${ids}::int[])
    union all select null, case_uid from court_case where id = any(${ids}::int[]) and case_uid is not null`.execute(trx)
  return {
    clues: new Set(rows.flatMap(({ clue }) => (clue === null || known.clues.has(clue) ? [] : [clue]))),
    uids: new Set(rows.flatMap(({ uid }) => (uid === null || known.uids.has(uid) ? [] : [uid]))),
  }
}

async function refusedAmong(trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ first_id: number; second_id: number }>`
    select first_id, second_id from case_link_verdict
    where not is_same and first_id = any(${ids}::int[]) and second_id = any(${ids}::int[])`.execute(trx)
  return new Set(rows.map(({ first_id, second_id }) => linkKey(first_id, second_id)))
}

/** Replaces links and candidates among the involved; people's decisions prevail. */
async function writePairs(
  trx: Transaction<DB>,
  involved: readonly number[],
  changed: readonly number[],
  { links, candidates }: JudgedLinks,
): Promise<{ relinked: number[]; proposed: number[] }> {
  const { rows } = await sql<{ id: number; is_link: boolean }>`
    with verdict as materialized (
      select first_id, second_id, is_same from case_link_verdict
      where first_id = any(${involved}::int[]) or second_id = any(${involved}::int[])
    ),
    judged as materialized (
      select first_id, second_id, why, certainty from ${pairsOf(links)}
      where (first_id, second_id) not in (select first_id, second_id from verdict)
      union all select first_id, second_id, ${confirmed}, 1 from verdict where is_same
    ),
    either_way as materialized (
      select first_id as case_id, second_id as other_id, why, certainty from judged
      union all select second_id, first_id, why, certainty from judged
    ),
    stale as (
      delete from case_link
      -- Arrays keep both halves on their indexes; a join by either column would read every link there is.
      where (case_id = any(${involved}::int[]) or other_id = any(${involved}::int[]))
        and ((case_id = any(${involved}::int[]) and other_id = any(${involved}::int[]))
          or case_id = any(${changed}::int[]) or other_id = any(${changed}::int[]))
        and (case_id, other_id) not in (select case_id, other_id from either_way)
      returning case_id as id
    ),
    stale_candidate as (
      delete from case_link_candidate
      where ((first_id = any(${involved}::int[]) and second_id = any(${involved}::int[]))
          or first_id = any(${changed}::int[]) or second_id = any(${changed}::int[]))
        and (first_id, second_id) not in (select first_id, second_id from ${pairsOf(candidates)})
      returning first_id as id
    ),
    candidate as (
      insert into case_link_candidate (first_id, second_id, why, certainty)
      select first_id, second_id, why, certainty from ${pairsOf(candidates)}
      where (first_id, second_id) not in (select first_id, second_id from verdict)
      on conflict (first_id, second_id) do update set why = excluded.why, certainty = excluded.certainty
      where (case_link_candidate.why, case_link_candidate.certainty) is distinct from (excluded.why, excluded.certainty)
      returning first_id as id
    ),
    linked as (
      insert into case_link (case_id, other_id, why, certainty)
      select case_id, other_id, why, certainty from either_way
      on conflict (case_id, other_id) do update set why = excluded.why, certainty = excluded.certainty
      where (case_link.why, case_link.certainty) is distinct from (excluded.why, excluded.certainty)
      returning case_id as id
    )
    select id, true as is_link from stale union select id, true from linked
    union select id, false from stale_candidate union select id, false from candidate`.execute(trx)
  const idsOf = (isLink: boolean): number[] => rows.flatMap(({ id, is_link }) => (is_link === isLink ? [id] : []))
  return { relinked: idsOf(true), proposed: idsOf(false) }
}
const confirmed = 'confirmed'

const pairsOf = (pairs: readonly LinkPair[]) => sql`unnest(
  ${pairs.map(({ first }) => first)}::int[], ${pairs.map(({ second }) => second)}::int[],
  ${pairs.map(({ why }) => why)}::text[], ${pairs.map(({ certainty }) => certainty)}::real[]
) as pair(first_id, second_id, why, certainty)`

/** Queues clocks and people: a review affects the clocks of the people of the decision, and links are evidence of identity. */
export async function noteLinksDue(trx: Transaction<DB>, { relinked, doubted }: Linked): Promise<void> {
  const cases = [...relinked, ...doubted]
  if (cases.length > 0)
    await sql`
      insert into risk_due (defendant_id)
      select distinct defendant_id from case_defendant
      where defendant_id is not null and case_id = any(${cases}::integer[])
      order by 1 on conflict do nothing`.execute(trx)
  await notePeopleDue(trx, relinked)
}

export async function notePeopleDue(trx: Transaction<DB>, relinked: readonly number[]): Promise<void> {
  if (relinked.length === 0) return
  await sql`
    insert into people_due (case_id)
    select distinct case_id from case_defendant where case_id = any(${relinked}::integer[]) and not hidden
    order by 1 on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)
}
