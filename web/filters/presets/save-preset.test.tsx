import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Preset } from '#shared/api/saved.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { ThemeProvider } from '../../ui/theme.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import type { CaseValues } from '../case-search.ts'
import { activatePreset, leaveActivePreset } from './active-preset.ts'
import { SavePreset } from './save-preset.tsx'

const values: CaseValues = { type: '1', penalty_type: ['fine'], has_result: true }
const saved: Preset = {
  id: 7,
  title: 'Штрафы',
  description: '',
  category: null,
  get_params: { type: '1', penalty_type: ['fine'], has_result: true },
  human_readable: {},
  position: 1,
  note: null,
}
const list = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
const bodies: unknown[] = []
let answer: () => Response
beforeEach(() => {
  leaveActivePreset()
  bodies.length = 0
  answer = () => new Response(JSON.stringify(saved), { status: 201 })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'POST') {
      bodies.push(JSON.parse(String(init.body)))
      return answer()
    }
    return new Response(
      JSON.stringify(address.includes('presetcategories') ? list([{ id: 1, title: 'Наблюдение' }]) : list([])),
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async (shown = values, mayOpen = () => true) => {
  const onSaved = vi.fn<(preset: { id: number }) => void>()
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SavePreset place="bar" fields={caseListFields} values={shown} mayOpen={mayOpen} onSaved={onSaved} />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить набор' }))
  return onSaved
}
const title = () => screen.findByLabelText('Название')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Сохранить' })

describe('saving filters as a preset (§2, §5)', () => {
  it('waits for a title that is more than spaces, and says so (§5)', async () => {
    await open()
    expect(screen.queryByText('Заполните это поле.')).toBeNull()
    fireEvent.change(await title(), { target: { value: '   ' } })
    expect(button().disabled).toBe(true)
    expect(screen.getByText('Заполните это поле.').id).toBe((await title()).getAttribute('aria-describedby'))
    fireEvent.change(await title(), { target: { value: 'Штрафы' } })
    expect(screen.queryByText('Заполните это поле.')).toBeNull()
    expect(button().disabled).toBe(false)
  })
  it('is called by the sentence of its filters until another title is typed', async () => {
    await open()
    expect(await title()).toHaveProperty('value', 'Дела КоАП с решением, с наказанием «штраф»')
    fireEvent.change(await title(), { target: { value: '' } })
    expect(await title()).toHaveProperty('value', '')
    expect(button().disabled).toBe(true)
  })
  it('sends name, description, category, filters and their readable text; then says «Фильтры сохранились» (§8)', async () => {
    const onSaved = await open()
    fireEvent.change(await title(), { target: { value: 'Штрафы' } })
    fireEvent.change(screen.getByLabelText(/^Описание/), { target: { value: 'На год' } })
    fireEvent.change(screen.getByLabelText(/^Категория/), { target: { value: 'Моё' } })
    fireEvent.click(button())
    await screen.findByText('Фильтры сохранились')
    expect(bodies).toEqual([
      {
        title: 'Штрафы',
        description: 'На год',
        category: 'Моё',
        get_params: { type: '1', penalty_type: ['fine'], has_result: true },
      },
    ])
    expect(onSaved).toHaveBeenCalledWith(saved)
    expect(screen.queryByLabelText('Название')).toBeNull()
  })
  it('is saved however many words its filters have, and knows a category in any letter case', async () => {
    const judges = Array.from({ length: 900 }, (_, n) => n + 1)
    await open({ judge: judges })
    fireEvent.change(await title(), { target: { value: 'Судьи' } })
    fireEvent.change(screen.getByLabelText(/^Категория/), { target: { value: 'НАБЛЮДЕНИЕ' } })
    expect(screen.queryByText(/^Новая категория/)).toBeNull()
    fireEvent.click(button())
    await screen.findByText('Фильтры сохранились')
    expect(bodies).toMatchObject([{ get_params: { judge: judges.map(String) } }])
  })
  it('takes presses that follow within half a second for one (§9)', async () => {
    answer = () => new Response(JSON.stringify({ title: ['Занято.'] }), { status: 400 })
    await open()
    fireEvent.change(await title(), { target: { value: 'Штрафы' } })
    fireEvent.click(button())
    fireEvent.click(button())
    await screen.findByText('Занято.')
    fireEvent.click(button())
    await new Promise(resolve => setTimeout(resolve, 550))
    expect(bodies).toHaveLength(1)
    fireEvent.click(button())
    await waitFor(() => expect(bodies).toHaveLength(2))
  })
  it('says the first item of an error and keeps what was typed (§8)', async () => {
    answer = () =>
      new Response(JSON.stringify({ title: ['Набор «Штрафы» уже есть.', 'второе'], description: ['третье'] }), {
        status: 400,
      })
    const onSaved = await open()
    fireEvent.change(await title(), { target: { value: 'Штрафы' } })
    fireEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('Набор «Штрафы» уже есть.')
    expect((await screen.findByLabelText<HTMLInputElement>('Название')).value).toBe('Штрафы')
    expect(onSaved).not.toHaveBeenCalled()
  })
  it('is disabled while these filters are the active preset, and says why (§4)', async () => {
    activatePreset(saved)
    await open()
    expect(screen.queryByLabelText('Название')).toBeNull()
    const opener = screen.getByRole('button', { name: 'Сохранить набор' })
    expect([opener.getAttribute('aria-disabled'), opener.title]).toEqual([
      'true',
      'Эти фильтры уже сохранены: набор «Штрафы»',
    ])
    await screen.findByText('Эти фильтры уже сохранены: набор «Штрафы»', { selector: '[role="status"] p' })
    cleanup()
    await open({ ...values, stage: '2' })
    await title()
  })
  it('does not open on filters that are still wrong', async () => {
    await open(values, () => false)
    expect(screen.queryByLabelText('Название')).toBeNull()
  })
  it('suggests categories there are and says when one is new', async () => {
    await open()
    fireEvent.change(await screen.findByLabelText(/^Категория/), { target: { value: 'наб' } })
    await screen.findByText('Наблюдение')
    await screen.findByText('Новая категория «наб»')
  })
  it('closes by Escape, itself only, and remembers what was typed', async () => {
    const outside = vi.fn()
    document.addEventListener('keydown', outside)
    await open()
    fireEvent.change(await title(), { target: { value: 'Недописано' } })
    fireEvent.keyDown(await title(), { key: 'Escape' })
    document.removeEventListener('keydown', outside)
    expect(outside).not.toHaveBeenCalled()
    expect(screen.queryByLabelText('Название')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Сохранить набор' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Название')).value).toBe('Недописано')
  })
})
