import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { closePage, openedCase, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)

const seen_at = '2026-11-20T10:00:00.000Z'
const imported = {
  ...openedCase,
  url: 'https://elsewhere.example/card/7',
  sources: [{ origin: 'file', first_seen_at: seen_at, last_seen_at: seen_at }],
}
const open = (refusal: string | null): void => {
  stubAnswers({
    'cases/7/': imported,
    'cases/7/refresh/': { state: 'idle', not_before: null, read_at: null, error: null, refusal },
  })
  renderPage('/cases/7')
}

describe('«Обновить» (§7 refresh)', () => {
  it('is not offered where it can only fail: the reason stands there instead', async () => {
    open('Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.')
    await screen.findByText('Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.')
    expect(screen.queryByRole('button', { name: 'Обновить' })).toBeNull()
  })
  it('is offered where the card can be read anew', async () => {
    open(null)
    expect(await screen.findByRole('button', { name: 'Обновить' })).toBeTruthy()
  })
})

it('the page names the court’s site as its source only where the case was read there', async () => {
  open(null)
  expect(await screen.findByText('Не является официальным документом.')).toBeTruthy()
  imported.sources.push({ origin: 'collector', first_seen_at: seen_at, last_seen_at: seen_at })
  closePage()
  open(null)
  expect(await screen.findByText('По данным сайта суда; не является официальным документом.')).toBeTruthy()
})
