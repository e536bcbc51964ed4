import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FullCase } from '#shared/api/cases.ts'
import { closePage, listedCase, member, renderPage } from '../../test/web-page.tsx'

const oneCase: FullCase = {
  ...listedCase,
  court: { ...listedCase.court, url: 'https://court.example', time_zone: 'Asia/Yekaterinburg' },
  codex_articles: [],
  result_published_date: null,
  result_valid_date: null,
  appeal_date: null,
  appeal_result: null,
  result_ground: null,
  other_numbers: [],
  person_results: [],
  first_scheduled_hearing_date: null,
  events: [],
  participants: [],
  defence_params: [],
  decision: null,
  linked_cases: [],
  revisions: [],
  sources: [],
  created_at: '2026-11-20T10:00:00.000Z',
  changed_at: '2026-11-20T10:00:00.000Z',
  gone_at: null,
  previous_visit_at: null,
}
let found: FullCase | undefined
let textFails: number
beforeEach(() => {
  textFails = 404
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/text/'))
      return new Response('{"detail":"Текста решения по этому делу нет."}', { status: textFails })
    const answers: Record<string, unknown> = {
      '/api/v1/users/me/': member,
      '/api/v1/releasedate/': { ts: 1, is_demo: false },
      '/api/v1/cases/7/': found,
    }
    const answer = answers[address]
    return new Response(JSON.stringify(answer ?? { detail: 'Дело не найдено.' }), { status: answer ? 200 : 404 })
  })
})
afterEach(closePage)
const main = () => screen.findByRole('main')

describe('the page of a text that is not there (§2 /cases/text)', () => {
  it.each([
    ['not decided yet', {}, 'Сайт суда ещё не сообщает о решении по этому делу.'],
    ['decided', { result_date: '2026-11-21' }, 'Возможно, суд его ещё не опубликовал.'],
    [
      'told by the site to have one',
      { result_date: '2026-11-21', result_text_url: 'https://court.example/text' },
      'Суд опубликовал его на своём сайте, но здесь он ещё не прочитан.',
    ],
  ])('tells of a case %s that it has no text, and leads back to it: no error', async (_, change, sentence) => {
    found = { ...oneCase, ...change }
    renderPage('/cases/text/7')
    await screen.findByRole('heading', { name: 'Текста решения здесь нет' })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Дело № 5-2608/2026')
    expect((await main()).textContent).toContain(sentence)
    expect((await main()).textContent).not.toContain('404')
    expect(screen.getByRole('link', { name: 'К делу' }).getAttribute('href')).toBe('/cases/7')
  })
  it('is 404 where the case itself is not there', async () => {
    found = undefined
    renderPage('/cases/text/7')
    await screen.findByRole('heading', { name: 'Такого дела здесь нет' })
    expect((await main()).textContent).toContain('404')
  })
  it('says what else has gone wrong, and offers to try again', async () => {
    found = oneCase
    textFails = 500
    renderPage('/cases/text/7')
    await screen.findByRole('heading', { name: 'Текст не загрузился' })
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
  })
})
