// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { caseListFields, statsFields } from '#shared/filters/case-fields.ts'
import { freeze, frozenFor, useFrozen } from './frozen.ts'
import { clearRememberedFilters } from './remembered.ts'

beforeEach(() => localStorage.clear())

describe('pinned filters (§4: the filter button can be frozen or unfrozen)', () => {
  it('are what a section opens with, as far as it has them', () => {
    freeze(caseListFields, { type: '2', regions: ['36'] })
    expect(frozenFor(caseListFields)).toEqual({ type: '2', regions: ['36'] })
    expect(frozenFor(statsFields)).toEqual({ regions: ['36'] })
  })
  it('keep what another section has pinned and this one does not know', () => {
    freeze(caseListFields, { type: '2', regions: ['36'] })
    freeze(statsFields, { regions: ['77'] })
    expect(frozenFor(caseListFields)).toEqual({ type: '2', regions: ['77'] })
  })
  it('survive a new release', () => {
    freeze(caseListFields, { type: '2' })
    clearRememberedFilters()
    expect(frozenFor(caseListFields)).toEqual({ type: '2' })
  })
  it('are nothing when what was kept is not ours', () => {
    for (const foreign of ['не JSON', '[]', '{"type":5}', '{"colour":"red"}']) {
      localStorage.setItem('frozenFilters', foreign)
      expect(frozenFor(caseListFields)).toBeUndefined()
    }
  })
  it('are pinned and let go by one button, which knows other filters from these', () => {
    const { result, rerender } = renderHook(({ filters }) => useFrozen(caseListFields, filters), {
      initialProps: { filters: { type: '2' } },
    })
    expect(result.current.frozen).toBe('none')
    act(() => result.current.toggle())
    expect(result.current.frozen).toBe('these')
    rerender({ filters: { type: '1' } })
    expect(result.current.frozen).toBe('others')
    act(() => result.current.toggle())
    expect(frozenFor(caseListFields)).toEqual({ type: '1' })
    act(() => result.current.toggle())
    expect([result.current.frozen, frozenFor(caseListFields)]).toEqual(['none', undefined])
  })
})
