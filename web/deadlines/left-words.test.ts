import { expect, it } from 'vitest'
import { leftWords } from './left-words.ts'

it.each([
  ['reckoned', 0, 'сегодня'],
  ['told', 1, 'завтра'],
  ['reckoned', 6, 'через 6\u00a0дней'],
  ['reckoned', -1, 'прошёл'],
  ['told', -40, 'прошёл'],
  ['not_before', 6, undefined],
  ['not_before', 1, undefined],
  ['not_before', 0, undefined],
  ['not_before', -1, 'возможно, уже прошёл'],
] as const)('days are counted to an exact day alone: %s, %i: %s', (certainty, days, words) =>
  expect(leftWords(certainty, days)).toBe(words),
)
