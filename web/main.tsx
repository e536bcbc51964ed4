import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenSignedOut } from './api/client.ts'
import { makeQueryClient } from './api/query-client.ts'
import { whenOtherTab } from './api/session.ts'
import { reloadOnChunkFailure } from './layout/chunk-reload.ts'
import { lookWhoIsIn, makeRouter, signOutTo } from './router.tsx'
import { ThemeProvider } from './ui/theme.tsx'

const client = makeQueryClient()
const router = makeRouter(client)

reloadOnChunkFailure()
// 401 on any call: the session is over; back to where one was after signing in again (§4, §8).
const signOut = signOutTo(router, client)
whenSignedOut(signOut)
whenOtherTab(lookWhoIsIn(client, { signOut, beginAnew: () => location.reload() }))
const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )
