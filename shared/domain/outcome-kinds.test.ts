import { describe, expect, it } from 'vitest'
import { resultWordings as tables } from '../../test/result-wordings.ts'
import { reviewsOfDecisions } from '../../test/review-wordings.ts'
import { imposesPenalty, isAnnulling, isChanging, outcomeKind, type ReviewKind, reviewKind } from './outcome-kinds.ts'

const overturning = new Set<ReviewKind>(['retrial', 'annulled', 'annulled_ended'])
const told = <K extends string>(table: readonly [K, string[]][]) =>
  table.flatMap(([kind, titles]) => titles.map(title => [title, kind] as const))

describe('a result', () => {
  it.each(tables.first)('of first instance is %s', (kind, titles) =>
    expect(titles.map(title => [title, outcomeKind(title)])).toEqual(titles.map(title => [title, kind])),
  )
  it.each(tables.review)('of a review is %s', (kind, titles) =>
    expect(titles.map(title => [title, reviewKind(title)])).toEqual(titles.map(title => [title, kind])),
  )
  it('imposes a penalty where it is counted as one', () => {
    for (const [title, kind] of told(tables.first)) expect(imposesPenalty(title), title).toBe(kind === 'penalty')
  })
  it('that leaves nothing of a decision is counted as overturning it', () => {
    for (const [title, kind] of told(tables.review)) expect(isAnnulling(title), title).toBe(overturning.has(kind))
  })
})

it.each(reviewsOfDecisions)('a review of a decision: %s: %s', (title, kind) =>
  expect([isAnnulling(title), isChanging(title), reviewKind(title)]).toEqual([
    overturning.has(kind),
    kind === 'changed',
    kind,
  ]),
)
