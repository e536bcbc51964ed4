import { describe, expect, it } from 'vitest'
import type { PenaltyType } from '#shared/domain/outcomes.ts'
import { type ImposedPenalty, newPenalty } from './measured-penalty.ts'
import { applySentencing, finalEnding, finalPenalties, newVerdict, type PersonPenalty } from './person-verdict.ts'
import { noSentencing, type Sentencing } from './read-penalties.ts'

const hidden = (type: PenaltyType): ImposedPenalty => newPenalty(type, null, { hidden: true })
const beside = (type: PenaltyType, value: number | null): ImposedPenalty =>
  newPenalty(type, value, { additional: true })

type Facts = Parameters<typeof applySentencing>[2]
/** One sentence of an operative part: what it imposes, and of what kind it is. */
type Said = Partial<Sentencing & Facts>
const sentence = (...imposed: ImposedPenalty[]): Said => ({ imposed })
const ofOffence = (...imposed: ImposedPenalty[]): Said => ({ imposed, isPart: true })
const review = (...imposed: ImposedPenalty[]): Said => ({ imposed, isReview: true })

const brief = ({ type, value, additional, suspended, probation_months, state }: PersonPenalty): string =>
  [
    state === 'imposed' ? type : `${state} ${type}`,
    value ?? undefined,
    additional && 'additional',
    suspended && `suspended ${probation_months}`,
  ]
    .filter(Boolean)
    .join(' ')
function verdictAfter(sentences: readonly Said[]): PersonPenalty[] {
  const verdict = newVerdict(undefined)
  sentences.forEach((said, at) => {
    const facts = { span: { start: at, end: at + 1 }, isReview: false, codex: undefined, isPart: false }
    applySentencing(verdict, { ...noSentencing, ...said }, { ...facts, partAt: () => 0, ...said })
  })
  return finalPenalties(verdict)
}
const read = (...sentences: Said[]): string => verdictAfter(sentences).map(brief).join(', ')

describe('penalties of one person, sentence by sentence', () => {
  it('a penalty that is said again is one penalty', () => {
    expect(read(sentence(newPenalty('fine', 500)), sentence(newPenalty('fine', 500)))).toBe('fine 500')
    expect(read(sentence(newPenalty('fine', 500)), sentence(newPenalty('fine', 600)))).toBe('fine 500')
    expect(read(sentence(newPenalty('fine', 500), newPenalty('fine', 600)))).toBe('fine 500')
  })
  it('an amount that was hidden is taken from where it is told', () => {
    const told = verdictAfter([sentence(hidden('fine')), sentence(newPenalty('fine', 500))])
    expect(told).toMatchObject([{ value: 500, hidden: false, certainty: 0.9 }])
    expect(verdictAfter([sentence(hidden('fine')), sentence(hidden('fine'))])).toMatchObject([{ hidden: true }])
    expect(verdictAfter([sentence(newPenalty('fine', 500)), sentence(hidden('fine'))])).toMatchObject([
      { value: 500, hidden: false, certainty: 0.97 },
    ])
  })
  it('an amount that is reduced, or that a review tells, is the last one', () => {
    const first = sentence(newPenalty('fine', 500))
    expect(read(first, { ...sentence(newPenalty('fine', 300)), reduces: true })).toBe('fine 300')
    expect(read(first, { ...sentence(newPenalty('fine', null)), reduces: true })).toBe('fine 500')
    expect(read(first, review(newPenalty('fine', 300)))).toBe('fine 300')
    expect(verdictAfter([first, review(newPenalty('fine', 300))])[0]?.span).toEqual({ start: 1, end: 2 })
    expect(verdictAfter([first, review(newPenalty('fine', 500))])[0]?.span).toEqual({ start: 0, end: 1 })
  })
  it('a penalty that a review imposes is a changed one', () =>
    expect(read(review(newPenalty('fine', 300)))).toBe('changed fine 300'))
  it('an arrest whose length is hidden is that of УК 54 under УК alone (УК 54)', () => {
    expect(read({ ...sentence(hidden('arrest')), codex: 'uk' })).toBe('criminal_arrest')
    expect(read({ ...sentence(newPenalty('arrest', 5)), codex: 'uk' })).toBe('arrest 5')
    expect(read({ ...sentence(hidden('fine')), codex: 'uk' })).toBe('fine')
    expect(read(sentence(hidden('arrest')))).toBe('arrest')
  })
})

describe('main and additional penalties (КоАП 3.3, УК 45)', () => {
  const years = newPenalty('imprisonment', 24)
  const fine = newPenalty('fine', 500)
  it('the first of an offence is the main one', () => {
    expect(read(sentence(years, fine))).toBe('imprisonment 24, fine 500 additional')
    expect(read(sentence(years), sentence(fine))).toBe('imprisonment 24, fine 500 additional')
    expect(read(sentence(beside('deprivation', 12), years))).toBe('imprisonment 24, deprivation 12 additional')
    expect(read(sentence(beside('confiscation', null)), sentence(fine))).toBe('fine 500, confiscation additional')
  })
  it('each offence has its own', () => {
    expect(read(ofOffence(years), ofOffence(fine))).toBe('imprisonment 24, fine 500')
    expect(read(ofOffence(fine), ofOffence(newPenalty('fine', 600)))).toBe('fine 500, fine 600')
    expect(read(ofOffence(fine), ofOffence(hidden('fine')))).toBe('fine 500')
    expect(read(ofOffence(fine, newPenalty('arrest', 5)))).toBe('fine 500, arrest 5 additional')
    // Two offences in one sentence.
    const apart = { ...sentence(fine, newPenalty('arrest', 5, { at: 9 })), partAt: (at: number) => at }
    expect(read(apart)).toBe('arrest 5, fine 500')
    expect(read({ ...sentence(fine, newPenalty('fine', 600, { at: 9 })), partAt: (at: number) => at })).toBe('fine 500')
    // Goes on about the last of them.
    expect(read(ofOffence(fine), ofOffence(years), sentence(newPenalty('works', 20)))).toBe(
      'imprisonment 24, fine 500, works 20 additional',
    )
  })
  it('the gravest comes first, and a deportation before all (КоАП 3.10)', () => {
    expect(read(ofOffence(fine), ofOffence(years), ofOffence(newPenalty('works', 20)))).toBe(
      'imprisonment 24, fine 500, works 20',
    )
    expect(read(sentence(years, beside('deportation', null)))).toBe('deportation additional, imprisonment 24')
  })
  it('an additional one alone is the only one, but a confiscation, and what a review tells', () => {
    expect(read(sentence(beside('deprivation', 12)))).toBe('deprivation 12')
    expect(read(sentence(beside('deprivation', 12), beside('fine', 500)))).toBe('deprivation 12, fine 500 additional')
    expect(read(sentence(beside('confiscation', null)))).toBe('confiscation additional')
    expect(read(review(beside('deprivation', 12)))).toBe('changed deprivation 12 additional')
    expect(read(sentence(beside('deportation', null), fine))).toBe('deportation additional, fine 500')
  })
})

describe('a final penalty (УК 69, 70)', () => {
  const parts = [ofOffence(newPenalty('imprisonment', 24)), ofOffence(newPenalty('imprisonment', 36))]
  const final = (...imposed: ImposedPenalty[]): Said => ({ imposed, isFinal: true })
  it('stands instead of those of the offences', () => {
    expect(read(...parts, final(newPenalty('imprisonment', 40)))).toBe('imprisonment 40')
    expect(read(...parts, final())).toBe('imprisonment 24, imprisonment 36')
    expect(read(...parts, final(newPenalty('imprisonment', 40), beside('fine', 500)))).toBe(
      'imprisonment 40, fine 500 additional',
    )
    expect(read(...parts, final(newPenalty('imprisonment', 40)), final(newPenalty('imprisonment', 50)))).toBe(
      'imprisonment 50',
    )
  })
  it('is added to them, or to another final one, where it is additional', () => {
    expect(read(...parts, final(beside('fine', 500)))).toBe('imprisonment 24, imprisonment 36, fine 500 additional')
    const whole = final(newPenalty('imprisonment', 40), beside('fine', 500))
    expect(read(...parts, whole, final(beside('deprivation', 12)))).toBe(
      'imprisonment 40, fine 500 additional, deprivation 12 additional',
    )
    expect(read(...parts, whole, final(beside('fine', 500)))).toBe('imprisonment 40, fine 500 additional')
    expect(read(...parts, whole, final(beside('fine', 600)))).toBe(
      'imprisonment 40, fine 500 additional, fine 600 additional',
    )
    expect(read(...parts, whole, final(beside('deprivation', 500)))).toBe(
      'imprisonment 40, fine 500 additional, deprivation 500 additional',
    )
  })
  it('is what later sentences speak of', () => {
    expect(read(...parts, final(newPenalty('imprisonment', 40)), { suspends: true, probation: 12 })).toBe(
      'imprisonment 40 suspended 12',
    )
    expect(read(...parts, final(newPenalty('imprisonment', 40)), ofOffence(newPenalty('imprisonment', 24)))).toBe(
      'imprisonment 40',
    )
    expect(read(final(newPenalty('imprisonment', 40)), sentence(beside('fine', 500)))).toBe(
      'imprisonment 40, fine 500 additional',
    )
  })
})

describe('a penalty that is replaced', () => {
  const by = (type: PenaltyType, value: number | null, more: Partial<ImposedPenalty> = {}): ImposedPenalty =>
    newPenalty(type, value, { isReplacing: true, ...more })
  const given = sentence(newPenalty('imprisonment', 24), beside('fine', 500))
  const replacing = (replaces: Sentencing['replaces'], ...imposed: ImposedPenalty[]): Said => ({ imposed, replaces })
  it('gives way to what comes instead', () => {
    expect(read(given, replacing('any', by('forced_labour', 24)))).toBe('forced_labour 24, fine 500 additional')
    expect(read(given, replacing('fine', by('works', 100)))).toBe('imprisonment 24, works 100 additional')
    // Of a kind that was not imposed: the main one.
    expect(read(given, replacing('arrest', by('forced_labour', 24)))).toBe('forced_labour 24, fine 500 additional')
    expect(read(given, replacing('any'))).toBe('imprisonment 24, fine 500 additional')
    expect(read(replacing('any', by('forced_labour', 24)))).toBe('forced_labour 24')
    expect(read(sentence(beside('fine', 500)), replacing('any', by('works', 20)))).toBe('works 20, fine 500 additional')
  })
  it('leaves its amount to what has none of its own', () => {
    const passed = (more: Partial<ImposedPenalty>, former: Said = given) =>
      verdictAfter([former, replacing('any', by('forced_labour', null, more))])[0]
    expect(passed({ hidden: true })).toMatchObject({ value: 24, hidden: false, certainty: 0.9 })
    expect(passed({ hidden: true, certainty: 0.7 })).toMatchObject({ value: 24, certainty: 0.7 })
    expect(passed({ hidden: true }, sentence(hidden('imprisonment')))).toMatchObject({ value: null, hidden: true })
    expect(passed({ hidden: true }, {})).toMatchObject({ value: null, hidden: true, certainty: 0.97 })
    expect(passed({})).toMatchObject({ value: null })
    expect(passed({ hidden: true, isReplacing: false })).toMatchObject({ value: null, hidden: true })
  })
})

describe('a penalty that is not served', () => {
  const years = sentence(newPenalty('imprisonment', 24))
  it('is suspended, where the law allows it (УК 73)', () => {
    const all = sentence(newPenalty('imprisonment', 24), beside('fine', 500), beside('military_restriction', 6))
    expect(read(all, { suspends: true, probation: 12 })).toBe(
      'imprisonment 24 suspended 12, fine 500 additional, military_restriction 6 additional',
    )
    expect(read(sentence(newPenalty('fine', 500)), { suspends: true, probation: 12 })).toBe('fine 500')
    for (const type of ['corrective_works', 'disciplinary_unit', 'military_restriction'] as const)
      expect(read(sentence(newPenalty(type, 6)), { suspends: true, probation: 12 })).toBe(`${type} 6 suspended 12`)
  })
  it('has a probation that is told beside it or later, and is not forgotten', () => {
    expect(read(years, { suspends: true }, { probation: 12 })).toBe('imprisonment 24 suspended 12')
    expect(read(years, { suspends: true, probation: 12 }, { probation: 18 })).toBe('imprisonment 24 suspended 12')
    expect(read(years, { suspends: true, probation: 12 }, { suspends: true })).toBe('imprisonment 24 suspended 12')
    expect(read(years, { suspends: true })).toBe('imprisonment 24 suspended null')
    expect(verdictAfter([years, { probation: 12 }])).toMatchObject([{ suspended: false, probation_months: null }])
  })
  it('is released, where it is clear which one it is (УК 79–83)', () => {
    expect(read(years, { releases: 'all' })).toBe('released imprisonment 24')
    expect(read(years, { releases: 'part' })).toBe('released imprisonment 24')
    const two = [ofOffence(newPenalty('imprisonment', 24)), ofOffence(newPenalty('works', 20))]
    expect(read(...two, { releases: 'all' })).toBe('released imprisonment 24, released works 20')
    expect(verdictAfter([...two, { releases: 'part' }])).toMatchObject([{ certainty: 0.8 }, { certainty: 0.8 }])
    expect(verdictAfter([years, { releases: 'deferred' }])).toMatchObject([{ state: 'imposed', certainty: 0.8 }])
    expect(verdictAfter([years, { releases: 'unclear' }])).toMatchObject([{ state: 'imposed', certainty: 0.8 }])
    const unsure = sentence(newPenalty('imprisonment', 24, { certainty: 0.6 }))
    expect(verdictAfter([unsure, { releases: 'deferred' }])).toMatchObject([{ certainty: 0.6 }])
  })
})

describe('a penalty that a review takes off', () => {
  const off = (type: PenaltyType, value: number | null): Said => ({ excluded: [beside(type, value)], isReview: true })
  it('is told as annulled', () => {
    expect(read(off('fine', 500))).toBe('annulled fine 500 additional')
    expect(read(review(newPenalty('imprisonment', 24)), off('fine', null))).toBe(
      'changed imprisonment 24, annulled fine additional',
    )
  })
  it('but not where the same kind is imposed, and its amount is not told', () => {
    expect(read(review(newPenalty('fine', 300)), off('fine', null))).toBe('changed fine 300')
    expect(read(review(newPenalty('fine', 300)), off('fine', 500))).toBe(
      'changed fine 300, annulled fine 500 additional',
    )
    expect(read({ ...review(newPenalty('fine', 300)), isFinal: true }, off('fine', null))).toBe(
      'changed fine 300, annulled fine additional',
    )
    expect(read(review(newPenalty('works', 20), newPenalty('fine', 300)), off('fine', null))).toBe(
      'changed works 20, changed fine 300 additional',
    )
  })
})

it('of several endings the gravest is told', () => {
  const span = { start: 0, end: 1 }
  const endings = [
    { ending: 'forwarded', span },
    { ending: 'acquitted', span },
  ] as const
  expect(finalEnding({ ...newVerdict(undefined), endings: [...endings] })).toBe('acquitted')
  expect(finalEnding(newVerdict(undefined))).toBeUndefined()
})
