import { type Kysely, sql, type Transaction } from 'kysely'
import { lockPeople } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'
import { readPersonName } from '../../names/person-name.ts'
import { compareNames } from './compare-names.ts'
import type { JudgedPair } from './judge-pairs.ts'
import { type NameParts, namePartsOf } from './name-parts.ts'
import { isStrong } from './score-pair.ts'
import { Sets } from './sets.ts'

/** A person is a connected component of merges in force. Each merge is a row, so any can be undone in any order. */
type MergeBy = { why: 'automatic' } | { why: 'desk'; accountId: number }

type Member = { id: number; root: number; name: string; full: boolean; parts: NameParts | undefined }

/** The whole components of these people, locked. */
async function membersWith(trx: Transaction<DB>, ids: readonly number[]): Promise<Map<number, Member>> {
  const { rows } = await sql<{ id: number; root: number; name: string; full: boolean }>`
    with root as (select distinct coalesce(merged_into, id) as id from defendant where id = any(${ids}))
    select id, coalesce(merged_into, id) as root, coalesce(own_name, name) as name, match_key is not null as full
    from defendant
    where id = any(array(select id from root)) or merged_into = any(array(select id from root))
    order by id for update`.execute(trx)
  return new Map(rows.map(row => [row.id, { ...row, parts: namePartsOf(row.name) }]))
}

export type Merging = {
  pairs: readonly JudgedPair[]
  /** Rejudged pairs: automatic merges among them are kept only if they are in `pairs`. */
  rejudged?: ReadonlySet<string>
  /**
   * Pairs with one full name and insufficient evidence of their own: only strong evidence may join them through a third
   * person.
   */
  apart?: ReadonlySet<string>
}
export const keyOf = (left: number, right: number): string => `${Math.min(left, right)} ${Math.max(left, right)}`
type Settled = { merged: JudgedPair[]; refused: JudgedPair[]; undone: number[] }

/**
 * Merges pairs, except those that would join people told apart or, automatically, people of one case, contradicting names or evidence. `undone`: people of
 * merges that no longer hold.
 */
export async function mergePairs(
  trx: Transaction<DB>,
  { pairs, rejudged = new Set(), apart = new Set() }: Merging,
  by: MergeBy,
): Promise<Settled> {
  if (pairs.length + rejudged.size === 0) return { merged: [], refused: [], undone: [] }
  await lockPeople(trx)
  const ends = [...pairs.map(({ left_id, right_id }) => keyOf(left_id, right_id)), ...rejudged]
  const members = await membersWith(
    trx,
    ends.flatMap(key => key.split(' ').map(Number)),
  )
  const live = await liveMerges(trx, [...members.keys()])
  const open = live.filter(
    ({ left_id, right_id, why }) => why === 'automatic' && rejudged.has(keyOf(left_id, right_id)),
  )
  const parted = await partedAmong(trx, [...members.keys()])
  const together = by.why === 'automatic' ? await onOneCase(trx, [...members.keys()]) : new Set<string>()
  const sets = new Sets([...members.keys()].map(id => [id, id] as const))
  for (const merge of live) if (!open.includes(merge)) sets.join(merge.left_id, merge.right_id)
  const contradict = (one: number, other: number, weak: boolean): boolean =>
    parted.has(keyOf(one, other)) ||
    together.has(keyOf(one, other)) ||
    (by.why === 'automatic' &&
      (areDifferent(members.get(one)?.parts, members.get(other)?.parts) || (weak && apart.has(keyOf(one, other)))))
  const known = new Set(live.map(({ left_id, right_id }) => keyOf(left_id, right_id)))
  const merged: JudgedPair[] = []
  const refused: JudgedPair[] = []
  for (const pair of pairs) {
    const [left, right] = [sets.of(pair.left_id), sets.of(pair.right_id)]
    if (left.length === 0 || right.length === 0 || sets.areOne(pair.left_id, pair.right_id)) continue
    const weak = !isStrong(pair.evidence)
    if (left.some(one => right.some(other => contradict(one, other, weak)))) refused.push(pair)
    else {
      sets.join(pair.left_id, pair.right_id)
      if (!known.has(keyOf(pair.left_id, pair.right_id))) merged.push(pair)
    }
  }
  const stands = new Set(pairs.map(({ left_id, right_id }) => keyOf(left_id, right_id)))
  const undone = open.filter(
    ({ left_id, right_id }) => !stands.has(keyOf(left_id, right_id)) || !sets.areOne(left_id, right_id),
  )
  if (merged.length + undone.length === 0) return { merged, refused, undone: [] }
  await withdraw(trx, undone)
  const moved = await settle(trx, members, sets)
  await noteMerges(trx, merged, by, moved, members)
  return { merged, refused, undone: undone.flatMap(({ left_id, right_id }) => [left_id, right_id]) }
}

type Live = { id: number; left_id: number; right_id: number; why: string }
async function liveMerges(trx: Transaction<DB>, ids: readonly number[]): Promise<Live[]> {
  const { rows } = await sql<Live>`
    select id, left_id, right_id, why from person_merge
    where undone_at is null and left_id = any(${ids}) and right_id = any(${ids}) order by id`.execute(trx)
  return rows
}

/** Undoes automatic merges; open questions are open again. */
async function withdraw(trx: Transaction<DB>, undone: readonly Live[]): Promise<void> {
  if (undone.length === 0) return
  await sql`update person_merge set undone_at = now() where id = any(${undone.map(({ id }) => id)})`.execute(trx)
  await sql`
    update person_pair set verdict = 'open', decided_at = null
    from json_to_recordset(${JSON.stringify(undone)}::json) as r(left_id integer, right_id integer)
    where person_pair.left_id = r.left_id and person_pair.right_id = r.right_id
      and verdict = 'same' and account_id is null`.execute(trx)
}

const areDifferent = (left: NameParts | undefined, right: NameParts | undefined): boolean =>
  left === undefined || right === undefined || compareNames(left, right) === 'different'

async function partedAmong(trx: Transaction<DB>, ids: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ left_id: number; right_id: number }>`
    select left_id, right_id from person_pair
    where verdict = 'apart' and left_id = any(${ids}) and right_id = any(${ids})`.execute(trx)
  return new Set(rows.map(({ left_id, right_id }) => `${left_id} ${right_id}`))
}

/** Pairs of these people whom a case names beside each other: the court tells them apart (decision 0024). */
export async function onOneCase(db: Kysely<DB>, ids: readonly number[]): Promise<ReadonlySet<string>> {
  if (ids.length < 2) return new Set()
  const { rows } = await sql<{ left_id: number; right_id: number }>`
    with stands as materialized (
      select distinct own.id, case_id from unnest(${ids}::integer[]) as own(id)
      join defendant on defendant.id = own.id
      join case_defendant on case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)
        and coalesce(case_defendant.own_id, case_defendant.defendant_id) = own.id
    )
    select distinct one.id as left_id, other.id as right_id
    from stands one join stands other on other.case_id = one.case_id and one.id < other.id`.execute(db)
  return new Set(rows.map(({ left_id, right_id }) => keyOf(left_id, right_id)))
}

/** The id that stays: the fullest name, then the smallest id. */
const headOf = (ids: readonly number[], members: ReadonlyMap<number, Member>): number => {
  const [head] = ids
    .flatMap(id => members.get(id) ?? [])
    .sort(
      (left, right) =>
        Number(right.full) - Number(left.full) || right.name.length - left.name.length || left.id - right.id,
    )
  return head?.id ?? 0
}

type Moved = { case_id: number; ordinal: number; was: number }

/** Writes the components; returns appearances that moved to another person. */
async function settle(trx: Transaction<DB>, members: ReadonlyMap<number, Member>, sets: Sets): Promise<Moved[]> {
  const changed = [...sets.all()].flatMap(ids => {
    const root = headOf(ids, members)
    return ids.flatMap(id => {
      const was = members.get(id)?.root
      return was === undefined || was === root ? [] : [{ id, was, root }]
    })
  })
  if (changed.length === 0) return []
  const rows = JSON.stringify(changed)
  await sql`
    update defendant set merged_into = nullif(r.root, r.id)
    from json_to_recordset(${rows}::json) as r(id integer, root integer) where defendant.id = r.id`.execute(trx)
  const moved = await sql<Moved>`
    update case_defendant set defendant_id = r.root, own_id = nullif(r.id, r.root)
    from json_to_recordset(${rows}::json) as r(id integer, was integer, root integer)
    where case_defendant.defendant_id = r.was and coalesce(case_defendant.own_id, case_defendant.defendant_id) = r.id
    returning case_id, ordinal, r.was`.execute(trx)
  await updatePersonNames(trx, [...new Set(changed.flatMap(({ was, root }) => [was, root]))])
  await sql`
    insert into risk_due (defendant_id) select distinct unnest(${changed.flatMap(({ was, root }) => [was, root])}::int[])
    on conflict do nothing`.execute(trx)
  return moved.rows
}

async function noteMerges(
  trx: Transaction<DB>,
  merged: readonly JudgedPair[],
  by: MergeBy,
  moved: readonly Moved[],
  members: ReadonlyMap<number, Member>,
): Promise<void> {
  if (merged.length === 0) return
  // An appearance belongs to the first merge that mentioned its former person.
  const first = new Map<number, number>()
  for (const [at, { left_id, right_id }] of merged.entries())
    for (const root of [members.get(left_id)?.root ?? 0, members.get(right_id)?.root ?? 0])
      if (!first.has(root)) first.set(root, at)
  const rows = merged.map((pair, at) => ({
    ...pair,
    moved: moved.filter(({ was }) => first.get(was) === at).map(({ case_id, ordinal }) => [case_id, ordinal]),
  }))
  await sql`
    insert into person_merge (left_id, right_id, why, score, name_relation, evidence, moved, account_id)
    select left_id, right_id, ${by.why}, score, name_relation, array(select json_array_elements_text(evidence)), moved,
      ${by.why === 'desk' ? by.accountId : null}::integer
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(left_id integer, right_id integer, score real,
      name_relation text, evidence json, moved jsonb)`.execute(trx)
  await sql`
    update person_pair set verdict = 'same', decided_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(left_id integer, right_id integer)
    where person_pair.left_id = r.left_id and person_pair.right_id = r.right_id and verdict = 'open'`.execute(trx)
}

/** Undoes a merge: people joined only by it become separate again, with the cases that each has received since. */
export async function undoMerge(trx: Transaction<DB>, id: number, accountId: number): Promise<boolean> {
  await lockPeople(trx)
  const { rows } = await sql<{ left_id: number; right_id: number }>`
    update person_merge set undone_at = now(), undone_by = ${accountId} where id = ${id} and undone_at is null
    returning left_id, right_id`.execute(trx)
  const [merge] = rows
  if (merge === undefined) return false
  const members = await membersWith(trx, [merge.left_id, merge.right_id])
  const sets = new Sets([...members.keys()].map(one => [one, one] as const))
  for (const { left_id, right_id } of await liveMerges(trx, [...members.keys()])) sets.join(left_id, right_id)
  await settle(trx, members, sets)
  return true
}

/**
 * The name of a person is the most frequent spelling, then the longest, then alphabetically. The own spelling stays in own_name, by which
 * people are searched.
 */
export async function updatePersonNames(trx: Transaction<DB>, people: readonly number[]): Promise<void> {
  if (people.length === 0) return
  const { rows } = await sql<{ id: number; shown: string | null }>`
    select id, shown from (
      select id, name, own_name, case when merged_into is not null then own_name else (
        select case_defendant.name from case_defendant where defendant_id = defendant.id
        group by case_defendant.name order by count(*) desc, length(case_defendant.name) desc, case_defendant.name collate "C" limit 1
      ) end as shown
      from defendant where id = any(${people}::integer[])
    ) as one where shown <> name order by id for update`.execute(trx)
  if (rows.length === 0) return
  const names = rows.map(({ id, shown }) => ({ id, name: shown, normal: readPersonName(shown ?? '').normal }))
  await sql`
    update defendant set name = r.name, name_normal = r.normal,
      own_name = nullif(coalesce(own_name, defendant.name), r.name),
      own_normal = case when coalesce(own_name, defendant.name) <> r.name then coalesce(own_normal, name_normal) end
    from json_to_recordset(${JSON.stringify(names)}::json) as r(id integer, name text, normal text)
    where defendant.id = r.id`.execute(trx)
}
