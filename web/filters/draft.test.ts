import { describe, expect, it } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
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
  it('counts either side as a filter', () =>
    expect(countSet(caseListFields, { type: '1', court: [5], court_not: [6], has_result: false })).toBe(4))
})
