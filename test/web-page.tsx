import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import type { CaseRow } from '#shared/api/cases.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { whenSignedOut } from '../web/api/client.ts'
import { forgetOutage } from '../web/api/connection.ts'
import { makeQueryClient } from '../web/api/query-client.ts'
import { makeRouter, signOutTo } from '../web/router.tsx'
import { ThemeProvider } from '../web/ui/theme.tsx'

/**
 * The web without a browser: pages, routes and access are real; the network is a `fetch` that the test provides.
 * Close with `afterEach(closePage)`.
 */
export const renderPage = (path: string) => {
  const client = makeQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = makeRouter(client, history)
  whenSignedOut(signOutTo(router, client))
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { router, address: () => history.location.href }
}

/** The network knows these paths of the API and who is signed in; a function is given the query. Nothing else is there. */
export const stubAnswers = (answers: Readonly<Record<string, unknown>>): void => {
  const all: typeof answers = { 'users/me/': member, 'releasedate/': { ts: 1, is_demo: false }, ...answers }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://sudmonitor.example')
    const answer = all[pathname.replace('/api/v1/', '')]
    const body = typeof answer === 'function' ? answer(searchParams) : answer
    return Response.json(body ?? { detail: 'Здесь ничего нет.' }, { status: body ? 200 : 404 })
  })
}

export const closePage = (): void => {
  cleanup()
  forgetOutage()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  whenSignedOut(() => {})
  localStorage.clear()
}

export const member = { username: 'm.orlova', groups: [], is_superuser: false, regions: null }
export const pageOfResults = (...results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
export const listedCase: CaseRow = {
  id: 7,
  type: 1,
  stage: 1,
  case_number: '5-2608/2026',
  case_uid: null,
  protocol_number: null,
  entry_date: '2026-11-20',
  result_date: null,
  court: { id: 5, title: 'Ишимский городской суд', city: 'Ишим', region: 72 },
  judge: null,
  codex_articles: [],
  defendants: [{ id: null, name: 'Тугаринов Марат Ильясович', gender: 'm', hidden: false }],
  defendants_hidden: false,
  roles_unknown: 0,
  in_question: false,
  annulled: false,
  changed: false,
  penalties: [],
  result_type: null,
  has_result_text: false,
  result_text_url: null,
  last_scheduled_hearing_date: null,
  last_scheduled_hearing_time: null,
  possible_hearing: null,
  hearing_said: null,
  state: 'no_info',
  in_favorites: false,
  sets: [],
  note: null,
  changed_since: null,
  url: null,
  sm_url: '/cases/7',
}
export const openedCase: FullCase = {
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
