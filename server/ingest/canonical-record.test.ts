import { expect, it } from 'vitest'
import { canonicalJson } from '#shared/domain/canonical-json.ts'
import { demoCases } from '../demo/generate.ts'
import { canonical } from './canonical-record.ts'
import { caseRecord } from './case-record.ts'

it('spells a record as its keys in order, whatever order they came in and whichever are there (design §5)', () => {
  for (const record of demoCases(200, { seed: 7, today: '2026-11-21', textShare: 0 })) {
    const read = caseRecord.parse(record)
    const turned = caseRecord.parse(Object.fromEntries(Object.entries(record).reverse()))
    expect(canonical(turned).json).toBe(canonicalJson({ ...read, text: undefined }))
    expect(canonical(turned)).toEqual(canonical(read))
  }
})
