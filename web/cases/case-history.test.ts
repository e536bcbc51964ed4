import { describe, expect, it } from 'vitest'
import { newInstances, newsWords, readingsOf } from './case-history.ts'

const change = (field: string) => ({ field, before: null, after: 'x' })
const reading = (number: number, seen_at: string, ...fields: string[]) => ({
  number,
  seen_at,
  changes: fields.map(change),
})
const first = {
  id: 1,
  stage: 1,
  created_at: '2026-10-05T06:00:00Z',
  revisions: [
    reading(3, '2026-11-14T06:09:00Z', 'events', 'result'),
    reading(2, '2026-10-29T06:15:00Z', 'text'),
    reading(1, '2026-10-05T06:10:00Z'),
  ],
} as const
const second = {
  id: 2,
  stage: 2,
  created_at: '2026-11-06T06:00:00Z',
  revisions: [reading(1, '2026-11-15T06:00:00Z', 'judge', 'case_uid')],
} as const
const both = [first, second]

describe('changes since the last visit', () => {
  it('come from both instances, the latest first; a reading without changes is none', () =>
    expect(readingsOf(both, null).map(({ key }) => key)).toEqual(['2 1', '1 3', '1 2']))
  it('are new after the visit before this one, and never without one', () => {
    expect(readingsOf(both, '2026-11-14T06:09:00Z').map(({ isNew }) => isNew)).toEqual([true, false, false])
    expect(readingsOf(both, '2026-11-01T00:00:00Z').map(({ isNew }) => isNew)).toEqual([true, true, false])
    expect(readingsOf(both, null).some(({ isNew }) => isNew)).toBe(false)
  })
  it('are told in words, each once, with their instance where there are two', () => {
    const since = '2026-11-01T00:00:00Z'
    expect(newsWords(readingsOf(both, since), true)).toEqual([
      'судья (2-я\u00a0инстанция)',
      'УИД (2-я\u00a0инстанция)',
      'движение дела (1-я\u00a0инстанция)',
      'результат (1-я\u00a0инстанция)',
    ])
    expect(newsWords(readingsOf(both.slice(0, 1), since), false)).toEqual(['движение дела', 'результат'])
    expect(newsWords(readingsOf(both, '2026-12-01T00:00:00Z'), true)).toEqual([])
  })
  it('an instance that came since is news as a whole', () => {
    expect(newInstances(both, '2026-11-01T00:00:00Z').map(({ id }) => id)).toEqual([2])
    expect(newInstances(both, '2026-11-10T00:00:00Z')).toEqual([])
    expect(newInstances(both, null)).toEqual([])
  })
})
