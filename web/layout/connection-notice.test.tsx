import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { request } from '../api/client.ts'
import { forgetOutage } from '../api/connection.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionNotice } from './connection-notice.tsx'

afterEach(() => {
  cleanup()
  forgetOutage()
  vi.unstubAllGlobals()
})

const shown = z.object({ count: z.number() })
const List = ({ name }: { name: string }) => {
  const { data } = useQuery({ queryKey: [name], queryFn: ({ signal }) => request(shown, `${name}/`, { signal }) })
  return <p>{`${name}: ${data?.count ?? 'загружается'}`}</p>
}

it('says that there is no connection while there is none; then lists are asked for again, by themselves', async () => {
  let isDown = false
  const answered = { cases: 0, presets: 0 }
  vi.stubGlobal('fetch', async (address: string) => {
    if (isDown) throw new TypeError('network')
    if (address === '/healthz') return new Response('{"status":"ok"}')
    // Files of tests share a process: another's page may still be asking.
    const asked = (['cases', 'presets'] as const).find(name => address.endsWith(`/${name}/`))
    return asked === undefined
      ? new Response('{}', { status: 404 })
      : new Response(JSON.stringify({ count: ++answered[asked] }))
  })
  const client = makeQueryClient()
  const page = (names: string[]) => (
    <QueryClientProvider client={client}>
      <Toasts>
        <ConnectionNotice />
      </Toasts>
      {names.map(name => (
        <List key={name} name={name} />
      ))}
    </QueryClientProvider>
  )
  const { rerender } = render(page(['cases']))
  await screen.findByText('cases: 1')
  const status = screen.getByRole('status')
  expect(status.textContent).not.toContain('Нет связи')

  isDown = true
  rerender(page(['cases', 'presets']))
  await waitFor(() => expect(status.textContent).toContain('Нет связи, пробуем снова'))
  // What was read stays.
  screen.getByText('cases: 1')
  screen.getByText('presets: загружается')

  isDown = false
  await waitFor(() => expect(status.textContent).not.toContain('Нет связи'))
  await screen.findByText(/presets: \d/)
  await screen.findByText(/cases: [2-9]/)
})
