import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type FoundPair, type NamedPerson, namedOf, ownName } from './find-pairs.ts'
import type { JudgedPair } from './judge-pairs.ts'
import { keyOf } from './merge-people.ts'
import { weighPairs } from './pair-evidence.ts'
import { isEnough, isStrong, scorePair } from './score-pair.ts'
import { Sets } from './sets.ts'

/** Weak merges: two people of one full name whose own evidence is too weak are not joined through a third, unless by strong evidence. */
const mostCompared = 60

type Member = NamedPerson & { root: number }

/** Pairs that `merge` would join although their own evidence does not suffice. `asked`: open pairs count as joined. */
export async function keptApart(
  db: Kysely<DB>,
  merge: readonly JudgedPair[],
  asked: readonly AskedPair[],
): Promise<ReadonlySet<string>> {
  if (merge.every(({ evidence }) => isStrong(evidence))) return new Set()
  const members = await membersOf(
    db,
    [...merge, ...asked].flatMap(({ left_id, right_id }) => [left_id, right_id]),
  )
  const sets = new Sets([...members.values()].map(({ id, root }) => [id, root] as const))
  for (const { left_id, right_id } of [...merge, ...asked]) sets.join(left_id, right_id)
  const apart = new Set<string>()
  const pairs: FoundPair[] = []
  for (const ids of sets.all()) {
    const full = ids.flatMap(id => members.get(id) ?? []).filter(one => one.full !== undefined)
    for (const [at, one] of full.entries())
      for (const other of full.slice(at + 1)) {
        if (one.full !== other.full || one.root === other.root) continue
        const [left, right] = one.id < other.id ? [one, other] : [other, one]
        apart.add(keyOf(left.id, right.id))
        if (full.length <= mostCompared) pairs.push({ left, right, relation: 'full' })
      }
  }
  for (const { left, right, relation, found } of await weighPairs(db, { pairs, people: new Map() }))
    if (scorePair(relation, found).judgement === 'merge') apart.delete(keyOf(left.id, right.id))
  return apart
}

async function membersOf(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, Member>> {
  const { rows } = await sql<Omit<Member, 'parts'>>`
    with root as (select distinct coalesce(merged_into, id) as id from defendant where id = any(${ids}))
    select id, coalesce(merged_into, id) as root, ${ownName()} from defendant
    where id = any(array(select id from root)) or merged_into = any(array(select id from root))`.execute(db)
  return new Map(
    rows.flatMap(row => {
      const named = namedOf(row)
      return named === undefined ? [] : [[row.id, { ...named, root: row.root }] as const]
    }),
  )
}

type AskedPair = FoundPair & Pick<JudgedPair, 'left_id' | 'right_id' | 'score' | 'evidence'>

export async function pairsAwaitingDecision(db: Kysely<DB>, merge: readonly JudgedPair[]): Promise<AskedPair[]> {
  const ids = merge.flatMap(({ left_id, right_id }) => [left_id, right_id])
  const known = new Set(merge.map(({ left_id, right_id }) => keyOf(left_id, right_id)))
  const { rows } = await sql<Omit<AskedPair, 'left' | 'right'> & { left_id: number; right_id: number }>`
    select left_id, right_id, score, name_relation as relation, evidence
    from (
      select * from person_pair where left_id = any(${ids}::integer[])
      union select * from person_pair where right_id = any(${ids}::integer[])
    ) pair
    join defendant l on l.id = left_id join defendant r on r.id = right_id
    where verdict = 'open' and coalesce(l.merged_into, l.id) <> coalesce(r.merged_into, r.id)`.execute(db)
  const enough = rows.filter(({ left_id, right_id, score }) => isEnough(score) && !known.has(keyOf(left_id, right_id)))
  const names = await membersOf(
    db,
    enough.flatMap(({ left_id, right_id }) => [left_id, right_id]),
  )
  return enough.flatMap(pair => {
    const [left, right] = [names.get(pair.left_id), names.get(pair.right_id)]
    return left && right ? [{ ...pair, left, right }] : []
  })
}

/** A person who fits two different ones equally well is merged with neither. */
export function withoutTies(
  merge: readonly JudgedPair[],
  asked: readonly AskedPair[],
  { apart, together }: Record<'apart' | 'together', ReadonlySet<string>>,
): { merge: JudgedPair[]; ask: JudgedPair[] } {
  const beside = Map.groupBy(
    [...merge, ...asked].flatMap(({ left_id, right_id, score }) => [
      { id: left_id, other: right_id, score },
      { id: right_id, other: left_id, score },
    ]),
    ({ id }) => id,
  )
  const isTied = ({ left_id, right_id, score, evidence }: JudgedPair): boolean =>
    [
      [left_id, right_id],
      [right_id, left_id],
    ].some(([id = 0, other = 0]) =>
      beside
        .get(id)
        ?.some(
          rival =>
            rival.score >= score &&
            (together.has(keyOf(rival.other, other)) || (!isStrong(evidence) && apart.has(keyOf(rival.other, other)))),
        ),
    )
  return { merge: merge.filter(pair => !isTied(pair)), ask: merge.filter(isTied) }
}
