import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DeadlineRow, DeadlinesAnswer } from '#shared/api/deadlines.ts'
import { closePage, openedCase, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)

const custody: DeadlineRow = {
  kind: 'custody',
  person: null,
  title: 'Стража до 16 декабря 2099: так сказано в решении',
  date: '2099-12-16',
  certainty: 'told',
  unmoved: null,
  is_past: false,
  assumption: 'День назвал суд, мы его не считали.',
  brief: 'день назвал суд',
  missing: null,
  why_not: null,
  quote: 'Продлить срок содержания под стражей до 16 декабря 2099 года.',
  is_whose_unclear: false,
  edition: {
    term: 'upk-109',
    article: 'УПК, ст. 109 чч. 1–3',
    law: null,
    since: null,
    until: null,
    source: { title: 'Источник', url: null },
    confidence: 'high',
    status: 'in_force',
  },
}
const calculated: DeadlineRow = { ...custody, kind: 'crime', title: 'Давность преступления', quote: null }

it.each<[what: string, deadlines: DeadlineRow[], isCalculated: boolean]>([
  ['a term that the court told alone', [custody], false],
  ['one that is calculated beside it', [custody, calculated], true],
])(
  'of a criminal case with %s, whether deadlines are calculated by law is said rightly',
  async (_, deadlines, isCalculated) => {
    const told: DeadlinesAnswer = {
      today: '2026-11-26',
      deadlines,
      note: isCalculated ? null : 'Это материал, а не дело: сроков по нему не считаем.',
      accused: [],
      is_decided: true,
      own: [],
      own_lost: 0,
    }
    stubAnswers({ 'cases/7/': { ...openedCase, type: 2, case_number: '3/2-17/2026' }, 'cases/7/deadlines/': told })
    renderPage('/cases/7')
    const block = within(await screen.findByRole('region', { name: 'Сроки' }))
    await block.findByText(custody.title)
    expect(block.queryByText(/Посчитаны по.закону/) !== null).toBe(isCalculated)
    expect(block.getByText(/Подсказка, а не совет/)).toBeTruthy()
    // Nobody is on trial in a material.
    expect(screen.queryByText('Подсудимый')).toBeNull()
    expect(screen.getByText(/^Лицо в.материале$/)).toBeTruthy()
  },
)
