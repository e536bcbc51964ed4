import { describe, expect, it } from 'vitest'
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
type Told = { type: string; value?: number | null | undefined; hidden: boolean }
/** A penalty as both the world and the reader tell it. */
const told = ({ type, value = null, hidden }: Told): string => `${type} ${hidden ? 'hidden' : value}`
const standing = (record: CaseRecord) => imposedIn(record).filter(({ state }) => state !== 'annulled')

/** Any of those imposed on anybody: which of them is the outcome is the reader's own rule. A court fine ends the case. */
const truths = (record: CaseRecord) => {
  const imposed = standing(record).flatMap(({ type, value = null, hidden }) =>
    type === 'court_fine' ? [] : [{ outcome: type, value, hidden }],
  )
  const outcome = meant.find(([pattern]) => pattern.test(record.result ?? ''))?.[1]
  const other = { outcome, value: null, hidden: false }
  return imposed.length === 0 ? [other] : record.stage === 1 ? imposed : [...imposed, other]
}

describe('decisions of the demonstration', () => {
  const decided = [...demoCases(3_000, { seed: 11, today: '2026-11-21', textShare: 1 })]
  it('are read as they were meant', () => {
    let texts = 0
    for (const record of decided) {
      if (record.text === undefined) continue
      texts += 1
      const { outcome, value, hidden } = readOutcome(record.text)
      expect(truths(record), record.text).toContainEqual({ outcome, value, hidden })
    }
    expect(texts).toBeGreaterThan(2_500)
  })
  it('tell every penalty of every convict: none is without a name', () => {
    const verdicts = decided.filter(({ text, stage }) => stage === 1 && text !== undefined)
    for (const record of verdicts)
      expect(
        readOutcome(record.text ?? '')
          .penalties.map(told)
          .toSorted(),
        record.text,
      ).toEqual(standing(record).map(told).toSorted())
  })
})
