import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { deleteOldVisits } from './visits.ts'

const { db, as } = await testApp()
const orlova = await buildAccount(db)
const member = await as(orlova)
const other = await as(await buildAccount(db))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))

const visit = async (ask: Ask, id: number) => {
  const { status, body } = await ask(`cases/${id}/visit/`, { method: 'PUT' })
  expect(status).toBe(200)
  return (body as { previous_visit_at: string | null }).previous_visit_at
}
const told = async (ask: Ask, id: number) =>
  ((await ask(`cases/${id}/`)).body as { previous_visit_at: string | null }).previous_visit_at
/** As if everything had happened that much earlier. */
const later = (minutes: number) =>
  sql`update case_visit set seen_at = seen_at - ${minutes}::integer * interval '1 minute',
    before_at = before_at - ${minutes}::integer * interval '1 minute'`.execute(db)
const lastOpening = (id: number) =>
  db.selectFrom('case_visit').where('case_id', '=', id).select('seen_at').executeTakeFirstOrThrow()

describe('a visit of a case', () => {
  it('is the first until there was another', async () => {
    const id = await buildCase(db)
    expect(await told(member, id)).toBe(null)
    expect(await visit(member, id)).toBe(null)
    expect(await told(member, id)).toBe(null)
  })
  it('is told the next time, and goes on being told while the case is reloaded', async () => {
    const id = await buildCase(db)
    await visit(member, id)
    await later(31)
    const first = (await lastOpening(id)).seen_at.toISOString()
    expect(await told(member, id)).toBe(first)
    expect(await visit(member, id)).toBe(first)
    expect(await told(member, id)).toBe(first)
    expect(await visit(member, id)).toBe(first)
  })
  it('lasts as long as openings follow each other within half an hour', async () => {
    const id = await buildCase(db)
    await visit(member, id)
    for (const _ of [1, 2, 3]) {
      await later(29)
      expect(await visit(member, id)).toBe(null)
    }
  })
  it('is nobody else’s business', async () => {
    const id = await buildCase(db)
    await visit(member, id)
    await later(60)
    expect(await told(other, id)).toBe(null)
    expect(await visit(other, id)).toBe(null)
  })
  it('is not kept by reading alone: an address that is only looked ahead at was not opened', async () => {
    const id = await buildCase(db)
    await told(member, id)
    expect(await db.selectFrom('case_visit').where('case_id', '=', id).selectAll().execute()).toEqual([])
  })
  it('of a case that may not be seen leaves nothing behind (§6)', async () => {
    const id = await buildCase(db, { court: { title: 'Вымышленный районный суд', region: 77 } })
    const [theirs, absent] = [
      await ofPetersburg(`cases/${id}/visit/`, { method: 'PUT' }),
      await ofPetersburg('cases/123456789/visit/', { method: 'PUT' }),
    ]
    expect(theirs).toMatchObject({ status: 404, body: { detail: 'Дело не найдено.' } })
    expect(theirs.text).toBe(absent.text)
    expect(await db.selectFrom('case_visit').where('case_id', '=', id).selectAll().execute()).toEqual([])
  })
  it('goes where its case or its account goes', async () => {
    const id = await buildCase(db)
    await visit(member, id)
    await db.deleteFrom('court_case').where('id', '=', id).execute()
    expect(await db.selectFrom('case_visit').where('case_id', '=', id).selectAll().execute()).toEqual([])
  })
  it('is forgotten after more than a year, unless the case is a favourite', async () => {
    const [id, kept] = [await buildCase(db), await buildCase(db)]
    for (const one of [id, kept]) await visit(member, one)
    await sql`insert into favourite (account_id, case_id) select account_id, case_id from case_visit where case_id = ${kept}`.execute(
      db,
    )
    await sql`update case_visit set seen_at = now() - interval '401 days' where case_id in (${id}, ${kept})`.execute(db)
    await deleteOldVisits(db)
    const { rows } = await sql`select case_id from case_visit where case_id in (${id}, ${kept})`.execute(db)
    expect(rows).toEqual([{ case_id: kept }])
  })
})
