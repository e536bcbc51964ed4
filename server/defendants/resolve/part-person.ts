import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../../db/audit.ts'
import { lockPeople } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'

/**
 * Moves cases of a namesake of the same court to a new person. The two are marked as apart, as by a decision at the desk; undoing that
 * merges them again.
 */
export type SplitResult =
  | { is: 'done'; id: number }
  | { is: 'unknown person' | 'not their cases' | 'several names' | 'no full name' | 'all cases' }

type Appearance = { case_id: number; own: number }

export async function splitPerson(
  db: Kysely<DB>,
  { person, cases, accountId }: { person: number; cases: readonly number[]; accountId: number },
): Promise<SplitResult> {
  return db.transaction().execute(async trx => {
    await lockPeople(trx)
    const whole = await appearancesOf(trx, person)
    if (whole.length === 0) return { is: 'unknown person' }
    const chosen = whole.filter(({ case_id }) => cases.includes(case_id))
    if (new Set(chosen.map(({ case_id }) => case_id)).size < new Set(cases).size) return { is: 'not their cases' }
    const [own, ...others] = new Set(chosen.map(one => one.own))
    if (own === undefined) return { is: 'not their cases' }
    if (others.length > 0) return { is: 'several names' }
    if (whole.every(one => one.own !== own || cases.includes(one.case_id))) return { is: 'all cases' }
    const id = await namesakeOf(trx, own)
    if (id === undefined) return { is: 'no full name' }
    await move(trx, own, id, cases)
    await keepApart(trx, own, id, accountId)
    const { name } = await trx.selectFrom('defendant').select('name').where('id', '=', own).executeTakeFirstOrThrow()
    await recordAudit(trx, { accountId }, 'people_split', { name, cases: new Set(cases).size })
    return { is: 'done', id }
  })
}

/** All appearances of the person, by any of its ids; locked. */
async function appearancesOf(trx: Transaction<DB>, person: number): Promise<Appearance[]> {
  await sql`
    select from defendant
    where id = (select coalesce(merged_into, id) from defendant where id = ${person}) or merged_into = ${person}
    order by id for update`.execute(trx)
  const { rows } = await sql<Appearance>`
    select case_id, coalesce(own_id, defendant_id) as own from case_defendant
    where defendant_id = (select coalesce(merged_into, id) from defendant where id = ${person})`.execute(trx)
  return rows
}

/** Only people with a full name can be split; other merges are undone. */
async function namesakeOf(trx: Transaction<DB>, own: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into defendant (name, name_normal, gender, parted_from)
    select coalesce(own_name, name), coalesce(own_normal, name_normal), gender, id from defendant
    where id = ${own} and (match_key is not null or parted_from is not null)
    returning id`.execute(trx)
  return rows[0]?.id
}

async function move(trx: Transaction<DB>, own: number, id: number, cases: readonly number[]): Promise<void> {
  await sql`
    with moved as (
      update case_defendant set defendant_id = ${id}, own_id = null
      where case_id = any(${cases}::integer[]) and coalesce(own_id, defendant_id) = ${own}
    )
    insert into risk_due (defendant_id)
    select coalesce(merged_into, id) from defendant where id = ${own} union select ${id}::integer
    on conflict do nothing`.execute(trx)
  // Their evidence has moved: resolve them again.
  await sql`
    insert into people_due (case_id) select distinct unnest(${cases}::integer[]) order by 1
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)
}

/** The new id is the greater one. */
const keepApart = (trx: Transaction<DB>, own: number, id: number, accountId: number) =>
  trx
    .insertInto('person_pair')
    .values({
      left_id: own,
      right_id: id,
      score: 0,
      name_relation: 'full',
      evidence: [],
      verdict: 'apart',
      decided_at: new Date(),
      account_id: accountId,
    })
    .execute()
