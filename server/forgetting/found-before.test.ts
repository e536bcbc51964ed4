import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { dumpOf } from '../../test/database-dump.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { personOn } from '../../test/forgotten-person.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { asOf } from '../db/as-of/as-of.ts'
import { countNames } from '../defendants/resolve/count-names.ts'
import { resolvePeople } from '../defendants/resolve/resolve-people.ts'
import { relinkCases } from '../ingest/relink.ts'
import { foundCases } from '../texts/found-cases.ts'
import { forgetPerson } from './forget-person.ts'
import { undoForgetting } from './undo-forgetting.ts'

const { db } = await testDatabase()

it('a text of a past day is not found by the name any more, although the answer was kept (decision 0088)', async () => {
  const record = { source_key: 'test:found', defendants: [{ name: 'Вертоградов Пётр Ильич' }] }
  const id = await buildCase(db, { ...record, text: 'Вертоградов вину признал.' })
  await sql`update case_text set known_from = '2026-03-01'`.execute(db)
  // The court has since hidden it in the text.
  await buildCase(db, { ...record, text: 'ФИО1 вину признал.' })
  const then = asOf(db, '2026-03-02')
  const found = async () => {
    const words = { text: 'вертоградов', mode: 'plain' }
    const cases = await foundCases({ db: then, on: then, words, others: async () => null })
    return cases !== null && 'list' in cases ? cases.list : cases
  }
  expect(await found()).toBe(`[${id}]`)
  const { id: accountId } = await buildAccount(db)
  const by = { db, dataDir: temporaryFolder() }
  const asked = { person: await personOn(db, id), cases: [id], grounds: 'subject', reason: '', until: null } as const
  const decided = await forgetPerson(by, asked, accountId)
  expect(await found()).toBe('[]')
  await undoForgetting(by, decided.is === 'done' ? decided.id : 0, accountId)
  expect(await found()).toBe(`[${id}]`)
})

describe('while somebody is being forgotten (decision 0088)', () => {
  const isWaiting = (processes: number) =>
    expect.poll(async () => (await waitingForLocks(db)).length).toBeGreaterThanOrEqual(processes)
  const noteOf = (key: string) => sql`delete from installation where key = ${key}`.execute(db)
  const cluesOf = async (id: number) =>
    (await sql`select clue, role from case_clue where case_id = ${id} order by 1, 2`.execute(db)).rows
  const relinkAll = async () => {
    await noteOf('case_clues')
    await relinkCases(db)
  }

  /** Another spelling than that of the case, which is to be looked at; everybody is counted. */
  const nameInCapitals = async () => {
    await resolvePeople(db)
    await sql`update defendant set name = upper(name)`.execute(db)
    await sql`insert into people_due (case_id) select case_id from case_defendant`.execute(db)
  }

  it.each<[string, string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['clues to other instances', 'Связедолов', relinkAll, relinkAll],
    ['counts of names', 'Числодолов', () => countNames(db, () => false), () => noteOf('counted_names')],
    ['names of people', 'Именодолов', () => resolvePeople(db), nameInCapitals],
  ])('%s are not written as they were read before', async (_, surname, pass, prepare) => {
    const id = await buildCase(db, {
      ...{
        source_key: `test:passes-${[...surname].length}-${surname.codePointAt(0)}`,
        case_number: '5-321/2026',
        entry_date: '2026-03-02',
      },
      ...{ result_date: '2026-03-20', appeal_date: '2026-03-25' },
      defendants: [{ name: `${surname} Пётр Ильич` }],
      text: `${surname} вину признал.`,
    })
    await prepare()
    const named = await cluesOf(id)
    const asked = { person: await personOn(db, id), cases: [id], grounds: 'subject', reason: '', until: null } as const
    const { id: accountId } = await buildAccount(db)
    // All is masked, and nobody sees it yet.
    const ending = await db.transaction().execute(async trx => {
      await sql`lock table audit_entry in share mode`.execute(trx)
      const forgot = forgetPerson({ db, dataDir: temporaryFolder() }, asked, accountId)
      await isWaiting(1)
      const passed = pass()
      await Promise.race([passed, isWaiting(2)])
      return { all: Promise.all([forgot, passed]) }
    })
    expect((await ending.all)[0].is).toBe('done')
    const left = [...(await dumpOf(db))].filter(([, rows]) => rows.join().toLowerCase().includes(surname.toLowerCase()))
    expect(left.map(([table]) => table)).toEqual([])
    const { rows: keys } = await sql`select from person_key where defendant_id = ${asked.person}`.execute(db)
    expect(keys).toEqual([])
    const clues = await cluesOf(id)
    await relinkAll()
    expect(await cluesOf(id)).toEqual(clues)
    expect(named.length).toBeGreaterThan(clues.length)
  })
})
