import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { TextsUnresponsive } from '../db/database-trouble.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from './ingest.ts'
import { ingestMany } from './ingest-many.ts'

vi.mock(import('./ingest.ts'), async original => {
  const real = await original()
  return { ...real, ingest: vi.fn(real.ingest) }
})

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

it('writes what needs no node of texts that is away, and does not ask that for each of very many (decision 0132)', async () => {
  const written: string[] = []
  const asked = vi.mocked(ingest).mockImplementation(async (_, records) => {
    if (records.some(({ text }) => text !== undefined)) throw new TextsUnresponsive()
    written.push(...records.map(({ source_key }) => source_key))
    return []
  })
  const withText = (n: number): boolean => n % 100 === 7
  for (const has of [withText, () => true]) {
    asked.mockClear()
    written.length = 0
    const some = items
      .slice(0, 500)
      .map(({ record, origin }, n) => ({ record: has(n) ? { ...record, text: 'Суд установил.' } : record, origin }))
    await expect(ingestMany(db, some)).rejects.toThrow(TextsUnresponsive)
    expect(asked.mock.calls.length).toBeLessThan(100)
    const free = some.filter(({ record }) => record.text === undefined).map(({ record }) => record.source_key)
    if (has === withText) expect(written.toSorted()).toEqual(free.toSorted())
  }
})
