import { type Kysely, sql, type Transaction } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import { lockPeople } from '../db/people-locks.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { personKey, regionKeys } from '../names/person-name.ts'

/**
 * Splits people keyed by region into people of one court each (decision 0060). The part with most cases keeps the id; manual decisions stay. No
 * checkpoint is needed: split people no longer have such keys.
 */
const batch = 500

export async function splitAllPeople(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  let done = 0
  while (!isStopped()) {
    const count = await retryTransaction(() => db.transaction().execute(splitSome))
    if (count === 0) break
    done += count
  }
  return done
}

const byRegion = sql<boolean>`match_key >= ${regionKeys.from} and match_key < ${regionKeys.to}`

export async function areAnyByRegion(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from defendant where ${byRegion}) as any`.execute(db)
  return rows[0]?.any ?? false
}

async function splitSome(trx: Transaction<DB>): Promise<number> {
  // Otherwise a person being forgotten could survive under the added ids.
  await lockPeople(trx)
  const { rows } = await sql<{ match_key: string }>`
    select match_key from defendant where ${byRegion} order by match_key limit ${batch}`.execute(trx)
  return splitPeople(
    trx,
    rows.map(({ match_key }) => match_key),
  )
}

type Gathered = { id: number; match_key: string; root: number; by_hand: boolean }
type Part = { own: number; court: number; cases: number[] }
/** `target`: by name; `root`: after merges; `was`: the former person. */
type Placed = Part & { target: number; root: number; was: number; key: string }

export async function splitPeople(trx: Transaction<DB>, keys: readonly string[]): Promise<number> {
  const { rows: people } = await sql<Gathered>`
    select id, match_key, coalesce(merged_into, id) as root, exists (
        select from person_merge where undone_at is null and why = 'desk' and defendant.id in (left_id, right_id)
      ) as by_hand
    from defendant where match_key = any(${keys}) order by id for update`.execute(trx)
  if (people.length === 0) return 0
  const parts = Map.groupBy(await partsOf(trx, people), ({ own }) => own)
  const placed = await placeParts(
    trx,
    people.flatMap(person => (parts.get(person.id) ?? []).map(part => ({ person, part }))),
  )
  const stays = new Map(placed.flatMap(one => (one.target === one.own ? [[one.own, one.key] as const] : [])))
  await sql`
    update defendant set match_key = r.key from ${recordset(
      people.map(({ id }) => ({ id, key: stays.get(id) ?? null })),
      'id integer, key text',
    )} where defendant.id = r.id`.execute(trx)
  const moved = placed.filter(({ own, target }) => own !== target)
  await move(trx, placed, moved)
  await keepNamesakes(trx, placed)
  await keepDecisions(trx, moved, new Set(people.flatMap(({ id, by_hand }) => (by_hand ? [id] : []))))
  return people.length
}

async function partsOf(trx: Transaction<DB>, people: readonly Gathered[]): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select r.id as own, court_id as court, array_agg(case_id order by case_id) as cases
    from ${recordset(people, 'id integer, root integer')}
    join case_defendant on case_defendant.defendant_id = r.root and coalesce(own_id, defendant_id) = r.id
    join court_case on court_case.id = case_id
    group by r.id, court_id order by r.id, count(*) desc, court_id`.execute(trx)
  return rows
}

async function placeParts(trx: Transaction<DB>, parts: readonly { person: Gathered; part: Part }[]): Promise<Placed[]> {
  const first = new Map<number, Part>()
  for (const { part } of parts) if (!first.has(part.own)) first.set(part.own, part)
  const keyed = parts.map(({ person, part }) => ({
    ...part,
    person,
    key: personKey(person.match_key.slice(person.match_key.indexOf(' ') + 1), part.court),
    stays: first.get(part.own) === part,
  }))
  const known = await personsOf(
    trx,
    keyed.map(({ key }) => key),
  )
  // Two former people may coincide in one court: the first stays and takes over the other's cases.
  for (const { key, stays, person } of keyed)
    if (stays && !known.has(key)) known.set(key, { id: person.id, root: person.root })
  const fresh = new Map(keyed.flatMap(({ key, own }) => (known.has(key) ? [] : [[key, { key, own }] as const])))
  const added = await sql<{ id: number; match_key: string }>`
    insert into defendant (name, name_normal, gender, match_key)
    select coalesce(own_name, name), coalesce(own_normal, name_normal), gender, r.key
    from ${recordset(
      [...fresh.values()],
      'own integer, key text',
    )} join defendant on defendant.id = r.own order by r.key
    returning id, match_key`.execute(trx)
  for (const { id, match_key } of added.rows) known.set(match_key, { id, root: id })
  return keyed.map(({ person, stays: _, ...part }) => {
    const target = known.get(part.key)
    if (target === undefined) throw new Error(`Nobody was added for ${part.own}`)
    return { ...part, was: person.root, target: target.id, root: person.by_hand ? person.root : target.root }
  })
}

async function personsOf(trx: Transaction<DB>, keys: readonly string[]) {
  const { rows } = await sql<{ id: number; root: number; match_key: string }>`
    select id, coalesce(merged_into, id) as root, match_key from defendant where match_key = any(${keys})
    order by id for update`.execute(trx)
  return new Map(rows.map(({ match_key, id, root }) => [match_key, { id, root }]))
}

async function move(trx: Transaction<DB>, placed: readonly Placed[], moved: readonly Placed[]): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.flatMap(({ cases, ...part }) => cases.map(case_id => ({ ...part, case_id })))
  await sql`
    update case_defendant set defendant_id = r.root, own_id = nullif(r.target, r.root)
    from ${recordset(rows, 'own integer, target integer, root integer, case_id integer')}
    where case_defendant.case_id = r.case_id and coalesce(own_id, defendant_id) = r.own`.execute(trx)
  const people = [...new Set(moved.flatMap(({ was, root }) => [was, root]))].sort((a, b) => a - b)
  await sql`
    insert into risk_due (defendant_id) select unnest(${people}::integer[]) on conflict do nothing`.execute(trx)
  // Evidence moved with the cases, so these people are resolved again.
  const split = new Set(moved.map(({ own }) => own))
  const due = placed.flatMap(({ own, cases }) => (split.has(own) ? cases : []))
  await sql`
    insert into people_due (case_id) select distinct unnest(${due}::integer[]) order by 1
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)
}

/** A decision about a name applies to each of its parts. */
async function keepDecisions(
  trx: Transaction<DB>,
  moved: readonly Placed[],
  byHand: ReadonlySet<number>,
): Promise<void> {
  if (moved.length === 0) return
  const columns = 'own integer, target integer, root integer'
  const held = moved.filter(({ own }) => byHand.has(own))
  await sql`
    update defendant set merged_into = nullif(r.root, r.target)
    from ${recordset(held, columns)} where defendant.id = r.target`.execute(trx)
  await sql`
    insert into person_merge (left_id, right_id, why, score, name_relation, evidence, account_id)
    select least(r.own, r.target), greatest(r.own, r.target), 'desk', 0, 'full', '{}', (
      select account_id from person_merge where undone_at is null and why = 'desk' and r.own in (left_id, right_id)
      order by id limit 1
    )
    from ${recordset(held, columns)} on conflict do nothing`.execute(trx)
  await sql`
    insert into person_pair (left_id, right_id, score, name_relation, evidence, verdict, found_at, decided_at, account_id)
    select least(r.target, other), greatest(r.target, other), score, name_relation, evidence, verdict, found_at, decided_at,
      account_id
    from ${recordset(moved, columns)}
    cross join lateral (
      select *, case when left_id = r.own then right_id else left_id end as other from person_pair
      where r.own in (left_id, right_id) and verdict = 'apart'
    ) decided
    where other <> r.target order by 1, 2 on conflict do nothing`.execute(trx)
}

/** A namesake distinguished by hand is kept for the part in the same court. */
async function keepNamesakes(trx: Transaction<DB>, placed: readonly Placed[]): Promise<void> {
  const { rows } = await sql<{ id: number; own: number; courts: number[] }>`
    select namesake.id, namesake.parted_from as own, array(
      select court_id from case_defendant join court_case on court_case.id = case_id
      where defendant_id = coalesce(namesake.merged_into, namesake.id) and coalesce(own_id, defendant_id) = namesake.id
    ) as courts
    from defendant namesake where parted_from = any(${[...new Set(placed.map(({ own }) => own))]}::integer[])`.execute(
    trx,
  )
  for (const { id, own, courts } of rows) {
    const beside = placed.filter(one => one.own === own && courts.includes(one.court))
    const [next] = beside
    if (next === undefined || beside.some(({ target }) => target === own)) continue
    await sql`update defendant set parted_from = ${next.target} where id = ${id}`.execute(trx)
  }
}
