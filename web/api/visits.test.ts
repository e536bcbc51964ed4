import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { rememberVisit } from './case-details.ts'
import { caseListQueryOptions } from './cases.ts'

afterEach(() => vi.unstubAllGlobals())

const listWith = (changed_since: string | null) => {
  const client = new QueryClient()
  const rows = [7, 8].map(id => ({ id, changed_since }))
  client.setQueryData<unknown>(caseListQueryOptions({}).queryKey, {
    count: 2,
    next: null,
    previous: null,
    results: rows,
  })
  return {
    client,
    marks: () => client.getQueryData(caseListQueryOptions({}).queryKey)?.results.map(row => row.changed_since),
  }
}
const server = (status: number) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`)
    return new Response(JSON.stringify(status === 200 ? { previous_visit_at: null } : { detail: 'Нет.' }), { status })
  })
  return asked
}

it('a case that has been opened no longer stands as changed in the lists at hand', async () => {
  const asked = server(200)
  const { client, marks } = listWith('2026-11-14T06:09:00Z')
  await rememberVisit(client, 7)
  expect(asked).toEqual(['PUT /api/v1/cases/7/visit/'])
  expect(marks()).toEqual([null, '2026-11-14T06:09:00Z'])
})
it('a visit that could not be remembered changes nothing and says nothing', async () => {
  server(404)
  const { client, marks } = listWith('2026-11-14T06:09:00Z')
  await rememberVisit(client, 7)
  expect(marks()).toEqual(['2026-11-14T06:09:00Z', '2026-11-14T06:09:00Z'])
})
