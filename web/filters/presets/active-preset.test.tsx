import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { excluded } from '#shared/filters/field.ts'
import type { CaseValues } from '../case-search.ts'

/** Begun again in each test, as on a visit of its own. */
type Module = typeof import('./active-preset.ts')
let presets: Module
const visit = async (): Promise<void> => {
  vi.resetModules()
  presets = await import('./active-preset.ts')
}
beforeEach(async () => {
  localStorage.clear()
  await visit()
})
afterEach(cleanup)

const fines = { id: 7, title: 'Штрафы', get_params: { type: '1', penalty_type: ['fine'], has_result: true } }
const showing = (values: CaseValues) =>
  renderHook(({ shown }) => presets.useActivePreset(caseListFields, shown), { initialProps: { shown: values } })
const finesShown: CaseValues = { type: '1', penalty_type: ['fine'], has_result: true }
const remembered = () => [localStorage.getItem('activePresetId'), localStorage.getItem('activePreset') !== null]

describe('the active preset (§3, §4)', () => {
  it('is what was applied, as soon as the list shows its filters', () => {
    const list = showing({ type: '1' })
    act(() => presets.activatePreset(fines))
    expect(list.result.current).toBeUndefined()
    list.rerender({ shown: finesShown })
    expect(list.result.current).toEqual(fines)
    expect(remembered()).toEqual(['7', true])
  })
  it('survives a reload', async () => {
    presets.activatePreset(fines)
    await visit()
    expect(showing(finesShown).result.current?.title).toBe('Штрафы')
  })
  it.each<[string, CaseValues]>([
    ['a removed tag', { type: '1', penalty_type: ['fine'] }],
    ['a changed filter', { ...finesShown, penalty_type: ['arrest'] }],
    ['an added filter', { ...finesShown, stage: '2' }],
    ['an excluding filter', { ...finesShown, [excluded('court')]: [5] }],
    ['clearing', { type: '1' }],
    ['letting everything go', {}],
  ])('is cleared by %s', (_, next) => {
    presets.activatePreset(fines)
    const list = showing(finesShown)
    list.rerender({ shown: next })
    expect(list.result.current).toBeUndefined()
    expect(remembered()).toEqual([null, false])
  })
  it('is found again by the browser’s «back» to its filters', () => {
    presets.activatePreset(fines)
    const list = showing(finesShown)
    list.rerender({ shown: { type: '1' } })
    list.rerender({ shown: finesShown })
    expect(list.result.current).toEqual(fines)
    expect(remembered()).toEqual(['7', true])
  })
  it('is cleared by coming to other filters, not by coming to a list without any', () => {
    presets.activatePreset(fines)
    showing({}).unmount()
    expect(showing(finesShown).result.current).toEqual(fines)
    cleanup()
    expect(showing({ type: '2' }).result.current).toBeUndefined()
    expect(remembered()).toEqual([null, false])
  })
  it('begins when filters that were saved as a draft are applied', () => {
    const list = showing({ type: '1' })
    act(() => presets.offerPreset(fines))
    expect(list.result.current).toBeUndefined()
    list.rerender({ shown: finesShown })
    expect(list.result.current).toEqual(fines)
  })
  it('follows a new name and new filters, and goes with the preset', () => {
    presets.activatePreset(fines)
    const list = showing(finesShown)
    act(() => presets.renewActivePreset([{ ...fines, title: 'Все штрафы' }]))
    expect(list.result.current?.title).toBe('Все штрафы')
    act(() => presets.renewActivePreset([]))
    expect(list.result.current).toBeUndefined()
    expect(remembered()).toEqual([null, false])
  })
  it('goes when that preset is deleted, and stays when another is', () => {
    presets.activatePreset(fines)
    const list = showing(finesShown)
    act(() => presets.dropPreset(fines.id + 1))
    expect(list.result.current).toEqual(fines)
    act(() => presets.dropPreset(fines.id))
    expect(list.result.current).toBeUndefined()
    expect(remembered()).toEqual([null, false])
  })
  it('is nobody’s after signing out', async () => {
    const { clearRememberedQuery } = await import('../remembered.ts')
    presets.activatePreset(fines)
    const list = showing(finesShown)
    act(clearRememberedQuery)
    expect(list.result.current).toBeUndefined()
    list.rerender({ shown: { type: '1' } })
    list.rerender({ shown: finesShown })
    expect(list.result.current).toBeUndefined()
    expect(remembered()).toEqual([null, false])
  })
  it.each(['{', '{"id":"x"}', '[]'])('does not trip over %s in the storage', async broken => {
    localStorage.setItem('activePreset', broken)
    await visit()
    expect(showing(finesShown).result.current).toBeUndefined()
  })
})
