import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { demoCases } from '../demo/generate.ts'
import { ingestMany } from './ingest-many.ts'

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
