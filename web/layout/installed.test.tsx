import { QueryObserver } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage, member, openedCase } from '../../test/web-page.tsx'
import { caseQueryOptions } from '../api/case-details.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { makeRouter } from '../router.tsx'
import { keepForOffline } from './installed.ts'

afterEach(closePage)

const pathOf = (address: string): string => new URL(address, location.origin).pathname

/** A browser where the application is opened for the first time: the worker takes the page over when it is told to. */
function firstStart() {
  const rows = new Map<string, Response>()
  const store = {
    match: async (path: string) => rows.get(path)?.clone(),
    put: async (path: string, answer: Response) => void rows.set(path, answer),
    add: async (path: string) => void rows.set(path, new Response('')),
  }
  vi.stubGlobal('caches', { open: async () => store, delete: async () => rows.clear() })
  const worker = Object.assign(new EventTarget(), {
    controller: null as object | null,
    register: async () => {},
    ready: Promise.resolve(),
  })
  vi.stubGlobal('navigator', { serviceWorker: worker })
  const before: string[] = []
  const heard: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const path = pathOf(address)
    const isHeard = worker.controller !== null && rows.has('/offline-session')
    ;(isHeard ? heard : before).push(path)
    const answers: Record<string, unknown> = { '/api/v1/users/me/': member, '/api/v1/cases/7/': openedCase }
    const answer = answers[path]
    return new Response(JSON.stringify(answer ?? { detail: 'Здесь ничего нет.' }), { status: answer ? 200 : 404 })
  })
  let tell = (_: string): void => {}
  const loaded = ['/assets/first-1.js']
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: (list: { getEntries: () => { name: string }[] }) => void) {
        tell = path => listener({ getEntries: () => [{ name: location.origin + path }] })
      }
      observe = () => loaded.forEach(tell)
      disconnect = () => {}
    },
  )
  return {
    ...{ rows, before, heard },
    load: (path: string) => tell(path),
    takeOver: () => {
      worker.controller = {}
      worker.dispatchEvent(new Event('controllerchange'))
    },
  }
}

it('keeps what the page was loaded by and has shown before the worker took it over, and files that come late (decision 0097)', async () => {
  const { rows, before, heard, load, takeOver } = firstStart()
  const client = makeQueryClient()
  const router = makeRouter(client, createMemoryHistory({ initialEntries: ['/cases/7'] }))
  await client.fetchQuery(currentUserQueryOptions)
  const leave = new QueryObserver(client, caseQueryOptions(7)).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(caseQueryOptions(7).queryKey)).toBeDefined())
  const asked = [...before]
  // What else is kept has no answers here.
  const ended = keepForOffline(router, client).catch(() => {})
  await new Promise(resolve => setTimeout(resolve))
  expect([before, [...rows.keys()]]).toEqual([asked, []])
  takeOver()
  await ended
  load('/assets/late-2.js')
  load('/api/v1/cases/8/')
  await vi.waitFor(() => expect([...rows.keys()]).toContain('/assets/late-2.js'))
  expect([...rows.keys()].toSorted()).toEqual(['/', '/assets/first-1.js', '/assets/late-2.js', '/offline-session'])
  expect(heard.slice(0, 2).toSorted()).toEqual(['/api/v1/cases/7/', '/api/v1/users/me/'])
  expect(before).toEqual(asked)
  leave()
})
