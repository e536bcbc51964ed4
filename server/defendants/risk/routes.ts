import { asOfQuery, idParams } from '#shared/api/lists.ts'
import { expiringQuery, expiringRisks, personRisk } from '#shared/api/risk.ts'
import { isCompany } from '#shared/domain/participant-roles.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { articleNumbersOf, repeatRules } from '#shared/domain/repeat-rules.ts'
import { selectCases } from '../../cases/case-query.ts'
import { dayOf, enginesAt } from '../../cases/engine/at-day.ts'
import { answers } from '../../http/answers.ts'
import { scopeOf } from '../../http/auth.ts'
import { notFound } from '../../http/errors.ts'
import type { FeatureRoutes } from '../../http/feature.ts'
import { pageOf } from '../../http/pages.ts'
import { routeOptions } from '../../http/route.ts'
import { clocksOf, namedRulesOf } from './clocks.ts'
import { expiring } from './expiring.ts'
import { namesakesCases, personsCases } from './persons-cases.ts'
import { presentClock, presentNamedRule } from './present-clock.ts'

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
