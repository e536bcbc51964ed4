import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { personOn } from '../../test/forgotten-person.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { asOf } from '../db/as-of/as-of.ts'
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
