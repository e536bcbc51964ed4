import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage, member, openedCase, renderPage } from '../../test/web-page.tsx'

afterEach(closePage)

const people = ['Ветров Илья Ильич', 'Рощин Пётр Львович'].map((name, at) => ({
  ...{ id: at + 1, name, hidden: false, gender: 'm' as const },
}))
const untold = { type: 2, stage: 1, case_number: '1-17/2026', result_date: null, result_type: null }

it.each([
  ['nothing is told of an outcome', {}, ['Подсудимый', 'Подсудимый']],
  [
    'one of two has an outcome of their own',
    { person_results: [{ name: people[1]?.name, hidden: false, result: 'ОПРАВДАН', date: null }] },
    ['Подсудимый', 'Лицо'],
  ],
  ['the case has a result', { result_type: { id: 1, title: 'Вынесен ПРИГОВОР' } }, ['Лицо', 'Лицо']],
  ['a day of decision is told', { result_date: '2026-11-04' }, ['Лицо', 'Лицо']],
  ['a day of force is told', { result_valid_date: '2026-11-20' }, ['Лицо', 'Лицо']],
])('calls people by what the case bears out where %s', async (_, told, titles) => {
  const answers: Record<string, unknown> = {
    '/api/v1/users/me/': member,
    '/api/v1/releasedate/': { ts: 1, is_demo: false },
    '/api/v1/cases/7/': {
      ...openedCase,
      defendants: people,
      result_valid_date: null,
      person_results: [],
      ...untold,
      ...told,
    },
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers[new URL(address, 'https://sudmonitor.example').pathname]
    return new Response(JSON.stringify(answer ?? { detail: 'Здесь ничего нет.' }), { status: answer ? 200 : 404 })
  })
  renderPage('/cases/7')
  const side = within(await screen.findByRole('complementary', { name: 'Лица и сведения' }))
  const called = people.map(({ name }) => side.getByText(name).closest('div')?.querySelector('dt')?.textContent)
  expect(called).toEqual(titles)
})
