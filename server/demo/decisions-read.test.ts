import { describe, expect, it } from 'vitest'
import { readOutcomes } from '#shared/domain/read-outcomes.ts'
import type { CaseRecord } from '../ingest/case-record.ts'
import { readOutcome } from '../texts/outcome/read-outcome.ts'
import { imposedIn } from './compose.ts'
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
const known = new Set<string>(readOutcomes.map(({ value }) => value))
/** Any of those imposed on anybody: which of them is the outcome is the reader's own rule. */
const truths = (record: CaseRecord) => {
  const { result = '', stage } = record
  const told = imposedIn(record).filter(({ state }) => state !== 'annulled')
  const imposed = told.flatMap(({ type, value = null, hidden }) =>
    known.has(type) ? [{ outcome: type, value, hidden }] : [],
  )
  const outcome = meant.find(([pattern]) => pattern.test(result))?.[1]
  const other = { outcome, value: null, hidden: false }
  return imposed.length === 0 ? [other] : stage === 1 ? imposed : [...imposed, other]
}

describe('decisions of the demonstration', () => {
  it('are read as they were meant', () => {
    let texts = 0
    for (const record of demoCases(3_000, { seed: 11, today: '2026-11-21', textShare: 1 })) {
      if (record.text === undefined) continue
      // Kinds that the reader has no name for yet.
      if (imposedIn(record).some(({ type }) => type !== 'court_fine' && !known.has(type))) continue
      texts += 1
      const { outcome, value, hidden } = readOutcome(record.text)
      expect(truths(record), record.text).toContainEqual({ outcome, value, hidden })
    }
    expect(texts).toBeGreaterThan(2_500)
  })
})
