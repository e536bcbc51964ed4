import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Hearings as calendars know them. A court that moves a hearing takes one line off the card and writes another: for a
 * calendar it stays the same hearing (same number, higher sequence). What is taken off without another is cancelled; what was only perhaps
 * a hearing is forgotten, for nobody knows that there was one.
 */
export type Hearing = {
  event_date: string
  event_time: string | null
  happens_at: Date | null
  title: string
  hall: string
  /** The wording is not known: perhaps a hearing. */
  is_possible: boolean
}
export type Known = Hearing & { id: number; cancelled_at: Date | null }
/** What a calendar has to learn of one case. */
export type Step =
  | { act: 'add'; to: Hearing }
  | { act: 'move'; id: number; to: Hearing }
  | { act: 'cancel' | 'forget'; id: number }

const timeOf = ({ event_date, event_time }: Hearing): string => `${event_date} ${event_time ?? ''}`
const sameLine = (one: Hearing, other: Hearing): boolean => timeOf(one) === timeOf(other) && one.title === other.title
const same = (one: Hearing, other: Hearing): boolean =>
  sameLine(one, other) &&
  one.hall === other.hall &&
  one.is_possible === other.is_possible &&
  one.happens_at?.getTime() === other.happens_at?.getTime()

/** What was to be before `today` has been, and is neither moved nor cancelled; what is perhaps a hearing is added while it is ahead of `now`. */
export function stepsOf(
  known: readonly Known[],
  held: readonly Hearing[],
  { today, now }: { today: string; now: Date },
): Step[] {
  const left = [...known]
  const take = (fits: (one: Known) => boolean): Known | undefined => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const steps: Step[] = []
  const fresh: Hearing[] = []
  for (const hearing of held) {
    const before =
      take(one => one.cancelled_at === null && sameLine(one, hearing)) ?? take(one => sameLine(one, hearing))
    if (before === undefined) {
      if (!hearing.is_possible || isAhead(hearing, now)) fresh.push(hearing)
    } else if (before.cancelled_at !== null || !same(before, hearing))
      steps.push({ act: 'move', id: before.id, to: hearing })
  }
  const lost = left
    .filter(one => one.cancelled_at === null && one.event_date >= today)
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  for (const hearing of fresh.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))) {
    const at = hearing.event_date >= today ? lost.findIndex(one => isOneMoved(one, hearing)) : -1
    const moved = at < 0 ? undefined : lost.splice(at, 1)[0]
    steps.push(moved === undefined ? { act: 'add', to: hearing } : { act: 'move', id: moved.id, to: hearing })
  }
  return [...steps, ...lost.map(({ id, is_possible }): Step => ({ act: is_possible ? 'forget' : 'cancel', id }))]
}
/** What was perhaps a hearing is one that is told now only where it is of the same hour. */
const isOneMoved = (lost: Hearing, fresh: Hearing): boolean =>
  lost.is_possible === fresh.is_possible || (lost.is_possible && timeOf(lost) === timeOf(fresh))
const isAhead = ({ happens_at }: Hearing, now: Date): boolean => happens_at !== null && happens_at >= now

/** Brings what calendars know of these cases up to what the cards say. Quiet when nothing has changed. */
export async function followHearings(db: Kysely<DB>, caseIds: readonly number[], at: At): Promise<void> {
  if ((await stepsNow(db, caseIds, at)).length === 0) return
  await db.transaction().execute(async trx => {
    // One at a time: two programs that read at once do not make two of one hearing.
    await sql`select pg_advisory_xact_lock(hashtext('calendar_hearing'))`.execute(trx)
    const steps = await stepsNow(trx, caseIds, at)
    await add(
      trx,
      steps.flatMap(([case_id, step]) => (step.act === 'add' ? [{ case_id, ...valuesOf(step.to, at.now) }] : [])),
    )
    for (const [, step] of steps) if (step.act !== 'add') await change(trx, step, at.now)
  })
}

type At = { since: string; today: string; now: Date }
type Of<T> = T & { case_id: number }
async function stepsNow(db: Kysely<DB>, caseIds: readonly number[], at: At): Promise<[number, Step][]> {
  const { since } = at
  if (caseIds.length === 0) return []
  const held = await sql<Of<Hearing>>`
    select case_id, event_date::text, left(event_time::text, 5) as event_time, happens_at, event_type.title, hall,
      is_hearing is null as is_possible
    from case_event join event_type on event_type.id = event_type_id
    where case_id = any(${caseIds}::int[]) and (is_hearing or (is_hearing is null and happens_at is not null))
      and event_date >= ${since}::date
    order by case_id, ordinal`.execute(db)
  // `00:00` is no hour, and was one to an earlier version: such a row is the hearing of that day, and is put right.
  const known = await sql<Of<Known>>`
    select id, case_id, event_date::text, nullif(left(event_time::text, 5), '00:00') as event_time, happens_at, title, hall,
      is_possible, cancelled_at
    from calendar_hearing where case_id = any(${caseIds}::int[]) and event_date >= ${since}::date order by id`.execute(
    db,
  )
  const [heldOf, knownOf] = [Map.groupBy(held.rows, ofCase), Map.groupBy(known.rows, ofCase)]
  return [...new Set([...heldOf.keys(), ...knownOf.keys()])].flatMap(id =>
    stepsOf(knownOf.get(id) ?? [], heldOf.get(id) ?? [], at).map((step): [number, Step] => [id, step]),
  )
}
const ofCase = ({ case_id }: { case_id: number }): number => case_id

const valuesOf = (to: Hearing, now: Date) => ({
  event_date: to.event_date,
  event_time: to.event_time,
  happens_at: to.happens_at,
  title: to.title,
  hall: to.hall,
  is_possible: to.is_possible,
  changed_at: now,
  cancelled_at: null,
})

/** The first reading of a calendar adds all of it. */
const rowsAtOnce = 500
async function add(
  db: Kysely<DB>,
  rows: readonly (ReturnType<typeof valuesOf> & { case_id: number })[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('calendar_hearing')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}

const change = (db: Kysely<DB>, step: Exclude<Step, { act: 'add' }>, now: Date): Promise<unknown> =>
  step.act === 'forget'
    ? db.deleteFrom('calendar_hearing').where('id', '=', step.id).execute()
    : db
        .updateTable('calendar_hearing')
        .set({
          ...(step.act === 'move' ? valuesOf(step.to, now) : { cancelled_at: now, changed_at: now }),
          sequence: sql<number>`sequence + 1`,
        })
        .where('id', '=', step.id)
        .execute()
