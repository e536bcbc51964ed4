import { describe, expect, it } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { countSet, withValue } from './draft.ts'

describe('the draft of the panel', () => {
  it('holds both sides of a filter, and nothing for what is let go', () => {
    expect(withValue({}, 'court', [5], [6])).toEqual({ court: [5], court_not: [6] })
    expect(withValue({ court: [5], court_not: [6] }, 'court', undefined, undefined)).toEqual({})
  })
  it('lets kinds of penalty go with «нет», and «нет» with a kind (§3)', () => {
    expect(withValue({ penalty_type: ['fine'], penalty_amount: { min: 1 } }, 'has_penalty', false, undefined)).toEqual({
      has_penalty: false,
    })
    expect(withValue({ has_penalty: false }, 'penalty_type', ['fine'], undefined)).toEqual({ penalty_type: ['fine'] })
  })
  it('keeps kinds of penalty with «любое»', () =>
    expect(withValue({ penalty_type: ['fine'] }, 'has_penalty', true, undefined)).toEqual({
      penalty_type: ['fine'],
      has_penalty: true,
    }))
  it.each<[string, AnyValues, readonly string[] | undefined, boolean]>([
    ['rubles stay with fines', { penalty_amount: { min: 5_000 } }, ['fine'], true],
    [
      'rubles go when prison is chosen',
      { penalty_type: ['fine'], penalty_amount: { min: 5_000 } },
      ['imprisonment'],
      false,
    ],
    [
      'months stay with another kind in months',
      { penalty_type: ['imprisonment'], penalty_amount: { min: 6 } },
      ['imprisonment', 'restriction'],
      true,
    ],
    [
      'months go when no kind is chosen',
      { penalty_type: ['imprisonment'], penalty_amount: { min: 6 } },
      undefined,
      false,
    ],
  ])('lets a range go with its unit: %s', (_, values, kinds, stays) =>
    expect('penalty_amount' in withValue(values, 'penalty_type', kinds, undefined)).toBe(stays),
  )
  it('counts either side as a filter', () =>
    expect(countSet(caseListFields, { type: '1', court: [5], court_not: [6], has_result: false })).toBe(4))
})
