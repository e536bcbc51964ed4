import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { TextsUnresponsive } from '../db/database-trouble.ts'
import { demoCases } from '../demo/generate.ts'
import { ingestMany, inHalves } from './ingest-many.ts'

const { db } = await testDatabase()
const items = [...demoCases(1200, { seed: 4, today: '2026-11-21', textShare: 0 })].map(record => ({
  record,
  origin: 'file',
}))

it('brings a stream in whether or not anybody listens to its results', async () => {
  await ingestMany(db, items)
  expect(await db.selectFrom('case_source').select('source_key').execute()).toHaveLength(1200)
  const outcomes: string[] = []
  await ingestMany(db, items, { onResults: results => outcomes.push(...results.map(({ outcome }) => outcome)) })
  expect(outcomes).toEqual(Array.from({ length: 1200 }, () => 'same'))
})

it.each([
  ['some', (n: number) => n % 100 === 7],
  ['all', () => true],
])(
  'writes what needs no node of texts that is away, and does not ask that for each of %s (decision 0132)',
  async (which, isThere) => {
    const written: number[] = []
    let asked = 0
    const write = async (some: readonly number[]): Promise<void> => {
      asked += 1
      if (some.some(isThere)) throw new TextsUnresponsive()
      written.push(...some)
    }
    const all = Array.from({ length: 500 }, (_, n) => n)
    await expect(inHalves(all, { write, refuse: undefined })).rejects.toThrow(TextsUnresponsive)
    expect(asked).toBeLessThan(100)
    expect(written).toEqual(which === 'all' ? [] : all.filter(n => !isThere(n)))
  },
)
