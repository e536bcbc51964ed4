import { type Kysely, sql } from 'kysely'
import { asOfQuery } from '#shared/api/case-queries.ts'
import { idParams } from '#shared/api/lists.ts'
import { expiringQuery, expiringRisks, personRisk } from '#shared/api/risk.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { isCompany } from '#shared/domain/participant-roles.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { articleNumbersOf, crimeRules, repeatRules } from '#shared/domain/repeat-rules.ts'
import { isVisibleCase, selectCases } from '../../cases/case-query.ts'
import { dayOf, enginesAt } from '../../cases/engine/at-day.ts'
import type { Scope } from '../../cases/predicates.ts'
import { type PageAsked, pageOfQuery } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { answers } from '../../http/answers.ts'
import { scopeOf } from '../../http/auth.ts'
import { notFound } from '../../http/errors.ts'
import type { FeatureRoutes } from '../../http/feature.ts'
import { pageOf } from '../../http/pages.ts'
import { routeOptions } from '../../http/route.ts'
import { shownName } from '../person-rows.ts'
import { clocksOf, namedRulesOf } from './clocks.ts'
import { namesakesCases, personsCases } from './persons-cases.ts'
import { presentClock, presentNamedRule, presentRule } from './present-clock.ts'

const route = routeOptions('Лица', { access: 'member' })
const articleNumbers = articleNumbersOf(repeatRules)

export const riskRoutes: FeatureRoutes = async (app, { db: now }) => {
  app.get(
    '/defendants/:id/risk/',
    route({
      summary: 'Сроки повторной ответственности лица',
      description: 'По данным сайтов судов и только по делам, которые видит учётная запись.',
      params: idParams,
      querystring: asOfQuery,
      response: answers(personRisk, 400, 401, 404),
    }),
    async ({ account, params: { id }, query }) => {
      const { db } = await enginesAt({ db: now }, query)
      const scope = scopeOf(account)
      const known = await selectCases(db, scope, {})
        .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
        .where('case_defendant.defendant_id', '=', id)
        .select('case_defendant.name')
        .limit(1)
        .executeTakeFirstOrThrow(() => notFound('Лицо не найдено.'))
      const today = dayOf(query) ?? todayNow()
      const asked = { articleNumbers, today }
      if (isCompany(known.name)) return { today, clocks: [], named: [] }
      const own = (await personsCases(db, scope, [id], asked)).get(id) ?? []
      const cases = [...own, ...(await namesakesCases(db, scope, id, asked))]
      const named = await selectCases(db, scope, {})
        .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val(cases.map(one => one.id)))))
        .innerJoin('court', 'court.id', 'court_case.court_id')
        .select(['court_case.id', 'court_case.case_number', 'court.title as court', 'court_case.entry_date'])
        .execute()
      const names = new Map(named.map(one => [one.id, one]))
      return {
        today,
        clocks: clocksOf(cases, today).map(clock => presentClock(clock, names, today)),
        named: namedRulesOf(cases, today).map(presentNamedRule),
      }
    },
  )

  app.get(
    '/defendants/expiring/',
    route({
      summary: 'У кого скоро истекает срок повторной ответственности',
      description: 'По данным сайтов судов; только те, все засчитанные дела которых видит учётная запись.',
      querystring: expiringQuery,
      response: answers(expiringRisks, 400, 401),
    }),
    async request => {
      const { account, query } = request
      const found = await expiring(now, scopeOf(account), { ...query, today: todayNow() })
      return pageOf(request, found, query)
    },
  )
}

/** Clocks that expire soon, soonest first; only those whose counted cases are all visible to the asker. */
async function expiring(
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
