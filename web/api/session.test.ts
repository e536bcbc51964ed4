import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { currentUserQueryOptions, switchToGuest } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

it('whoever becomes a guest leaves nothing that the installed application kept, though no answer says so (decision 0097)', () => {
  const stores = new Set(['offline'])
  vi.stubGlobal('caches', { delete: async (name: string) => stores.delete(name) })
  const client = new QueryClient()
  switchToGuest(client)
  expect([...stores]).toEqual([])
  expect(client.getQueryData(currentUserQueryOptions.queryKey)).toBeNull()
})
