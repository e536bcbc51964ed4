import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closePage, pageOfResults, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)

it('«Проверить» of a subscription without channels says when pressed that there is nothing to check', async () => {
  const moment = '2026-11-20T10:00:00.000Z'
  stubAnswers({
    'subscriptions/': pageOfResults({
      ...{
        id: 3,
        title: 'Мои дела',
        own_title: '',
        about: 'filters',
        get_params: {},
        human_readable: {},
        case: null,
        person: null,
      },
      ...{
        kinds: [],
        sends: 'news',
        cadence: 'at_once',
        at: '09:00',
        weekday: 1,
        zone: 'Europe/Moscow',
        quiet: null,
        muted: [],
      },
      ...{ channels: [], webhook: null, paused_at: null, asked_at: null, note: null, undelivered: 0, last_error: null },
      ...{ recent_hits: 0, last_hit_at: null, next_at: null, created_at: moment },
    }),
  })
  renderPage('/subscriptions')
  const button = await screen.findByRole('button', { name: 'Проверить: Мои дела' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  await screen.findByText('Проверять нечего: у подписки нет ни почты, ни чата, ни вебхука.')
})
