import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaseText, FullCase } from '#shared/api/full-case.ts'
import { closePage, member, openedCase, renderPage } from '../../test/web-page.tsx'

let found: FullCase | undefined
let textFails: number
let text: CaseText | undefined
beforeEach(() => {
  textFails = 404
  text = undefined
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/text/') && text) return new Response(JSON.stringify(text))
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
    found = { ...openedCase, ...change }
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
    found = openedCase
    textFails = 500
    renderPage('/cases/text/7')
    await screen.findByRole('heading', { name: 'Текст не загрузился' })
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
  })
})

it('is shown together with its case, or without one that did not load, which a citation asks for again (§2 /cases/text)', async () => {
  found = undefined
  text = {
    id: 7,
    case_number: '5-2608/2026',
    text: 'ПОСТАНОВИЛ:\nпроизводство прекратить.',
    url: '',
    read_at: '2026-11-21T10:00:00Z',
  }
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  renderPage('/cases/text/7')
  const cite = await screen.findByRole('button', { name: 'Цитата' })
  found = openedCase
  fireEvent.click(cite)
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith(expect.stringContaining('5-2608/2026, Ишимский')))
})
