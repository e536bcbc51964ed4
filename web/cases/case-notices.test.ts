import { describe, expect, it } from 'vitest'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { questionCount } from '../statistics/question-note.tsx'
import { questionSentence } from './case-notices.tsx'

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('a decision in question in words (decision 0059)', () => {
  it.each([
    [[], 'Под вопросом: похоже, это решение отменено. Связь не подтверждена, по данным сайтов судов.'],
    [
      [{ case_number: '7-12/2026', court: 'Вымышленский краевой суд' }],
      'Под вопросом: похоже, это решение отменено — дело № 7-12/2026, Вымышленский краевой суд. Связь не подтверждена, по данным сайтов судов.',
    ],
  ])('%j', (reviews, words) => expect(spaced(questionSentence(reviews))).toBe(words))
  it.each([
    [1, '1 дело под вопросом: решение, возможно, отменено'],
    [3, '3 дела под вопросом: решения, возможно, отменены'],
    [21, '21 дело под вопросом: решение, возможно, отменено'],
  ])('%i', (count, words) => expect(spaced(questionCount(count))).toBe(words))
  it.each([
    ['annulled, whatever else', { annulled: true, changed: true, in_question: true, stage: 1 as const }, 'отменено'],
    ['in question', { annulled: false, changed: true, in_question: true, stage: 1 as const }, 'под вопросом'],
    ['changed', { annulled: false, changed: true, in_question: false, stage: 1 as const }, 'изменено'],
    ['a review that changed', { annulled: false, changed: true, in_question: false, stage: 2 as const }, ''],
    ['nothing', { annulled: false, changed: false, in_question: false, stage: 1 as const }, ''],
  ])('tells the fate of a decision that is %s', (_, fate, mark) => expect(spaced(reviewMark(fate) ?? '')).toBe(mark))
})
