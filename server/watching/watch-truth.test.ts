import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { workingSet } from '#shared/api/sets.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { asAnotherClerk } from '../../test/misspelt-names.ts'
import { resolvePeople } from '../defendants/resolve/resolve-people.ts'
import { actualPeople } from '../demo/compose.ts'
import { demoCases } from '../demo/generate.ts'
import { random } from '../demo/random.ts'
import { ingest } from '../ingest/ingest.ts'
import { readPersonName } from '../names/person-name.ts'
import { watchChanged } from './match-rows.ts'
import { searchRows } from './search-rows.ts'

/**
 * Watches the known people of a generated world, whose names each clerk spells differently: hardly anybody is found
 * wrongly, and hardly any case is neither found nor offered, whether it existed before the list or changed later. A row
 * has what a monitor knows: the name, and the region and article of one of the cases.
 */
it('finds nobody wrongly, and offers what it does not find', async () => {
  const { db, as } = await testApp()
  const rng = random(17)
  const written = [...demoCases(900, { seed: 3, today: '2026-11-21', textShare: 0 })].map(record => ({
    truth: actualPeople(record),
    record: { ...record, defendants: record.defendants.map(one => ({ ...one, name: asAnotherClerk(one.name, rng) })) },
  }))
  const results = await ingest(
    db,
    written.map(({ record }) => record),
    { origin: 'test' },
  )
  await resolvePeople(db)
  const casesOf = new Map<
    unknown,
    { name: string; region: number; article: string; cases: Set<number>; seen: Set<number> }
  >()
  for (const [at, { truth, record }] of written.entries())
    for (const [n, who] of truth.entries()) {
      const case_id = results[at]?.case_id ?? 0
      const spelling = record.defendants[n]?.name ?? ''
      if (who.kind !== 'person') continue
      const [article] = record.defendants[n]?.articles ?? []
      const one = casesOf.get(who.known ?? who) ?? {
        name: who.name,
        region: record.court.region ?? 0,
        article: article === undefined ? '' : article.article_number,
        cases: new Set(),
        seen: new Set(),
      }
      one.cases.add(case_id)
      // A name hidden by the court identifies nobody.
      if (readPersonName(spelling).kind === 'person') one.seen.add(case_id)
      casesOf.set(who.known ?? who, one)
    }
  const people = [...casesOf.values()].filter(({ seen }) => seen.size > 0).slice(0, 450)
  const account = await buildAccount(db)
  const ask = await as(account)
  const rows = people.map(({ name, region, article }) => ({ text: name, region, article }))
  const listOf = async (title: string): Promise<number> => {
    const { id } = workingSet.parse((await ask('sets/', { method: 'POST', body: { title } })).body)
    expect((await ask(`sets/${id}/watch/`, { method: 'POST', body: { rows } })).status).toBe(200)
    return id
  }
  const before = await listOf('Есть в делах')
  await searchRows(db)
  const after = await listOf('Будут в делах')
  await sql`update case_set_watch set searched_at = now() where set_id = ${after}`.execute(db)
  const ids = results.map(({ case_id }) => case_id)
  for (let at = 0; at < ids.length; at += casesAtOnce) await watchChanged(db, ids.slice(at, at + casesAtOnce))
  for (const set of [before, after]) {
    const found = await db
      .selectFrom('case_set_watch_case')
      .innerJoin('case_set_watch', 'case_set_watch.id', 'watch_id')
      .where('set_id', '=', set)
      .select(['text', 'region', 'article', 'case_id', 'state'])
      .execute()
    const byRow = Map.groupBy(found, ({ text, region, article }) => `${text} ${region} ${article}`)
    const counts = { found: 0, right: 0, meant: 0, met: 0 }
    for (const { name, region, article, cases, seen } of people) {
      const own = byRow.get(`${name} ${region} ${article}`) ?? []
      for (const { case_id, state } of own)
        if (state === 'found') {
          counts.found++
          if (cases.has(case_id)) counts.right++
        }
      const met = new Set(own.map(({ case_id }) => case_id))
      counts.meant += seen.size
      counts.met += [...seen].filter(case_id => met.has(case_id)).length
    }
    const figures = JSON.stringify({
      of: set === before ? 'cases there' : 'changed cases',
      people: people.length,
      ...counts,
    })
    expect(counts.found, figures).toBeGreaterThan(150)
    expect(counts.right / counts.found, figures).toBeGreaterThanOrEqual(0.99)
    expect(counts.met / counts.meant, figures).toBeGreaterThanOrEqual(0.97)
    if (process.env.TELL) console.log(figures)
  }
})
const casesAtOnce = 200
