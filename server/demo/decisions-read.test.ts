import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../ingest/case-record.ts'
import { readOutcome } from '../texts/outcome/read-outcome.ts'
import { demoCases } from './generate.ts'

/** What the text has to say, by what the card of the case says. */
const meant: readonly (readonly [result: RegExp, outcome: string])[] = [
  [/прекращении производства|Отменено с прекращением|Уголовное дело ПРЕКРАЩЕНО/, 'cancelled'],
  [/о возвращении протокола|Возвращено без|новое рассмотрение|ПРОКУРОРУ|ОТМЕНЕН|СНЯТО/, 'returned'],
  [/о передаче дела|ПОДСУДНОСТИ/, 'forwarded'],
  // A review that is upheld, changed without saying how, or was withdrawn; prison and treatment.
  [/без изменени|Изменено|ИЗМЕНЕН|прекращено|ОТОЗВАНЫ|ПРИГОВОР|МЕДИЦИНСКОГО|постановление суда апелл/i, 'no_data'],
]
const truth = ({ penalties: [penalty], result = '', stage }: CaseRecord) => {
  if (penalty !== undefined && stage === 1)
    return { outcome: penalty.type, value: penalty.value ?? null, hidden: penalty.hidden }
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
