import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#shared/api/session.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { isExcludable } from '#shared/filters/field.ts'
import { ThemeProvider } from '../ui/theme.tsx'
import { type CaseValues, readCaseSearch } from './case-search.ts'
import { FilterPanel } from './filter-panel.tsx'

/** The network is a handful of directories. */
const article = (id: number, article_number: string, part: string) => ({
  id,
  article_number,
  part,
  codex: 'koap',
  title: 'Нарушение порядка',
  name: part ? `${article_number} ч. ${part}` : article_number,
})
const list = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
const answers: Readonly<Record<string, unknown>> = {
  'codexarticles/': list([article(1, '20.2', '1'), article(2, '20.2', '5'), article(3, '19.3', '')]),
  'casesresulttypes/': list([{ id: 9, title: 'Вынесен ПРИГОВОР' }]),
  'caseseventstypes/': list([{ id: 4, title: 'Судебное заседание', is_hearing: true }]),
  'casedefenseparams/': list([{ id: 6, key: 'семейноеПоложение', value: 'двое детей' }]),
  'cases/': list([]),
  'cases/facets/': {
    facets: { penalty_type: [{ value: 'fine', count: 12 }], has_penalty: [], penalty_hidden: null },
    groups: {},
  },
  'sets/': list([
    {
      ...{ id: 4, title: 'Срочные', role: 'owner', owner: 'анна', count: 2, hidden: 0, members: 1 },
      ...{ created_at: '2026-03-02T00:00:00Z', changed_at: '2026-03-02T00:00:00Z' },
      progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
      watching: null,
    },
  ]),
  'names/': {},
}
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/v1/', '').split('?')[0] ?? ''
    asked.push(address)
    return new Response(JSON.stringify(answers[path] ?? list([])))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const editor: CurrentUser = { username: 'm.orlova', groups: ['tag_editor'], is_superuser: false, regions: null }
const open = (
  values: CaseValues = {},
  user: CurrentUser = editor,
  openAt?: string,
  fields: Partial<typeof caseListFields> = caseListFields,
) => {
  const onApply = vi.fn<(values: CaseValues) => void>()
  const onClose = vi.fn()
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <FilterPanel
          user={user}
          fields={fields}
          search={{ ...readCaseSearch({}), values }}
          onlyFavourites={false}
          openAt={openAt}
          onApply={({ values: applied }) => onApply(applied)}
          onClose={onClose}
        />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  const place = (key: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`[data-field="${key}"]`)
    if (!found) throw new Error(`${key} has no place in the panel`)
    return found
  }
  const apply = () => fireEvent.click(screen.getByRole('button', { name: /^Фильтровать/ }))
  return { onApply, onClose, place, apply }
}

/** A panel of a few filters: all fifty take ten times as long to draw. */
type Key = keyof typeof caseListFields
const openOnly = (keys: readonly Key[], values: CaseValues = {}, user = editor) =>
  open(values, user, undefined, pick(keys))
const pick = (keys: readonly Key[]): Partial<typeof caseListFields> =>
  Object.fromEntries(keys.map(key => [key, caseListFields[key]]))
const isKey = (key: string): key is Key => key in caseListFields

/** Fields whose control says more than the label does. */
const otherLabels: Readonly<Record<string, RegExp>> = {
  has_penalty: /Назначено ли наказание/,
  result_text_search: /Слова из текста решения/,
}
/** Asking the library for the name of every control by its role takes many seconds in a panel of this size. */
const nameOf = (control: HTMLInputElement): string =>
  control.getAttribute('aria-label') ??
  control
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ') ??
  [...(control.labels ?? [])].map(label => label.textContent).join(' ')

class AlwaysInViewport {
  #tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }])
  }
  disconnect(): void {}
}

describe('the panel of filters (§2, design §4)', () => {
  it('has one place and a labelled control for every filter', async () => {
    const { place } = open()
    await screen.findByRole('checkbox', { name: /^20\.2 \(вся\)/ })
    // The calendar comes on its own.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Поступило: с').disabled).toBe(false))
    for (const [key, field] of Object.entries(caseListFields)) {
      expect(document.querySelectorAll(`[data-field="${key}"]`), key).toHaveLength(1)
      expect(place(key).closest('section')?.getAttribute('aria-labelledby'), key).toBeTruthy()
      const inside = within(place(key))
      expect(inside.getAllByText(otherLabels[key] ?? field.label).length, key).toBeGreaterThan(0)
      const controls = [
        ...place(key).querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), select, textarea'),
      ]
      expect(controls.length, key).toBeGreaterThan(0)
      expect(
        controls.filter(control => nameOf(control).trim() === ''),
        key,
      ).toEqual([])
    }
  })

  it('hides tags from who may not use them (§5, §6)', () => {
    open({}, { ...editor, groups: [] })
    expect(document.querySelector('[data-field="tags"]')).toBeNull()
  })
  it('offers only the regions of the account (§5)', () => {
    open({}, { ...editor, regions: [77, 36] })
    expect(screen.getByRole('checkbox', { name: /Москва/ })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /Пермский край/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Ещё .* регион/ })).toBeNull()
  })

  it('applies the draft in one step', () => {
    const { onApply, place, apply } = open({ type: '1' })
    fireEvent.change(within(place('case_number')).getByLabelText('Номер дела'), { target: { value: '5-1/2026' } })
    fireEvent.click(within(place('stage')).getByRole('radio', { name: '2-я' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Штраф' }))
    expect(onApply).not.toHaveBeenCalled()
    apply()
    expect(onApply).toHaveBeenCalledWith({ type: '1', stage: '2', case_number: '5-1/2026', penalty_type: ['fine'] })
  })
  it('applies with Enter in a field, but not in one that searches a list', () => {
    const { onApply, place } = open()
    fireEvent.keyDown(screen.getByLabelText('Найти регион'), { key: 'Enter' })
    expect(onApply).not.toHaveBeenCalled()
    const number = within(place('case_number')).getByLabelText('Номер дела')
    fireEvent.change(number, { target: { value: '5-1/2026' } })
    fireEvent.keyDown(number, { key: 'Enter' })
    expect(onApply).toHaveBeenCalledWith({ case_number: '5-1/2026' })
  })
  it('lets a filter go with «Все» (§2)', () => {
    const { onApply, place, apply } = open({ type: '2', has_result: true })
    fireEvent.click(within(place('type')).getByRole('radio', { name: 'Все' }))
    fireEvent.click(within(place('has_result')).getByRole('radio', { name: 'Все' }))
    apply()
    expect(onApply).toHaveBeenCalledWith({})
  })
  it('begins anew with «Сбросить»: КоАП and nothing else (§4)', () => {
    const { onApply, apply } = open({ type: '2', case_number: '5-1', regions: [77] })
    fireEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
    apply()
    expect(onApply).toHaveBeenCalledWith({ type: '1' })
  })
  it('forgets the draft with «Закрыть»', () => {
    const { onApply, onClose } = open()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Штраф' }))
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(onApply).not.toHaveBeenCalled()
  })

  it('chooses and lets go a whole article by its members (§4)', async () => {
    const { onApply, apply } = openOnly(['codex_articles'])
    fireEvent.click(await screen.findByRole('checkbox', { name: /^20\.2 \(вся\)/ }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ codex_articles: [1, 2] })
    fireEvent.click(screen.getByRole('checkbox', { name: /^20\.2 \(вся\)/ }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({})
  })
  it('shows an article as partly chosen', async () => {
    openOnly(['codex_articles'], { codex_articles: [2] })
    const group = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^20\.2 \(вся\)/ })
    expect([group.checked, group.indeterminate]).toEqual([false, true])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^ч.\s5$/ }).checked).toBe(true)
  })

  it.each(
    Object.keys(caseListFields)
      .filter(isKey)
      .filter(key => isExcludable(caseListFields[key]) && caseListFields[key].kind === 'text')
      .map(key => [key, caseListFields[key].label] as const),
  )('turns %s round: «%s» → «кроме»', (key, label) => {
    const { onApply, place, apply } = openOnly([key])
    fireEvent.click(within(place(key)).getByRole('button', { name: `Исключить: ${label}` }))
    fireEvent.change(within(place(key)).getByRole('textbox'), { target: { value: 'слово' } })
    apply()
    expect(onApply).toHaveBeenCalledWith({ [`${key}_not`]: 'слово' })
  })
  it('turns a line of a list round, and back', () => {
    const { onApply, place, apply } = openOnly(['penalty_type'], { penalty_type: ['fine'] })
    fireEvent.click(within(place('penalty_type')).getByRole('button', { name: 'Исключить: Штраф' }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ penalty_type_not: ['fine'] })
    fireEvent.click(within(place('penalty_type')).getByRole('button', { name: 'Исключить: Штраф' }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({})
  })
  it('keeps both sides of a filter that an address brings', () => {
    const { onApply, apply } = openOnly(['defendant'], { defendant: 'Орлова', defendant_not: 'Иванова' })
    expect(screen.getByLabelText('Привлекаемое лицо: кроме')).toBeTruthy()
    apply()
    expect(onApply).toHaveBeenCalledWith({ defendant: 'Орлова', defendant_not: 'Иванова' })
  })

  it('says «любое» and «нет» of a penalty as has_penalty (§3)', () => {
    const { onApply, place, apply } = openOnly(['penalty_type', 'has_penalty'], { penalty_type: ['fine'] })
    fireEvent.click(within(place('has_penalty')).getByRole('radio', { name: 'Нет' }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ has_penalty: false })
    fireEvent.click(within(place('has_penalty')).getByRole('radio', { name: 'Любое' }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ has_penalty: true })
  })
  it('takes an amount only when it is one, and waits until it is', () => {
    const { onApply, apply } = openOnly(['penalty_amount'])
    fireEvent.change(screen.getByLabelText('Размер наказания: от'), { target: { value: '15 000 ₽' } })
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ penalty_amount: { min: 15000 } })
    onApply.mockClear()
    const max = screen.getByLabelText('Размер наказания: до')
    fireEvent.change(max, { target: { value: '10' } })
    apply()
    expect(onApply).not.toHaveBeenCalled()
    expect(screen.getByText(/^Начало больше конца/)).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Размер наказания: от')
    fireEvent.change(max, { target: { value: '20000' } })
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ penalty_amount: { min: 15000, max: 20000 } })
  })
  it('keeps a ready range of dates by its name, and shows the days it is now (§4)', async () => {
    const { onApply, apply } = openOnly(['entry_date_range'])
    const min = () => screen.getByLabelText<HTMLInputElement>('Поступило: с')
    await waitFor(() => expect(min().disabled).toBe(false))
    fireEvent.change(screen.getByLabelText('Поступило: срок'), { target: { value: 'last_7_days' } })
    expect(min().value).toMatch(/^\d+ [а-я]+ \d{4}$/)
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ entry_date_range: { relative: 'last_7_days' } })
    fireEvent.change(screen.getByLabelText('Поступило: срок'), { target: { value: '' } })
    expect(min().value).toBe('')
    apply()
    expect(onApply).toHaveBeenLastCalledWith({})
  })
  it('keeps a badly written date as it was typed, says so once, and waits until it is put right', async () => {
    const { onApply, place, apply } = openOnly(['entry_date_range'])
    const min = () => screen.getByLabelText<HTMLInputElement>('Поступило: с')
    await waitFor(() => expect(min().disabled).toBe(false))
    fireEvent.input(min(), { target: { value: '31.02.2026' } })
    fireEvent.blur(min())
    expect(min().value).toBe('31.02.2026')
    expect(place('entry_date_range').querySelectorAll('p')).toHaveLength(1)
    expect(place('entry_date_range').querySelector('p')?.textContent).toMatch(/^«31\.02\.2026» — не\u00a0дата/)
    apply()
    expect(onApply).not.toHaveBeenCalled()
    fireEvent.input(min(), { target: { value: '28.02.2026' } })
    fireEvent.input(screen.getByLabelText('Поступило: по'), { target: { value: '1.3.2026' } })
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ entry_date_range: { min: '2026-02-28', max: '2026-03-01' } })
  })
  it.each([
    ['Судья', 'judgessearch/', '&allowed_regions=77&court=5'],
    ['Суд', 'courtssearch/', '&allowed_regions=77'],
    ['Город', 'citiessearch/', '&allowed_regions=77'],
    ['Метки', 'tags/search/', ''],
  ])(
    'asks for suggestions from the second letter on, with what narrows them (§5): %s',
    async (label, path, narrowed) => {
      openOnly(['regions', 'court_city', 'court', 'judge', 'tags'], { regions: [77], court: [5] })
      const field = screen.getByLabelText(label)
      const searches = () => asked.filter(address => address.includes(path)).map(decodeURIComponent)
      fireEvent.change(field, { target: { value: 'о' } })
      await act(() => new Promise(resolve => setTimeout(resolve, 250)))
      expect(searches()).toEqual([])
      fireEvent.change(field, { target: { value: 'ор' } })
      await waitFor(() => expect(searches()).toEqual([`/api/v1/${path}?query=ор${narrowed}`]))
    },
  )
  it('offers the results of the chosen codex and instance (§5)', async () => {
    const { place } = openOnly(['type', 'stage', 'result_type'], { type: '2', stage: '1' })
    await within(place('result_type')).findByRole('checkbox', { name: /приговор/i })
    expect(asked.filter(address => address.includes('casesresulttypes'))).toEqual([
      '/api/v1/casesresulttypes/?type=2&stage=1',
    ])
  })
  it('offers event types before a letter is typed, and what was picked lately', async () => {
    localStorage.setItem('recentChoices', JSON.stringify({ courts: [{ value: '5', label: 'Пермский краевой суд' }] }))
    const { onApply, apply } = openOnly(['court', 'event_type'])
    fireEvent.focus(screen.getByLabelText('Событие'))
    expect(await screen.findByText('Судебное заседание')).toBeTruthy()
    fireEvent.focus(screen.getByLabelText('Суд'))
    fireEvent.click(await screen.findByText('Пермский краевой суд'))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ court: [5] })
    fireEvent.click(screen.getByRole('button', { name: 'Суд: все' }))
    apply()
    expect(onApply).toHaveBeenLastCalledWith({})
    localStorage.removeItem('recentChoices')
  })
  it('chooses regions by federal district, and shows a district as partly chosen', () => {
    const { onApply, apply } = openOnly(
      ['regions'],
      { regions: [1] },
      { ...editor, regions: [1, 8, 23, 30, 34, 61, 82, 92, 77, 50, 36, 78] },
    )
    const south = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Южный округ' })
    expect([south().checked, south().indeterminate]).toEqual([false, true])
    fireEvent.click(south())
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ regions: [1, 8, 23, 30, 34, 61, 82, 92] })
    fireEvent.keyDown(south(), { key: '-' })
    apply()
    expect(onApply).toHaveBeenLastCalledWith({ regions_not: [1, 8, 23, 30, 34, 61, 82, 92] })
  })
  it('shows how many cases an option leaves, asked with the other filters of the draft, until it is turned off', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysInViewport)
    const { place } = open({ stage: '2' })
    await waitFor(() => expect(within(place('penalty_type')).getByText(/^12/)).toBeTruthy())
    expect(asked.filter(address => address.includes('facets=penalty_type'))).toEqual([
      '/api/v1/cases/facets/?stage=2&facets=has_penalty&facets=penalty_type&facets=penalty_hidden&facets=penalty_suspended&facets=penalty_certain',
    ])
    // What the answer does not name leaves nothing; what could not be counted is said not to be known.
    expect(within(place('penalty_type')).getAllByText(/^0/).length).toBeGreaterThan(0)
    expect(within(place('penalty_hidden')).getAllByText('не успели посчитать').length).toBe(2)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Показывать число дел' }))
    expect(within(place('penalty_type')).queryByText(/^12/)).toBeNull()
    localStorage.removeItem('filterCounts')
  })
  it('shows what is chosen and no longer offered, so that it can be let go', async () => {
    const { onApply, place, apply } = openOnly(['result_type'], { result_type: [77] })
    fireEvent.click(await within(place('result_type')).findByRole('checkbox', { name: /^№\s77$/ }))
    apply()
    expect(onApply).toHaveBeenCalledWith({})
  })
  it('finds a filter by its name', () => {
    open()
    fireEvent.change(screen.getByLabelText('Найти фильтр'), { target: { value: 'протокол' } })
    expect([...document.querySelectorAll('[data-field]')].map(one => one.getAttribute('data-field'))).toEqual([
      'protocol_number',
    ])
  })
  it.each([
    ['case_number', 'Номер дела'],
    ['type', 'Все'],
  ])(
    'opens at the filter one asked for: %s',
    async (key, label) => {
      open({}, editor, key)
      const standsAt = () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')
      await waitFor(() => expect(standsAt()).toBe(key))
      const focused = document.activeElement
      expect(focused instanceof HTMLInputElement && focused.labels?.[0]?.textContent).toContain(label)
    },
    20_000,
  )
  it('has two tabs, each tied to its panel (§2)', () => {
    open()
    expect(screen.getAllByRole('tab').map(tab => tab.getAttribute('aria-selected'))).toEqual(['true', 'false'])
    expect(screen.getAllByRole('tab').map(tab => tab.firstChild?.textContent)).toEqual([
      'Фильтровать',
      'Сохраненные фильтры',
    ])
    for (const tab of screen.getAllByRole('tab')) {
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id)
    }
  })
})
