import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../ingest/case-record.ts'
import { readOutcome } from '../texts/outcome/read-outcome.ts'
import { demoCases } from './generate.ts'

/** What the text has to say, by what the card of the case says. */
const meant: readonly (readonly [result: RegExp, outcome: string])[] = [
  [/прекращении производства|Отменено с прекращением|Уголовное дело ПРЕКРАЩЕНО/, 'cancelled'],
  [/новое рассмотрение|ОТМЕНЕН/, 'returned_for_trial'],
  [/Возвращено без/, 'complaint_returned'],
  [/о возвращении протокола|ПРОКУРОРУ|СНЯТО/, 'returned'],
  [/о передаче дела|ПОДСУДНОСТИ/, 'forwarded'],
  [/без изменени/i, 'upheld'],
  [/МЕДИЦИНСКОГО/, 'medical_measures'],
  // A review that is changed without saying how, or was withdrawn.
  [/Изменено|ИЗМЕНЕН|прекращено|ОТОЗВАНЫ|постановление суда апелл/i, 'no_data'],
]
const truth = ({ penalties: [penalty], result = '', stage }: CaseRecord) => {
  if (penalty !== undefined && stage === 1)
    return { outcome: penalty.type, value: penalty.value ?? null, hidden: penalty.hidden }
  if (stage === 1 && /ПРИГОВОР/.test(result))
    return { outcome: 'imprisonment', value: expect.any(Number), hidden: false }
  const outcome = meant.find(([pattern]) => pattern.test(result))?.[1]
  return { outcome, value: null, hidden: false }
}

describe('decisions of the demonstration', () => {
  it('are read as they were meant', () => {
    let texts = 0
    for (const record of demoCases(3_000, { seed: 11, today: '2026-11-21', textShare: 1 })) {
      if (record.text === undefined) continue
      texts += 1
      const { outcome, value, hidden } = readOutcome(record.text)
      expect({ outcome, value, hidden }, record.text).toEqual(truth(record))
    }
    expect(texts).toBeGreaterThan(2_500)
  })
})
