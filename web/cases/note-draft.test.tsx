import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { forgetOutage } from '../api/connection.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { useNoteDraft } from './note-draft.ts'

afterEach(() => {
  cleanup()
  forgetOutage()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** A server that keeps one note, as the real one does: what is written over another version is refused. */
const noteServer = () => {
  const kept = { text: '', version: 0 }
  const written: string[] = []
  const gate = { isDown: false }
  const asked = z.object({ text: z.string(), known: z.number().nullable().optional() })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (gate.isDown) throw new TypeError('network')
    if (address === '/healthz') return new Response('{"status":"ok"}')
    const { text, known } = asked.parse(JSON.parse(String(init?.body)))
    if (text !== kept.text) {
      if ((known ?? 0) !== kept.version) return new Response('{"detail":"Заметку изменили."}', { status: 409 })
      kept.text = text
      kept.version += 1
      written.push(text)
    }
    return new Response(
      JSON.stringify({ note: { text, version: kept.version, changed_at: '2026-11-23T10:00:00.000Z' } }),
    )
  })
  return { kept, written, gate }
}

const draftOf = () => {
  const client = makeQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return () => renderHook(() => useNoteDraft({ id: 7, note: null }), { wrapper })
}

it('a note that is typed while the server is away is written when it is back, though the page was left and opened again meanwhile', async () => {
  const { kept, written, gate } = noteServer()
  const open = draftOf()
  gate.isDown = true
  const first = open()
  act(() => first.result.current.change('Позвонить'))
  await act(async () => void first.result.current.save())
  act(() => first.result.current.change('Позвонить защитнику'))
  first.unmount()

  const second = open()
  expect(second.result.current.text).toBe('Позвонить защитнику')
  expect(second.result.current.state).toEqual({ kind: 'saving' })
  gate.isDown = false
  await waitFor(() => expect(second.result.current.state).toEqual({ kind: 'saved' }))
  expect(kept.text).toBe('Позвонить защитнику')
  // Once each, and nobody took the one for somebody else's.
  expect(written).toEqual(['Позвонить', 'Позвонить защитнику'])
})
