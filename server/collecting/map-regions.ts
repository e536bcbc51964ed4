import { type Kysely, sql } from 'kysely'
import { regions } from '#shared/domain/regions.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { regionsOfImports } from './case-sources.ts'
import { type CoverageFilters, courtsRead, daysInQuestion } from './courts-read.ts'

/** Why a region of a map has no cases: it was not asked about, or nobody looked there for the days in question. */
type MapRegions = { unread: number[]; asked: number[] | null }

/**
 * `known`: regions with cases, which need no court to have been read. `unread`: no court of it was read for the question, nor are there imported cases of its days. `asked`: those that the filters of courts leave;
 * null: they choose none.
 */
export async function regionsOfMap(
  db: Kysely<DB>,
  scope: Scope,
  values: CoverageFilters,
  { on, known }: { on: string; known: readonly number[] },
): Promise<MapRegions> {
  const open = regions.flatMap(({ number }) =>
    (scope.regions === 'all' || scope.regions.includes(number)) && !known.includes(number) ? [number] : [],
  )
  const choosesCourts = Object.entries(values).some(([name, value]) => value !== undefined && ofCourts.test(name))
  if (open.length === 0) return { unread: [], asked: choosesCourts ? [...known] : null }
  const days = daysInQuestion(values, on)
  const within =
    days === undefined
      ? sql`true`
      : values.entry_date_range
        ? sql`entry_date between ${days.min} and ${days.max}`
        : // Under way on one of the days: it could be decided or heard then.
          sql`entry_date <= ${days.max} and (result_date is null or result_date >= ${days.min})`
  const [imported, { rows }] = await Promise.all([
    regionsOfImports(db),
    sql<{ number: number; is_asked: boolean; is_read: boolean; has_cases: boolean }>`
      ${courtsRead({ ...scope, regions: open }, values, on)}
      select number,
        number in (select region from chosen join court on court.id = chosen.id) as is_asked,
        number in (select region from courts join court on court.id = courts.id where read_at is not null) as is_read,
        exists (select from court_case where region = number and ${within}) as has_cases
      from unnest(${open}::integer[]) as one (number) order by number`.execute(db),
  ])
  const asked = new Set(values.regions)
  return {
    unread: rows.flatMap(({ number, is_read, has_cases }) =>
      is_read || (has_cases && imported.has(number)) ? [] : [number],
    ),
    asked: choosesCourts
      ? [...known, ...rows.flatMap(row => (row.is_asked || asked.has(row.number) ? [row.number] : []))].toSorted(
          (one, other) => one - other,
        )
      : null,
  }
}
const ofCourts = /^(regions|court|court_city)(_not)?$/
