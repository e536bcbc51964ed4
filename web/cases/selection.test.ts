// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { between, useSelection } from './selection.ts'

const rows = (...ids: number[]) => ids.map(id => ({ id }))

describe('a range of rows', () => {
  it.each([
    [[1, 2, 3, 4, 5], 2, 4, [2, 3, 4]],
    [[1, 2, 3, 4, 5], 4, 2, [2, 3, 4]],
    [[1, 2, 3], 2, 2, [2]],
    [[1, 2, 3], undefined, 3, [3]],
    [[1, 2, 3], 99, 3, [3]],
  ])('in %j from %j to %j is %j', (ids, from, to, range) => expect(between(ids, from, to)).toEqual(range))
})

describe('picking', () => {
  const mount = () =>
    renderHook(({ page, list }: { page: { id: number }[]; list: string }) => useSelection(page, list), {
      initialProps: { page: rows(1, 2, 3, 4), list: 'a' },
    })
  it('takes a range as the row touched last becomes, also when it lets go', () => {
    const { result } = mount()
    act(() => result.current.toggle(1))
    act(() => result.current.toggle(3, true))
    expect([...result.current.ids]).toEqual([1, 2, 3])
    act(() => result.current.toggle(2, true))
    expect([...result.current.ids]).toEqual([1])
  })
  it('takes the rest of the page first, then lets the whole page go', () => {
    const { result } = mount()
    act(() => result.current.toggle(2))
    expect(result.current.page).toBe('some')
    act(() => result.current.togglePage())
    expect(result.current.page).toBe('all')
    act(() => result.current.togglePage())
    expect(result.current.page).toBe('none')
  })
  it('stays over pages, and is dropped with the list', () => {
    const { result, rerender } = mount()
    act(() => result.current.toggle(2))
    rerender({ page: rows(5, 6), list: 'a' })
    expect([...result.current.ids]).toEqual([2])
    expect(result.current.page).toBe('none')
    rerender({ page: rows(5, 6), list: 'b' })
    expect(result.current.ids.size).toBe(0)
  })
})
