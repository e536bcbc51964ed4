import { describe, expect, it } from 'vitest'
import type { Decision } from '#shared/api/decisions.ts'
import { barePenalty } from '#shared/domain/penalty-wording.ts'
import { outcomeWords, readWords } from './by-text.tsx'

const read = (part: Partial<Decision>): string => outcomeWords(decided(part))
const decided = (part: Partial<Decision>): Decision => ({
  outcome: 'no_data',
  value: null,
  hidden: false,
  evidence: '',
  certainty: 1,
  review: null,
  facts: {
    articles: [],
    masks: { count: 0, share: 0 },
    accused_hidden: false,
    counsel: [],
    plea: null,
    defence_params: [],
  },
  read_at: '2026-11-21T00:00:00.000Z',
  ...part,
})

describe('what a text says, in words', () => {
  it.each<[Partial<Decision>, string]>([
    [{ outcome: 'fine', value: 10_000 }, 'Штраф 10\u00a0000\u00a0₽'],
    [{ outcome: 'arrest', hidden: true }, 'Арест, размер скрыт судом'],
    [{ outcome: 'cancelled' }, 'Производство прекращено'],
    [{ outcome: 'fine', value: 5_000, review: 'changed' }, 'Изменено: штраф 5\u00a0000\u00a0₽'],
    [{ outcome: 'no_data', review: 'upheld' }, 'Оставлено без изменения'],
    [{ outcome: 'error' }, 'Исход не прочитан'],
  ])('%j', (part, words) => expect(read(part)).toBe(words))
  it.each<[Partial<Decision>, string]>([
    [{ outcome: 'arrest', value: 5, certainty: 0.94 }, 'Вероятно, арест 5\u00a0суток'],
    [{ outcome: 'cancelled', certainty: 0.6 }, 'Вероятно, производство прекращено'],
    [
      { outcome: 'fine', value: 5_000, review: 'changed', certainty: 0.9 },
      'Вероятно, изменено: штраф 5\u00a0000\u00a0₽',
    ],
    [{ outcome: 'cancelled', certainty: 0.95 }, 'Производство прекращено'],
    [{ outcome: 'error', certainty: 0 }, 'Исход не прочитан'],
  ])('%j, by how surely it was read', (part, words) => expect(read(part)).toBe(words))
  it('is not one penalty where several are told', () => {
    const fine = { type: 'fine', value: 1, hidden: false, text: '', by_text: false, person: null, ...barePenalty }
    const decision = decided({ outcome: 'fine', value: 1 })
    expect(readWords({ penalties: [fine] }, decision)).toBe('Штраф 1\u00a0₽')
    expect(readWords({ penalties: [fine, fine] }, decision)).toBe('Наказания назначены')
    expect(readWords({ penalties: [fine, fine] }, decided({ outcome: 'cancelled' }))).toBe('Производство прекращено')
  })
})
