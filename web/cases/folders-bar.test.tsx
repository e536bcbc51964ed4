import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { ThemeProvider } from '../ui/theme.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { FoldersBar } from './folders-bar.tsx'

afterEach(closePage)

const appeals = { id: 3, title: 'Обжаловать', count: 0 }
const fines = { id: 4, title: 'Штрафы', count: 0 }
const listed = (...results: unknown[]) =>
  new Response(JSON.stringify({ count: results.length, next: null, previous: null, results, all: 2, unfiled: 0 }))

const Bar = () => {
  const [values, setValues] = useState<CaseValues>({ favorite_folder: [appeals.id] })
  return <FoldersBar values={values} onChange={setValues} />
}

it('tells of the folder that was deleted, and brings that one back, though another is open by then (§2)', async () => {
  const deletion = Promise.withResolvers<Response>()
  const restored: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'DELETE') return deletion.promise
    if (method === 'POST') restored.push(address)
    return listed(appeals, fines)
  })
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <Bar />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Изменить папку «Обжаловать»' }))
  fireEvent.click(screen.getByRole('button', { name: 'Удалить папку' }))
  fireEvent.click(screen.getByRole('button', { name: /^Штрафы/ }))
  await screen.findByRole('button', { name: 'Изменить папку «Штрафы»' })
  deletion.resolve(listed(fines))
  await screen.findByText('Папка «Обжаловать» удалена.')
  fireEvent.click(screen.getByRole('button', { name: 'Отменить' }))
  await expect.poll(() => restored).toEqual(['/api/v1/favoritefolders/3/restore/'])
})
