import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { merklePath, merkleRoot, rootByPath } from '#shared/evidence/merkle-tree.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { testDatabase } from '../../test/database.ts'
import { buildReadCase } from '../../test/evidence-case.ts'
import { buildPackage } from './build-package.ts'
import { nodePrimitives, sha256 } from './node-primitives.ts'
import { sealJournal } from './seal-journal.ts'

const { db } = await testDatabase()
await buildReadCase(db)
await sealJournal(db)
const verified = async (id: number) => {
  const asked = { id, case_number: '5-1/2026', court: 'Вымышленный районный суд', url: null, entry: null }
  return verifyPackage((await buildPackage(db, asked, {})).file, nodePrimitives)
}

describe('seals of the journal', () => {
  it('follow each other, and cover what was appended since', async () => {
    const before = await db.selectFrom('journal_seal').selectAll().orderBy('number').execute()
    const one = await buildReadCase(db)
    expect(await sealJournal(db)).toBe(1)
    expect(await sealJournal(db)).toBe(0)
    const seals = await db.selectFrom('journal_seal').selectAll().orderBy('number').execute()
    expect(seals.at(-1)?.previous).toEqual(before.at(-1)?.hash)
    const leaves = await db
      .selectFrom('journal_leaf')
      .select(['number', 'seal'])
      .where('case_id', '=', one.id)
      .execute()
    expect(leaves).toEqual([{ number: 1, seal: seals.at(-1)?.number }])
  })

  it('find a journal that was rewritten after them', async () => {
    const one = await buildReadCase(db)
    await sealJournal(db)
    expect((await verified(one.id)).isIntact).toBe(true)
    await db.transaction().execute(async trx => {
      await sql`alter table case_journal disable trigger keep_updated`.execute(trx)
      // No case made for tests has this number: their numbers go on from file to file of one process.
      await sql`update case_journal set record = jsonb_set(record, '{case_number}', '"5-0/2026"') where case_id = ${one.id} and number = 0`.execute(
        trx,
      )
      await sql`alter table case_journal enable trigger keep_updated`.execute(trx)
    })
    expect((await verified(one.id)).findings.map(({ text }) => text).join('\n')).toContain('журнал переписан после неё')
  })

  it('cannot be rewritten themselves', async () => {
    for (const table of ['journal_seal', 'journal_leaf'] as const)
      await expect(db.deleteFrom(table).execute()).rejects.toThrow('stay as they are')
  })

  it('are trees of RFC 6962: every leaf has its path, and no other place or leaf has it', () => {
    const digest = fc.integer().map(given => sha256(String(given)))
    fc.assert(
      fc.property(fc.uniqueArray(digest, { minLength: 1, maxLength: 40 }), fc.nat(), digest, (leaves, given, other) => {
        const [count, place] = [leaves.length, given % leaves.length]
        const [root, path, leaf = ''] = [merkleRoot(sha256, leaves), merklePath(sha256, leaves, place), leaves[place]]
        expect(rootByPath(sha256, { leaf, place, count, path })).toBe(root)
        if (other !== leaf) expect(rootByPath(sha256, { leaf: other, place, count, path })).not.toBe(root)
        if (count > 1) expect(rootByPath(sha256, { leaf, place: (place + 1) % count, count, path })).not.toBe(root)
        expect(rootByPath(sha256, { leaf, place, count, path: [...path, other] })).not.toBe(root)
      }),
    )
    // Of RFC 9162, section 2.1.5: the tree of one empty leaf.
    expect(merkleRoot(sha256, [''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  })
})
