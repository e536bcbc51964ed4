import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { listedPenalty } from '../../test/penalties.ts'
import { closePage, openedCase, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)

const people = ['Ветров Илья Ильич', 'Рощин Пётр Львович'].map((name, at) => ({
  ...{ id: at + 1, name, hidden: false, gender: 'm' as const },
}))
const [both, neither] = [
  ['Лицо', 'Лицо'],
  ['Подсудимый', 'Подсудимый'],
]
const penaltyOf = (person: string | null) => listedPenalty('works', 200, { person })
const linked = {
  ...{ id: 9, case_number: '22-9/2026', court: 'Заречный областной суд', entry_date: null, result_type: null },
  ...{ why: 'same_uid', certainty: 1 },
}
const heard = {
  ...{ type: 'Судебное заседание', is_hearing: true, is_possible_hearing: false, date: '2026-11-10', time: '10:00' },
  ...{ happens_at: null, result: '', hall: '', note: '' },
}
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
  [
    'a result is of somebody under another spelling',
    { person_results: [{ name: 'Ветров И.И.', hidden: false, result: 'ОПРАВДАН', date: null }] },
    both,
  ],
  ['one of two has a penalty', { penalties: [penaltyOf(people[0]?.name ?? null)] }, ['Лицо', 'Подсудимый']],
  ['a penalty is of nobody told', { penalties: [penaltyOf(null)] }, both],
  ['a penalty is of somebody else', { penalties: [penaltyOf('другое лицо')] }, neither],
  [
    'the site says of a penalty that nothing is known',
    { penalties: [listedPenalty('no_data', null, { person: null })] },
    neither,
  ],
  ['a day of a complaint is told', { appeal_date: '2026-11-20' }, both],
  ['a result of a complaint is told', { appeal_result: 'Изменено' }, both],
  ['a review has annulled', { annulled: true }, both],
  ['a review has changed', { changed: true }, both],
  ['a review has perhaps annulled', { in_question: true }, both],
  ['a review is linked', { linked_cases: [{ ...linked, stage: 2 }] }, both],
  ['another case of first instance is linked', { linked_cases: [{ ...linked, stage: 1 }] }, neither],
  ['a text is published', { has_result_text: true }, both],
  ['a day of publishing is told', { result_published_date: '2026-11-20' }, both],
  ['a hearing ended the case', { events: [{ ...heard, result: 'Вынесен ПРИГОВОР' }] }, both],
  ['a hearing was put off', { events: [{ ...heard, result: 'Заседание отложено' }] }, neither],
])('calls people by what the case bears out where %s', async (_, told, titles) => {
  const case7 = { ...openedCase, defendants: people, result_valid_date: null, person_results: [], ...untold, ...told }
  stubAnswers({ 'cases/7/': case7 })
  renderPage('/cases/7')
  const side = within(await screen.findByRole('complementary', { name: 'Лица и сведения' }))
  const called = people.map(({ name }) => side.getByText(name).closest('div')?.querySelector('dt')?.textContent)
  expect(called).toEqual(titles)
})
