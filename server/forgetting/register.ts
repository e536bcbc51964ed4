import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ForgettingDecision, ForgettingPreview, ForgettingRegister } from '#shared/api/forgetting.ts'
import { floored, forgettingGroundValues, undoDays } from '#shared/domain/forgetting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { personWith } from './subject.ts'

/** What is told of decisions to forget: to superusers each, to all in numbers that point to nobody. */

/** Undefined: there is no such person. Told only to those who see every region. */
export async function previewOf(db: Kysely<DB>, id: number): Promise<ForgettingPreview | undefined> {
  const found = await personWith(db, id)
  if (found === undefined) return undefined
  const cases = await db
    .selectFrom('court_case')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(({ eb, fn }) => eb('case_defendant.defendant_id', '=', fn.any(eb.val(found.people))))
    .distinctOn('court_case.id')
    .select(['court_case.id', 'case_number', 'court.title as court', 'entry_date', 'case_defendant.name'])
    .orderBy('court_case.id', 'desc')
    .execute()
  return { name: found.names[0] ?? '', cases }
}

type Row = Omit<ForgettingDecision, 'decided_at' | 'undone_at' | 'undo_until' | 'state' | 'grounds'> & {
  decided_at: Date
  undone_at: Date | null
  undo_until: Date
  grounds: string
  is_sealed: boolean
}
const oneOfGrounds = z.enum(forgettingGroundValues)

export async function listDecisions(db: Kysely<DB>, page: PageAsked): Promise<PageFound<ForgettingDecision>> {
  const decisions = db
    .selectFrom('forgetting')
    .leftJoin('account', 'account.id', 'forgetting.account_id')
    .select(['forgetting.id', 'decided_at', 'username', 'grounds', 'reason', 'until', 'cases', 'undone_at'])
    .select([
      sql<Date>`decided_at + ${sql.lit(undoDays)} * interval '1 day'`.as('undo_until'),
      sql<boolean>`exists (select from forgetting_seal where forgetting_id = forgetting.id)`.as('is_sealed'),
    ])
    .orderBy('forgetting.id', 'desc')
  const { count, rows } = await pageOfQuery(decisions, page)
  return { count, rows: rows.map(presented) }
}

const presented = ({ is_sealed, undo_until, decided_at, undone_at, grounds, ...row }: Row): ForgettingDecision => ({
  ...row,
  grounds: oneOfGrounds.parse(grounds),
  decided_at: decided_at.toISOString(),
  undone_at: undone_at?.toISOString() ?? null,
  state: undone_at !== null ? 'undone' : row.until !== null && row.until < today() ? 'ended' : 'in_force',
  undo_until: undone_at === null && is_sealed && undo_until > new Date() ? undo_until.toISOString() : null,
})

type Counted = { grounds: string; year: number; decisions: number; in_force: number; undone: number }
type Numbers = ForgettingRegister['all']

export async function registerOf(db: Kysely<DB>): Promise<ForgettingRegister> {
  const { rows } = await sql<Counted>`
    select grounds, extract(year from decided_at at time zone 'Europe/Moscow')::integer as year, count(*) as decisions,
      count(*) filter (where undone_at is null and (until is null or until >= ${today()}::date)) as in_force,
      count(undone_at) as undone
    from forgetting group by 1, 2`.execute(db)
  const years = [...new Set(rows.map(({ year }) => year))].sort((one, other) => other - one)
  return {
    all: sum(rows),
    grounds: forgettingGroundValues.map(grounds => ({ grounds, ...sum(rows.filter(row => row.grounds === grounds)) })),
    years: years.map(year => ({ year, ...sum(rows.filter(row => row.year === year)) })),
  }
}
const sum = (rows: readonly Counted[]): Numbers => {
  const of = (name: 'decisions' | 'in_force' | 'undone'): number =>
    rows.reduce((all, row) => all + Number(row[name]), 0)
  return { decisions: floored(of('decisions')), in_force: floored(of('in_force')), undone: floored(of('undone')) }
}
