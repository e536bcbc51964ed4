import { type Kysely, sql } from 'kysely'
import { daysBetween } from '#shared/domain/dates.ts'
import { crimeRules } from '#shared/domain/repeat-rules.ts'
import { isVisibleCase } from '../../cases/case-query.ts'
import type { Scope } from '../../cases/predicates.ts'
import { type PageAsked, pageOfQuery } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { shownName } from '../person-rows.ts'
import { presentRule } from './present-clock.ts'

/** Clocks that expire soon, soonest first; only those whose counted cases are all visible to the asker. */
export async function expiring(
  db: Kysely<DB>,
  scope: Scope,
  { today, days, ...page }: PageAsked & { today: string; days: number },
) {
  const shown = db
    .selectFrom('defendant_risk')
    .innerJoin('defendant', 'defendant.id', 'defendant_risk.defendant_id')
    .where('at_line', '=', true)
    .where(sql<boolean>`until between ${today}::date and ${today}::date + ${days}::integer`)
    .where(({ not, exists }) =>
      not(
        exists(
          sql`(select from unnest(defendant_risk.counted) as one(id) where not ${isVisibleCase(db, scope, 'one.id')})`,
        ),
      ),
    )
  const { count, rows } = await pageOfQuery(
    shown
      .select([
        'defendant_id',
        'rule',
        'until',
        'until_is_earliest',
        sql<number>`cardinality(counted)`.as('counted'),
        shownName(db, scope, 'defendant_risk.defendant_id').as('name'),
      ])
      .orderBy('until')
      .orderBy('defendant_id')
      .orderBy('rule'),
    page,
  )
  return {
    count,
    rows: rows.flatMap(({ defendant_id, rule, until, until_is_earliest, counted, name }) => {
      const known = crimeRules.find(({ id }) => id === rule)
      if (known === undefined) return []
      const { id, follows, articles, needed, after_execution } = presentRule(known)
      return [
        {
          defendant: { id: defendant_id, name: name ?? '' },
          rule: { id, follows, articles, needed, after_execution },
          counted,
          until,
          until_is_earliest,
          days_left: daysBetween(today, until),
        },
      ]
    }),
  }
}
