import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutcomes } from '#shared/domain/read-outcomes.ts'
import { labelledCriminalParts } from '../../../test/labelled-criminal-parts.ts'
import { labelledDecisions } from '../../../test/labelled-decisions.ts'
import { labelledOperativeParts } from '../../../test/labelled-operative-parts.ts'
import { labelledReviews } from '../../../test/labelled-reviews.ts'
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

  it.each([...labelledCriminalParts, ...labelledReviews])('%s', (text, outcome, value = null, hidden = false) =>
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

describe('a reading', () => {
  const opened =
    'дело по ч. 5 ст. 20.2 КоАП РФ в отношении Крутоярова Игната Львовича,\nУСТАНОВИЛ:\nследующее.\nАрест грозил.\n'
  const complaint =
    'рассмотрев жалобу на постановление в отношении Крутоярова Игната Львовича,\nУСТАНОВИЛ:\nследующее.\nРЕШИЛ:\n'
  const imposes = `${opened}ПОСТАНОВИЛ:\n`
  it.each([
    [imposes, 'назначить штраф 500 рублей.', { outcome: 'fine', value: 500, unit: 'rubles', certainty: 0.97 }],
    [imposes, 'назначить штраф.', { outcome: 'fine', value: null, unit: 'rubles', hidden: true, certainty: 0.7 }],
    [imposes, 'назначить арест на срок ***.', { outcome: 'arrest', unit: 'days', hidden: true, certainty: 0.95 }],
    [imposes, 'вынести предупреждение.', { outcome: 'caution', value: null, unit: null, hidden: false }],
    [imposes, 'конфисковать плакат.', { outcome: 'confiscation', certainty: 0.6 }],
    [imposes, 'объявить перерыв в заседании.', { outcome: 'no_data', certainty: 0.6 }],
    [imposes, 'назначить судебный штраф 5000 рублей.', { outcome: 'cancelled', value: null, certainty: 0.97 }],
    [imposes, 'назначить судебный штраф 5000 рублей и штраф 500 рублей.', { outcome: 'fine', value: 500 }],
    // A word of a sentence is no heading.
    [opened, 'суд постановил назначить штраф 500 рублей.', { outcome: 'fine', value: 500, certainty: 0.82 }],
    [opened, 'суд постановил прекратить дело.', { outcome: 'cancelled', certainty: 0.82 }],
    [opened, 'суд постановил объявить перерыв.', { outcome: 'no_data', certainty: 0.51 }],
    // No operative part.
    [opened, 'Признать Крутоярова И. Л. виновным и назначить штраф 500 рублей.', { outcome: 'fine', certainty: 0.58 }],
    [opened, 'Признать Крутоярова И. Л. виновным и конфисковать плакат.', { outcome: 'confiscation', unit: null }],
    [opened, 'Признать Крутоярова И. Л. виновным, судебный штраф 500 рублей.', { outcome: 'error', certainty: 0 }],
    [opened, 'Протокол подлежит возврату.', { outcome: 'returned', certainty: 0.5 }],
    // A review.
    [complaint, 'постановление оставить без изменения.', { outcome: 'upheld', certainty: 0.97 }],
    [complaint, 'постановление изменить: уточнить дату.', { outcome: 'no_data', certainty: 0.9 }],
    [complaint, 'постановление изменить: лишить права управления на 1 год.', { outcome: 'deprivation', value: 12 }],
    [
      complaint,
      'постановление изменить: снизить срок дополнительного наказания в виде лишения права управления до 1 года.',
      { outcome: 'no_data', certainty: 0.9 },
    ],
    [
      complaint,
      'постановление изменить: назначить дополнительное наказание в виде лишения права управления на 1 год.',
      { outcome: 'no_data' },
    ],
    [complaint, 'постановление изменить: назначить штраф 500 рублей с выдворением.', { outcome: 'deportation' }],
  ] as const)('%s%s', (before, operative, expected) => {
    const read = readOutcome(`${before}${operative}`)
    expect(read).toMatchObject(expected)
    if (read.outcome === 'error') return
    expect(read.evidence).toBe(operative.replace('суд постановил ', ''))
    // The person is told the same.
    const { outcome, certainty, evidence } = read
    expect(read.persons).toMatchObject([{ name: 'Крутоярова Игната Львовича', articles: [] }])
    if (outcome !== 'no_data' || certainty < 0.9) expect(read.persons).toMatchObject([{ outcome, certainty, evidence }])
    for (const penalty of read.penalties)
      expect(penalty).toMatchObject({ text: evidence, person: read.persons[0]?.name })
  })
  it('of nothing is an error', () => {
    const nothing = { value: null, unit: null, hidden: false, evidence: '', certainty: 0, review: null, ground: null }
    for (const text of ['', 'просто текст', `${opened}просто текст.`])
      expect(readOutcome(text)).toMatchObject({ outcome: 'error', ...nothing, penalties: [], persons: [] })
  })
  it('quotes the sentence that ends the case', () => {
    const read = readOutcome(`${imposes}Протокол возвратить в отдел.\nДело прекратить.`)
    expect(read).toMatchObject({ outcome: 'cancelled', evidence: 'Дело прекратить.' })
  })
  it('tells the ground of an ending, not of a penalty', () => {
    const ground = (operative: string) => readOutcome(`${imposes}${operative}`).ground
    expect(ground('прекратить дело на основании п. 2 ч. 1 ст. 24.5 КоАП РФ.')).toBe('24.5 ч.1 п.2')
    expect(ground('назначить штраф 500 рублей, ст. 24.5 КоАП РФ.')).toBeNull()
  })
  it('is as sure of each penalty as of its words and of the heading', () => {
    const certainties = (text: string) => readOutcome(`${opened}${text}`).penalties.map(({ certainty }) => certainty)
    expect(certainties('ПОСТАНОВИЛ:\nназначить штраф 500 рублей с конфискацией плаката.')).toEqual([0.97, 0.97])
    expect(certainties('суд постановил назначить штраф 500 рублей с конфискацией плаката.')).toEqual([0.82, 0.82])
  })
  it('that is unsure tells no penalty', () =>
    expect(
      readOutcome(`${imposes}назначить 2 года лишения свободы.\nПо совокупности приговоров присоединить 2 года.`),
    ).toMatchObject({ outcome: 'error', value: null, unit: null, penalties: [], persons: [], certainty: 0.4 }))
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
