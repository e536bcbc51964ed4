import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readStoredZip } from '#shared/evidence/stored-zip.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { testApp } from '../../test/app.ts'
import { collectingWorld } from '../../test/collecting-world.ts'
import { buildAccount } from '../../test/factories.ts'
import { leaveWords } from '../../test/journal-in-words.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { carryStates } from '../collectors/pages/carry-states.ts'
import { pageReader } from '../collectors/pages/reread-card.ts'
import { buildPackage } from '../evidence/build-package.ts'
import { pagesOf } from '../evidence/case-pages.ts'
import { nodePrimitives } from '../evidence/node-primitives.ts'
import { sealJournal } from '../evidence/seal-journal.ts'
import { readJournal } from './read-entries.ts'

/** States that were read later from pages kept then, where the journal is read (decision 0085). */
const { db, url, as } = await testApp({ dataDir: temporaryFolder() })
const { court, cases, collect, goOn, stored } = await collectingWorld({ db, url })
const member = await as(await buildAccount(db))
const superuser = await as(await buildAccount(db, { isSuperuser: true }))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))

const all = cases(2)
const { site, court_id } = await court({ cases: all })
await collect([site])
for (const one of all) one.result = 'Производство прекращено'
await sql`update listed_case set due_at = now() where site_id = ${site.id}`.execute(db)
await goOn([site])
const [id = 0, forgotten = 0] = (await stored(court_id)).map(one => one.id)
await leaveWords(db, [id, forgotten])
await sealJournal(db)
const leaf = await db.selectFrom('journal_leaf').selectAll().where('case_id', '=', id).executeTakeFirstOrThrow()

const forget = async (caseId: number): Promise<number> => {
  const { defendant_id } = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', caseId)
    .select('defendant_id')
    .executeTakeFirstOrThrow()
  const body = { cases: [caseId], grounds: 'subject', reason: '' }
  return (await superuser(`defendants/${defendant_id}/forgetting/`, { method: 'POST', body })).status
}
const recordsOf = async (caseId: number): Promise<string> =>
  JSON.stringify(await db.selectFrom('case_journal').selectAll().where('case_id', '=', caseId).execute())
expect(await recordsOf(forgotten)).toContain('Небывалова')
expect(await forget(forgotten)).toBe(201)
expect((await carryStates(db)).changed).toBe(1)

const build = async (entry: number | null) =>
  (await buildPackage(db, { id, case_number: '5-1/2026', court: 'Вымышленный суд', url: null, entry }, {})).file

describe('a state that was carried over', () => {
  it('is whole in the journal, on the page of the case and under its number, and says whence it is', async () => {
    const carried_over = {
      number: 2,
      page_reader: pageReader,
      text_page: null,
      page_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    }
    const { body } = await member(`cases/${id}/journal/`)
    expect(body).toMatchObject({
      count: 2,
      results: [
        { number: 1, is_whole: true, carried_over: null },
        { number: 0, is_whole: true, carried_over, page_hash: null, told: [] },
      ],
    })
    const on = '2026-03-01'
    expect(body).toHaveProperty('results.0.changes', [
      { field: 'result', before: null, after: 'Производство прекращено', on, is_beside: false },
      { field: 'result_date', before: null, after: on, on, is_beside: false },
    ])
    const state = (await member(`cases/${id}/state/?number=0`)).body
    expect(state).toMatchObject({ number: 0, carried_over, record: { case_number: '5-1/2026' } })
    expect(state).not.toHaveProperty('record.result')
    expect((await member(`cases/${id}/`)).body).toMatchObject({ revisions: [{ number: 1, is_whole: true }] })
    const { page_hash } = z.object({ carried_over: z.object({ page_hash: z.string() }) }).parse(state).carried_over
    expect((await member(`cases/${id}/pages/${page_hash}/`)).text).toContain('5-1/2026')
    for (const number of [2, 3]) expect((await member(`cases/${id}/state/?number=${number}`)).status).toBe(404)
  })

  it('is nobody’s whose regions do not have the case (§6)', async () => {
    for (const path of ['journal/', 'state/?number=0'])
      expect((await ofPetersburg(`cases/${id}/${path}`)).status).toBe(404)
  })

  it('leaves former seals true, comes under the next one, and has its page in packages of its entry', async () => {
    const before = await verifyPackage(await build(null), nodePrimitives)
    expect(before).toMatchObject({ isIntact: true })
    const said = before.findings.map(({ text }) => text).join('\n')
    expect(said).toContain(`Записи журнала до ${leaf.number} включительно — под печатью № ${leaf.seal}`)
    expect(said).toContain('Ещё не под печатью: записей 1.')
    await sealJournal(db)
    const file = await build(0)
    const after = await verifyPackage(file, nodePrimitives)
    expect(after).toMatchObject({ isIntact: true })
    expect(after.findings.map(({ text }) => text).join('\n')).toContain('Записи журнала до 2 включительно')
    const { entries } = readStoredZip(file, 71, nodePrimitives.text)
    const note = nodePrimitives.text(entries.get('zapiska.html') ?? new Uint8Array())
    expect(note).toContain('каким было дело по записи 0: прочитано из сохранённого тогда; страница, SHA-256')
    const { entries: told } = await readJournal(db, id)
    const hashes = async (entry: number) => (await pagesOf(db, id, entry)).map(({ hash }) => hash.toString('hex'))
    expect(await hashes(0)).toEqual([told[0]?.carried?.page_hash])
    expect((await hashes(1)).toSorted()).toEqual([told[0]?.carried?.page_hash, told[1]?.page_hash].toSorted())
  })

  it('tells no name that was removed before it was read, nor one that is removed later', async () => {
    expect((await member(`cases/${forgotten}/state/?number=0`)).status).toBe(404)
    expect(await recordsOf(forgotten)).not.toContain('Небывалова')
    expect(await recordsOf(id)).toContain('Вымыслов')
    expect(await forget(id)).toBe(201)
    expect(await recordsOf(id)).not.toContain('Вымыслов')
    const { body } = await member(`cases/${id}/state/?number=0`)
    expect(JSON.stringify(body)).toContain('Имя удалено по решению')
    expect((await carryStates(db)).changed).toBe(0)
  })
})
