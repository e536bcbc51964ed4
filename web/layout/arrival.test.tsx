import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useFocusOnArrival } from './arrival.ts'

/** A page whose heading gives way to another when what it waits for has come. */
const Slow = ({ title, children }: { title: string; children?: ReactNode }) => {
  const [come, setCome] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCome(true), 20)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main id="main" tabIndex={-1}>
      {come ? (
        <section>
          <h1>{title}</h1>
          {children}
        </section>
      ) : (
        <h1>Загружается</h1>
      )}
    </main>
  )
}
const root = createRootRoute({
  component: function Frame() {
    useFocusOnArrival()
    return <Outlet />
  },
})
const page = (path: string, content: ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component: () => content })
const open = async (path: string) => {
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    routeTree: root.addChildren([
      page(
        '/',
        <Slow title="Дела">
          <p data-case="7">
            <a data-case-link href="/cases/7">
              № 7
            </a>
          </p>
        </Slow>,
      ),
      page('/cases/7', <Slow title="Дело № 7" />),
      page(
        '/form',
        <main id="main">
          <h1>Форма</h1>
          {/* biome-ignore lint/a11y/noAutofocus: the page of the test takes the focus itself */}
          <input aria-label="Поле" autoFocus />
        </main>,
      ),
    ]),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading')
  return (to: string) => router.navigate({ to })
}
const focused = () => document.activeElement?.textContent

vi.stubGlobal('scrollTo', () => {})
afterEach(cleanup)

describe('after a move to another page', () => {
  it('the focus is on its heading, though another stood there first', async () => {
    const go = await open('/')
    expect(document.activeElement).toBe(document.body)
    await go('/cases/7')
    await waitFor(() => expect(focused()).toBe('Дело № 7'))
  })
  it('the focus is on the row of the case one comes back from', async () => {
    const go = await open('/cases/7')
    await go('/')
    await waitFor(() => expect(focused()).toBe('№ 7'))
  })
  it('a field that takes the focus keeps it', async () => {
    const go = await open('/')
    await go('/form')
    await screen.findByLabelText('Поле')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(document.activeElement).toBe(screen.getByLabelText('Поле'))
  })
  it('what the person does in the meantime is not undone', async () => {
    const go = await open('/')
    await go('/cases/7')
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
    document.getElementById('main')?.focus()
    await screen.findByRole('heading', { name: 'Дело № 7' })
    expect(document.activeElement?.id).toBe('main')
  })
})
