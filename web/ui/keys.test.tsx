import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keyNames, useShortcuts } from './keys.ts'

const pressed: string[] = []
const Page = () => {
  useShortcuts(Object.fromEntries(keyNames.map(key => [key, () => pressed.push(key)])))
  return (
    <>
      <h1 tabIndex={-1}>Дела</h1>
      <input aria-label="Слова" />
      <input type="checkbox" aria-label="Выбрать" />
      <select aria-label="Порядок" />
      <textarea aria-label="Заметка" />
    </>
  )
}
const Layout = () => {
  useShortcuts({ '/': () => pressed.push('layout /'), f: () => pressed.push('layout f') }, { otherwise: true })
  return null
}
const press = (target: Element, init: KeyboardEventInit): string[] => {
  pressed.length = 0
  fireEvent.keyDown(target, init)
  return [...pressed]
}
const open = () => {
  render(<Page />)
  return screen.getByRole('heading')
}
afterEach(cleanup)

describe('single keys (design §9)', () => {
  it.each([
    ['j', 'KeyJ', 'j'],
    ['о', 'KeyJ', 'j'],
    ['О', 'KeyJ', 'j'],
    ['л', 'KeyK', 'k'],
    ['ы', 'KeyS', 's'],
    ['а', 'KeyF', 'f'],
    ['т', 'KeyN', 'n'],
    ['з', 'KeyP', 'p'],
    ['ч', 'KeyX', 'x'],
    ['х', 'BracketLeft', '['],
    ['ъ', 'BracketRight', ']'],
    ['/', 'Slash', '/'],
    ['.', 'Slash', '/'],
    ['/', 'Backslash', '/'],
    // Caps Lock is not Shift.
    ['J', 'KeyJ', 'j'],
    // Dvorak: what is written on the key counts.
    ['j', 'KeyC', 'j'],
    ['o', 'KeyS', ''],
    // A full stop and a hyphen of other layouts are what they are.
    ['.', 'Period', ''],
    ['-', 'Slash', ''],
  ])('«%s» typed on %s is %s', (key, code, meant) =>
    expect(press(open(), { key, code })).toEqual(meant === '' ? [] : [meant]),
  )
  it.each([
    ['?', 'Slash'],
    [',', 'Slash'],
    ['?', 'Digit7'],
  ])('«%s» typed with Shift on %s asks for help', (key, code) =>
    expect(press(open(), { key, code, shiftKey: true })).toEqual(['?']),
  )
  it.each(['ctrlKey', 'metaKey'])('%s with K is heard in a field too, and under no dialog', modifier => {
    open()
    const init = { key: 'л', code: 'KeyK', [modifier]: true }
    expect(press(screen.getByLabelText('Слова'), init)).toEqual(['Ctrl K'])
    expect(press(document.body, { ...init, shiftKey: true })).toEqual([])
    const overlay = document.body.appendChild(document.createElement('div'))
    overlay.setAttribute('role', 'dialog')
    expect(press(document.body, init)).toEqual([])
    overlay.remove()
  })
  it('do nothing with Ctrl, Alt, Cmd or a letter’s Shift', () => {
    const page = open()
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'])
      expect(press(page, { key: 'j', code: 'KeyJ', [modifier]: true })).toEqual([])
  })
  it('do nothing while the person types', () => {
    open()
    for (const name of ['Слова', 'Порядок', 'Заметка'])
      for (const key of keyNames.filter(one => one.length === 1))
        expect(press(screen.getByLabelText(name), { key })).toEqual([])
    expect(press(screen.getByLabelText('Выбрать'), { key: 'x', code: 'KeyX' })).toEqual(['x'])
  })
  it('do nothing under a dialog or an open menu', () => {
    const page = open()
    const overlay = document.body.appendChild(document.createElement('div'))
    overlay.setAttribute('role', 'dialog')
    expect(press(page, { key: 'j', code: 'KeyJ' })).toEqual([])
    overlay.removeAttribute('role')
    overlay.dataset.overlay = 'true'
    expect(press(page, { key: 'j', code: 'KeyJ' })).toEqual([])
    overlay.remove()
    expect(press(page, { key: 'j', code: 'KeyJ' })).toEqual(['j'])
  })
  it('that the page has taken are not the layout’s, whichever came first', () => {
    render(<Layout />)
    const page = open()
    expect(press(page, { key: '/', code: 'Slash' })).toEqual(['/'])
    cleanup()
    render(<Layout />)
    expect(press(document.body, { key: 'f', code: 'KeyF' })).toEqual(['layout f'])
  })
})
