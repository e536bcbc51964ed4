import { type Kysely, sql } from 'kysely'
import { showDate } from '#shared/domain/dates.ts'
import { saidOf, withoutSaid, withSaid } from '#shared/domain/hearing-said.ts'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import type { DB, RowOf } from '../db/schema.ts'

/**
 * Hearings as calendars know them. A moved hearing keeps its UID and gets a higher sequence; a removed one is
 * cancelled, and a possible one is deleted.
 */
export type CalendarHearing = RowOf<
  'calendar_hearing',
  'event_date' | 'event_time' | 'happens_at' | 'title' | 'hall' | 'is_possible'
>
export type KnownHearing = CalendarHearing & { id: number; cancelled_at: Date | null; is_far?: boolean }
type HearingChange =
  | { act: 'add'; to: CalendarHearing }
  | { act: 'move'; id: number; to: CalendarHearing }
  | { act: 'cancel' | 'forget'; id: number }

const timeOf = ({ event_date, event_time }: CalendarHearing): string => `${event_date} ${event_time ?? ''}`
const sameLine = (one: CalendarHearing, other: CalendarHearing): boolean =>
  timeOf(one) === timeOf(other) && withoutSaid(one.title) === withoutSaid(other.title)
const same = (one: CalendarHearing, other: CalendarHearing): boolean =>
  sameLine(one, other) &&
  one.title === other.title &&
  one.hall === other.hall &&
  one.is_possible === other.is_possible &&
  one.happens_at?.getTime() === other.happens_at?.getTime()

/** `is_far`: of a year that is mistyped (decision 0136). Calendars do not show such a line, and know it from its first reading on. */
export type HeldHearing = CalendarHearing & { is_far?: boolean }
/**
 * Hearings before `today` are neither moved nor cancelled; possible hearings are added only after `now`. What the card
 * says of a hearing once it has begun is its outcome: the title stays as it was.
 */
export function diffHearings(
  known: readonly KnownHearing[],
  held: readonly HeldHearing[],
  { today, now }: { today: string; now: Date },
): HearingChange[] {
  const far = diffFar(known, held)
  const left = known.filter(({ is_far }) => !is_far)
  const take = (fits: (one: KnownHearing) => boolean): KnownHearing | undefined => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const changes: HearingChange[] = [...far.changes]
  const fresh: CalendarHearing[] = []
  for (const { is_far, ...line } of held) {
    if (is_far) continue
    const before = take(one => one.cancelled_at === null && sameLine(one, line)) ?? take(one => sameLine(one, line))
    const title = isOver(line, { today, now }) ? (before?.title ?? withoutSaid(line.title)) : line.title
    const hearing = { ...line, title }
    if (before === undefined) {
      if (!hearing.is_possible || isAhead(hearing, now)) fresh.push(hearing)
    } else if (before.cancelled_at !== null || !same(before, hearing))
      changes.push({ act: 'move', id: before.id, to: hearing })
  }
  const lost = left
    .filter(one => one.cancelled_at === null && one.event_date >= today)
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  for (const hearing of fresh.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))) {
    const at = hearing.event_date >= today ? lost.findIndex(one => isOneMoved(one, hearing)) : -1
    const moved = at < 0 ? undefined : lost.splice(at, 1)[0]
    changes.push(moved === undefined ? { act: 'add', to: hearing } : { act: 'move', id: moved.id, to: hearing })
  }
  return [
    ...changes,
    ...lost.flatMap(({ id, cancelled_at: _, is_far: __, ...hearing }): HearingChange[] => {
      if (hearing.is_possible) return [{ act: 'forget', id }]
      const said = far.saidOf(hearing)
      if (said === undefined) return [{ act: 'cancel', id }]
      return said === hearing.title ? [] : [{ act: 'move', id, to: { ...hearing, title: said } }]
    }),
  ]
}
/**
 * A hearing whose line went when one of a mistyped year came has perhaps moved, perhaps not: it stays, and its title quotes that line. Where such
 * a line stood before, the hearing was cancelled beside it.
 */
function diffFar(known: readonly KnownHearing[], held: readonly HeldHearing[]) {
  const before = known.filter(({ is_far }) => is_far)
  const now = held.filter(({ is_far }) => is_far)
  const come = now.filter(line => !before.some(one => sameLine(one, line)))
  const quoting = (hearing: CalendarHearing, line: CalendarHearing): string =>
    withSaid(withoutSaid(hearing.title), [showDate(line.event_date), line.event_time].filter(Boolean).join(' '))
  return {
    changes: [
      ...come.map(({ is_far: _, ...to }): HearingChange => ({ act: 'add', to })),
      ...before
        .filter(one => !now.some(line => sameLine(one, line)))
        .map(({ id }): HearingChange => ({ act: 'forget', id })),
    ],
    saidOf: (hearing: CalendarHearing): string | undefined =>
      now
        .filter(line => withoutSaid(line.title) === withoutSaid(hearing.title))
        .filter(line => come.includes(line) || quoting(hearing, line) === hearing.title)
        .map(line => quoting(hearing, line))[0],
  }
}
/** A possible hearing becomes a certain one only at the same time. */
const isOneMoved = (lost: CalendarHearing, fresh: CalendarHearing): boolean =>
  lost.is_possible === fresh.is_possible || (lost.is_possible && timeOf(lost) === timeOf(fresh))
const isAhead = ({ happens_at }: CalendarHearing, now: Date): boolean => happens_at !== null && happens_at >= now
const isOver = ({ event_date, happens_at }: CalendarHearing, { today, now }: { today: string; now: Date }): boolean =>
  happens_at === null ? event_date < today : happens_at < now

export async function syncHearings(db: Kysely<DB>, caseIds: readonly number[], at: At): Promise<void> {
  if ((await pendingChanges(db, caseIds, at)).length === 0) return
  await db.transaction().execute(async trx => {
    // Two concurrent readers must not add a hearing twice.
    await sql`select pg_advisory_xact_lock(hashtext('calendar_hearing'))`.execute(trx)
    const changes = await pendingChanges(trx, caseIds, at)
    await add(
      trx,
      changes.flatMap(([case_id, change]) =>
        change.act === 'add' ? [{ case_id, ...valuesOf(change.to, at.now) }] : [],
      ),
    )
    for (const [, change] of changes) if (change.act !== 'add') await applyChange(trx, change, at.now)
  })
}

type At = { since: string; today: string; now: Date }
type Of<T> = T & { case_id: number }
async function pendingChanges(db: Kysely<DB>, caseIds: readonly number[], at: At): Promise<[number, HearingChange][]> {
  const { since } = at
  if (caseIds.length === 0) return []
  const held = await sql<Of<CalendarHearing & { result: string; is_far: boolean }>>`
    select case_id, event_date::text, left(event_time::text, 5) as event_time, happens_at, event_type.title, result, hall,
      is_hearing is null as is_possible, not (${isWithinAYear}) as is_far
    from case_event join event_type on event_type.id = event_type_id
    where case_id = any(${caseIds}::int[]) and (is_hearing or (is_hearing is null and happens_at is not null))
      and event_date >= ${since}::date
    order by case_id, ordinal`.execute(db)
  // An earlier version stored an unknown time as 00:00.
  const known = await sql<Of<KnownHearing>>`
    select id, case_id, event_date::text, nullif(left(event_time::text, 5), '00:00') as event_time, happens_at, title, hall,
      is_possible, cancelled_at, not (${isWithinAYear}) as is_far
    from calendar_hearing where case_id = any(${caseIds}::int[]) and event_date >= ${since}::date order by id`.execute(
    db,
  )
  const told = held.rows.map(({ result, ...row }) => ({ ...row, title: withSaid(row.title, saidOf(result)) }))
  const [heldOf, knownOf] = [Map.groupBy(told, ofCase), Map.groupBy(known.rows, ofCase)]
  return [...new Set([...heldOf.keys(), ...knownOf.keys()])].flatMap(id =>
    diffHearings(knownOf.get(id) ?? [], heldOf.get(id) ?? [], at).map((change): [number, HearingChange] => [
      id,
      change,
    ]),
  )
}
const ofCase = ({ case_id }: { case_id: number }): number => case_id

const valuesOf = (to: CalendarHearing, now: Date) => {
  const { event_date, event_time, happens_at, title, hall, is_possible } = to
  return { event_date, event_time, happens_at, title, hall, is_possible, changed_at: now, cancelled_at: null }
}

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

const applyChange = (db: Kysely<DB>, change: Exclude<HearingChange, { act: 'add' }>, now: Date): Promise<unknown> =>
  change.act === 'forget'
    ? db.deleteFrom('calendar_hearing').where('id', '=', change.id).execute()
    : db
        .updateTable('calendar_hearing')
        .set({
          ...(change.act === 'move' ? valuesOf(change.to, now) : { cancelled_at: now, changed_at: now }),
          sequence: sql<number>`sequence + 1`,
        })
        .where('id', '=', change.id)
        .execute()
