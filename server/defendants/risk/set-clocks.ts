import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { companyPattern } from '#shared/domain/participant-roles.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { articleNumbersOf, crimeRules, rulesOn } from '#shared/domain/repeat-rules.ts'
import type { Scope } from '../../cases/predicates.ts'
import { readInstallation, writeInstallation } from '../../db/installation.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { DB } from '../../db/schema.ts'
import { clocksOf } from './clocks.ts'
import { personsCases } from './persons-cases.ts'

/**
 * Sets the clocks of repeat prosecution and the mark «at risk» for people queued in risk_due, in batches, in any number of processes. Once
 * a day, people whom the new day may concern are queued.
 */
const batch = 500
/** Clocks are computed from all cases; visibility is applied when they are shown. */
const everything: Scope = { accountId: null, regions: 'all' }
const noteKey = 'repeat_clocks'
const note = z.object({ day: z.string(), rules: z.string() })
/** A change of rules, or one that begins or ends, queues everybody. */
const markOf = (day: string): string =>
  ['what is told of the person alone', ...rulesOn(day, crimeRules).map(rule => JSON.stringify(rule))].join('\n')
const articleNumbers = articleNumbersOf(crimeRules)

/** Returns the number of people whose clocks were set. `today`: Moscow date. */
export async function setClocks(
  db: Kysely<DB>,
  { today = todayNow(), isStopped = () => false }: { today?: string; isStopped?: () => boolean } = {},
): Promise<number> {
  await queueNewDay(db, today)
  let done = 0
  while (!isStopped()) {
    const count = await retryTransaction(() => db.transaction().execute(trx => setSome(trx, today)))
    done += count
    if (count === 0) break
  }
  return done
}

async function setSome(trx: Transaction<DB>, today: string): Promise<number> {
  const { rows } = await sql<{ defendant_id: number }>`
    delete from risk_due where defendant_id in (
      select defendant_id from risk_due order by defendant_id limit ${batch} for update skip locked
    ) returning defendant_id`.execute(trx)
  const people = rows.map(({ defendant_id }) => defendant_id)
  if (people.length === 0) return 0
  const cases = await personsCases(trx, everything, people, { articleNumbers, today })
  const companies = await companiesAmong(trx, [...cases.keys()])
  const natural = [...cases].filter(([id]) => !companies.has(id))
  const clocks = natural.flatMap(([defendant_id, ofPerson]) =>
    clocksOf(ofPerson, today, crimeRules).flatMap(({ rule, counted, coming, atLine, end }) =>
      end === undefined
        ? []
        : {
            defendant_id,
            rule: rule.id,
            counted: counted.map(({ id }) => id),
            coming,
            at_line: atLine,
            until: end.until,
            until_is_earliest: end.isEarliest,
          },
    ),
  )
  await sql`delete from defendant_risk where defendant_id = any(${people}::integer[])`.execute(trx)
  if (clocks.length > 0)
    await sql`
      insert into defendant_risk (defendant_id, rule, counted, coming, at_line, until, until_is_earliest)
      select defendant_id, rule, counted, coming, at_line, until, until_is_earliest
      from json_to_recordset(${JSON.stringify(clocks)}::json) as r(defendant_id integer, rule text, counted integer[],
        coming integer[], at_line boolean, until date, until_is_earliest boolean)`.execute(trx)
  const later = await markAtRisk(
    trx,
    people,
    natural.flatMap(([person, ofPerson]) =>
      [...Map.groupBy(ofPerson, ({ region }) => region)]
        .filter(([, there]) => clocksOf(there, today, crimeRules).some(({ atLine }) => atLine))
        .map(([region]) => ({ person, region })),
    ),
  )
  return people.length - later
}

/** Only natural persons are prosecuted under УК. */
async function companiesAmong(trx: Transaction<DB>, people: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from defendant where id = any(${people}::integer[]) and name ~ ${companyPattern}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The mark of a case depends only on cases of its own region, so that it reveals nothing about other regions. A case
 * whose mark changes enters the change feed. Returns how many people stay queued because a case of theirs is locked.
 */
async function markAtRisk(
  trx: Transaction<DB>,
  people: readonly number[],
  atRisk: readonly { person: number; region: number }[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with marked as materialized (
      select * from unnest(${atRisk.map(({ person }) => person)}::integer[], ${atRisk.map(({ region }) => region)}::integer[])
        as one(person, region)
    ),
    wrong as materialized (
      select case_id, ordinal, defendant_id, not at_risk as at_risk from case_defendant join court_case on court_case.id = case_id
      where defendant_id = any(${people}::integer[])
        and at_risk <> ((defendant_id, region::integer) in (select person, region from marked))
    ),
    -- Who writes a case may wait for what we hold: we do not wait for them, and come back to its people.
    locked as materialized (
      select id from court_case where id in (select case_id from wrong) order by id for no key update skip locked
    ),
    moved as (
      update court_case set changed_xid = pg_current_xact_id() from locked where court_case.id = locked.id
      returning court_case.id
    ),
    told as (insert into case_change (case_id, kinds) select id, '{}' from moved),
    marking as (
      update case_defendant set at_risk = wrong.at_risk from wrong join moved on moved.id = wrong.case_id
      where case_defendant.case_id = wrong.case_id and case_defendant.ordinal = wrong.ordinal
    ),
    later as (
      insert into risk_due (defendant_id)
      select distinct defendant_id from wrong where case_id not in (select id from moved)
      returning defendant_id
    )
    select count(*) as count from later`.execute(trx)
  return rows[0]?.count ?? 0
}

/**
 * Queues people whom a new day may affect (a period ends, a decision comes into force), or everybody when the rules
 * have changed.
 */
export async function queueNewDay(db: Kysely<DB>, today: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
    const { data: known } = note.safeParse(await readInstallation(trx, noteKey))
    const rules = markOf(today)
    if (known?.day === today && known.rules === rules) return
    if (known?.rules !== rules)
      await sql`
        insert into risk_due (defendant_id)
        select distinct defendant_id from case_defendant
        join case_article using (case_id) join article on article.id = article_id
        where defendant_id is not null and codex = 'koap' and article_number = any(${articleNumbers})
        union select defendant_id from defendant_risk
        order by 1 on conflict do nothing`.execute(trx)
    else
      await sql`
        insert into risk_due (defendant_id)
        select defendant_id from defendant_risk
        where until < ${today} or coming <> '{}' or rule <> all(${rulesOn(today, crimeRules).map(({ id }) => id)}::text[])
        union
        -- Decided not long before the day that was noted last: they come into force without anything being said.
        select defendant_id from case_defendant
        join court_case on court_case.id = case_id join case_article using (case_id) join article on article.id = article_id
        where defendant_id is not null and court_case.type = 1 and stage = 1 and codex = 'koap'
          and article_number = any(${articleNumbers})
          and (result_date > ${known.day}::date - ${recentDays}::integer
            or own_result_date > ${known.day}::date - ${recentDays}::integer
            or result_valid_date > ${known.day}::date - ${recentDays}::integer)
        order by 1 on conflict do nothing`.execute(trx)
    await writeInstallation(trx, noteKey, { day: today, rules })
  })
}
/** Longer than a decision takes to come into force. */
const recentDays = 60
const lock = 7_301_014
