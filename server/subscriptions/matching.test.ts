import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fullCase } from '#shared/api/cases.ts'
import { newsKindValues } from '#shared/domain/news.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, facetsOf } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { addSubscription, hitsOf } from '../../test/subscriptions.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { findMatches } from './find-matches.ts'
import { matchChanges } from './match-changes.ts'
import { sweep } from './sweep.ts'
import { maskOf, WatchList } from './watch-list.ts'

const { db, as } = await testApp()
const superuser = await buildAccount(db, { isSuperuser: true })
const rich = await buildRichCase(db)
await keepRichCase(db, superuser.id, rich)
const others = await buildCases(
  db,
  Array.from({ length: 12 }, (_, n) => ({
    type: n % 3 === 0 ? (2 as const) : (1 as const),
    stage: n % 4 === 0 ? (2 as const) : (1 as const),
    court: {
      title: `Выдуманный суд № ${n % 3}`,
      region: [77, 78, 16][n % 3] ?? 77,
      city: n % 2 ? 'Заречинск' : 'Ёлкино',
    },
    entry_date: `2026-03-0${(n % 9) + 1}`,
    articles: [{ codex: 'koap' as const, article_number: '20.2', part: n % 2 ? '5' : '6.1' }],
    defendants: [{ name: n % 2 ? 'Ветрогонов Пётр Ильич' : 'Информация скрыта' }],
    events: [{ type: 'Рассмотрение дела по существу', date: '2026-03-20', time: '10:00' }],
    ...(n % 2 && { text: 'Суд решил: плакат вернуть, трое детей.' }),
    ...(n % 5 === 0 && { result: 'Прекращено', result_date: '2026-04-01' }),
  })),
)
const all = [rich, ...others]
const whole = fullCase.parse((await (await as(superuser))(`cases/${rich}/`)).body)
const fitting: Record<string, AnyValues[string]> = {
  ...fittingValues(whole, await db.selectFrom('event_type').select(['id', 'title']).execute()),
}
const told = (ids: readonly number[], kinds: readonly string[] = newsKindValues) =>
  ids.map(caseId => ({ caseId, kinds: maskOf(kinds) }))
const fail = (error: unknown): void => {
  throw error
}

/** What the list of cases itself would find among these. */
const byList = async (on: Kysely<DB>, accountId: number, values: AnyValues): Promise<number[]> => {
  const rows = await selectCases(on, { accountId, regions: 'all' }, values)
    .where(sql<boolean>`court_case.id = any(${all}::int[])`)
    .select('court_case.id')
    .execute()
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

describe('matching of changed cases (design §11)', () => {
  it('finds by any filters exactly what the list of cases finds by them', async () => {
    const anyValues = fc
      .subarray(facetsOf(caseListFields), { minLength: 1, maxLength: 4 })
      .map(facets => Object.fromEntries(facets.map(({ name, key }) => [name, fitting[key]])))
    const filters = fc
      .sample(anyValues, 150)
      .concat(facetsOf(caseListFields).map(({ name, key }) => ({ [name]: fitting[key] })))
    const ids: number[] = []
    for (const values of filters) ids.push(await addSubscription(db, superuser.id, { values }))
    const list = new WatchList()
    await list.refresh(db)
    const matches = await findMatches(db, list, told(all), { onError: fail })
    for (const [n, values] of filters.entries()) {
      const found = matches
        .filter(({ group }) => group.watchers.has(ids[n] ?? 0))
        .map(({ caseId }) => caseId)
        .toSorted((one, other) => one - other)
      expect(found, JSON.stringify(toStored(writeValues(caseListFields, values)))).toEqual(
        await byList(db, superuser.id, values),
      )
    }
    await sql`delete from subscription`.execute(db)
  })
})
void [hitsOf, matchChanges, sweep]
