import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { FailedPage } from './error-page.tsx'

afterEach(cleanup)

describe('a page that failed (§8)', () => {
  it.each([
    [new Error('x is not a function'), '500', 'Error'],
    [new ApiError(503, 'База данных не отвечает. Повторите через минуту.'), '503', /^База данных не отвечает/],
  ])('says its status and a message, 500 and «Error» when there are none: %s', async (error, status, message) => {
    const root = createRootRoute({ component: () => <FailedPage error={error} /> })
    render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />)
    expect(await screen.findByRole('heading', { level: 1, name: message })).toBeTruthy()
    expect(screen.getByText(status)).toBeTruthy()
    expect(screen.queryByText(/is not a function/)).toBeNull()
    expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
  })
})
