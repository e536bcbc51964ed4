import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Brush } from './brush.tsx'
import { type Box, boxesBetween, boxesFrom, boxTowards } from './brush-geometry.ts'

/** Bars chosen on a drawing (§2 /stats, /data; decision 0094). */
const columns: Box[] = [0, 1, 2, 3].map(at => ({ left: at * 10, right: at * 10 + 10, top: 0, bottom: 100, panel: 0 }))
const bars = ['март', 'апрель', 'май', 'июнь'].map((label, at) => ({ label, count: at === 3 ? 0 : 4 + at }))
const chosen = vi.fn()
const listbox = () => screen.getByRole('listbox', { name: /Поступление/ })
const selected = () =>
  screen
    .getAllByRole('option', { selected: true })
    .map(one => one.getAttribute('aria-label')?.replaceAll('\u00a0', ' '))
const says = () => screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')
beforeEach(() => {
  chosen.mockClear()
  render(
    <Brush
      name="Поступление дел"
      bars={bars}
      boxes={columns}
      between={(first, last) => `${bars[first]?.label} — ${bars[last]?.label}`}
      overlaps={false}
      can={which => which.some(at => at < 3)}
      onBrush={chosen}
    >
      <p>рисунок</p>
    </Brush>,
  )
})
afterEach(cleanup)

const key = (name: string, shiftKey = false) => fireEvent.keyDown(listbox(), { key: name, shiftKey })
describe('bars are chosen by keys', () => {
  it('one by an arrow, several with Shift, selected by Enter', () => {
    fireEvent.focus(listbox())
    expect(selected()).toEqual(['март: 4 дела'])
    key('ArrowRight')
    key('ArrowRight', true)
    expect(selected()).toEqual(['апрель: 5 дел', 'май: 6 дел'])
    expect(says()).toBe('апрель — май: 11 дел · Esc — отменить')
    key('Enter')
    expect(chosen).toHaveBeenCalledExactlyOnceWith([1, 2])
  })
  it('and let go by Escape', () => {
    fireEvent.focus(listbox())
    key('End')
    key('Home', true)
    expect(selected()).toHaveLength(4)
    key('Escape')
    expect(selected()).toEqual(['март: 4 дела'])
    expect(chosen).not.toHaveBeenCalled()
  })
  it('a bar without cases selects nothing', () => {
    fireEvent.focus(listbox())
    key('End')
    key('Enter')
    expect(chosen).not.toHaveBeenCalled()
  })
})

const at = (x: number) => ({ clientX: x, clientY: 50, button: 0, pointerType: 'mouse' })
/** The test's document knows no pointer events: they carry what a mouse says. */
const pointer = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', on: Element | Window, x: number) =>
  fireEvent(on, Object.assign(createEvent[type](on, at(x)), at(x)))
describe('bars are chosen by a mouse', () => {
  it('by drawing over them, in either direction', () => {
    pointer('pointerDown', screen.getByText('рисунок'), 25)
    pointer('pointerMove', window, 5)
    expect(says()).toContain('март — май: 15 дел')
    pointer('pointerUp', window, 5)
    fireEvent.click(screen.getByText('рисунок'), at(5))
    expect(chosen).toHaveBeenCalledExactlyOnceWith([0, 1, 2])
  })
  it('one by a click, also where the hand trembles', () => {
    pointer('pointerDown', screen.getByText('рисунок'), 12)
    pointer('pointerMove', window, 14)
    pointer('pointerUp', window, 14)
    fireEvent.click(screen.getByText('рисунок'), at(14))
    expect(chosen).toHaveBeenCalledExactlyOnceWith([1])
  })
  it('and Escape cancels what is being drawn', () => {
    pointer('pointerDown', screen.getByText('рисунок'), 5)
    pointer('pointerMove', window, 25)
    fireEvent.keyDown(window, { key: 'Escape' })
    pointer('pointerUp', window, 25)
    fireEvent.click(screen.getByText('рисунок'), at(25))
    expect(chosen).not.toHaveBeenCalled()
  })
})

describe('where bars stand', () => {
  const grid: Box[] = [0, 1, 2, 3, 4, 5].map(n => ({
    left: (n % 3) * 10,
    right: (n % 3) * 10 + 10,
    top: Math.floor(n / 3) * 10,
    bottom: Math.floor(n / 3) * 10 + 10,
    panel: 0,
  }))
  it('tiles are chosen by a rectangle, also from beside them, and gone over in four directions', () => {
    expect(boxesFrom(grid, 0, 4)).toEqual([0, 1, 3, 4])
    expect(boxesBetween(grid.slice(1), { x: 2, y: 2 }, { x: 15, y: 15 })).toEqual([0, 2, 3])
    expect(['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'Tab'].map(way => boxTowards(grid, 1, way))).toEqual([
      2,
      4,
      0,
      0,
      undefined,
    ])
  })
  it('those of another panel are left out', () => {
    const panels = [...columns.slice(0, 2), ...columns.slice(2).map(box => ({ ...box, panel: 1 }))]
    expect(boxesBetween(panels, { x: 15, y: 5 }, { x: 35, y: 5 })).toEqual([1])
  })
})
