import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutcomes } from '#shared/domain/read-outcomes.ts'
import { labelledCriminalParts } from '../../../test/labelled-criminal-parts.ts'
import { labelledDecisions } from '../../../test/labelled-decisions.ts'
import { labelledOperativeParts } from '../../../test/labelled-operative-parts.ts'
import { decodeText } from '../../files/decode-text.ts'
import { normalizeLetters } from './normalize-text.ts'
import { readOutcome } from './read-outcome.ts'

describe('outcomes read from decisions (domain: outcomes)', () => {
  it.each(labelledDecisions.map(one => [one.outcome, one.name, one] as const))('%s: %s', (_, __, one) => {
    const { outcome, value, hidden } = readOutcome(one.text)
    expect({ outcome, value, hidden }).toEqual({ outcome: one.outcome, value: one.value, hidden: one.hidden })
  })

  it.each(labelledOperativeParts)('%s', (text, outcome, value = null, hidden = false) => {
    for (const mark of ['ПОСТАНОВИЛ:\n', 'р е ш и л а : ', 'определил\n'])
      expect(readOutcome(`УСТАНОВИЛ:\nСанкция предусматривает штраф либо арест.\n${mark}${text}`)).toMatchObject({
        outcome,
        value,
        hidden,
      })
  })

  it.each(labelledCriminalParts)('%s', (text, outcome, value = null, hidden = false) =>
    expect(
      readOutcome(`УСТАНОВИЛ:\nСанкция предусматривает штраф либо лишение свободы.\nПОСТАНОВИЛ:\n${text}`),
    ).toMatchObject({ outcome, value, hidden }),
  )

  it('are read with a precision and a recall that are printed', () => {
    const read = labelledDecisions.map(one => ({ truth: one.outcome, read: readOutcome(one.text).outcome }))
    const rows = readOutcomes.map(({ value }) => {
      const [meant, found] = [read.filter(one => one.truth === value), read.filter(one => one.read === value)]
      const right = meant.filter(one => one.read === value).length
      return { value, texts: meant.length, precision: right / found.length, recall: right / meant.length }
    })
    console.table(rows)
    expect(labelledDecisions.length).toBeGreaterThanOrEqual(60)
    for (const { texts, precision, recall } of rows) {
      if (texts === 0) continue
      expect(precision).toBe(1)
      expect(recall).toBe(1)
    }
  })
})

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()
describe('what is read', () => {
  it('quotes the text', () => {
    for (const { text } of labelledDecisions) {
      const { evidence } = readOutcome(text)
      expect(squeezed(text)).toContain(evidence)
    }
  })
  it('is surer of an operative part than of a text without one', () => {
    const decided = 'протокол подлежит возвращению должностному лицу.'
    expect(readOutcome(`ОПРЕДЕЛИЛ:\n${decided}`).certainty).toBeGreaterThan(readOutcome(decided).certainty)
  })
  it('tells no amount whose digits and words differ', () => {
    const fine = (amount: string) => readOutcome(`ПОСТАНОВИЛ:\nназначить штраф в размере ${amount} рублей.`)
    expect(fine('30 000 (двадцать тысяч)')).toMatchObject({
      outcome: 'fine',
      value: null,
      hidden: false,
      certainty: 0.6,
    })
    expect(fine('30 000 (тридцать тысяч)').certainty).toBeGreaterThan(0.9)
  })
  it('names every penalty, and what was done with the former decision', () => {
    const text =
      'РЕШИЛ:\nпостановление изменить, назначить наказание в виде штрафа в размере 2 000 рублей с выдворением.'
    expect(readOutcome(text)).toMatchObject({
      outcome: 'deportation',
      review: 'changed',
      penalties: [{ type: 'deportation' }, { type: 'fine', value: 2_000 }],
    })
  })
})

describe('letters', () => {
  it('are UTF-8, else windows-1251', () => {
    const cp1251 = Uint8Array.from([0xcf, 0xce, 0xd1, 0xd2, 0xc0, 0xcd, 0xce, 0xc2, 0xc8, 0xcb])
    expect(decodeText(cp1251)).toBe('ПОСТАНОВИЛ')
    expect(decodeText(new TextEncoder().encode('\ufeffРЕШИЛ'))).toBe('РЕШИЛ')
  })
  it('become plain without moving', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => normalizeLetters(text).length === text.length)))
})
