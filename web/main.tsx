import './ui/tokens.css'
import './ui/base.css'
import './ui/shared-classes.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hasUnsent, whenSignedOut } from './api/client.ts'
import { isAway } from './api/connection.ts'
import { makeQueryClient } from './api/query-client.ts'
import { onOtherTabSession } from './api/session.ts'
import { recoverChunk } from './layout/chunk-reload.ts'
import { checkSessionUser, makeRouter, signOutTo } from './router.tsx'
import { loadChunk, onChunkFailure } from './ui/load-chunk.ts'
import { ThemeProvider } from './ui/theme.tsx'

const client = makeQueryClient()
const router = makeRouter(client)

// Storage may be blocked, which shows only on access.
const memory = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
}
onChunkFailure(recoverChunk({ memory, reload: () => location.reload() }))
// Needed during an outage, so it is loaded along with the first page.
void loadChunk(() => import('./layout/page-links.ts')).then(({ followPageLinks }) =>
  followPageLinks(address => router.history.push(address)),
)
// Unsent calls would be lost with the page.
addEventListener('beforeunload', event => {
  if (isAway() && hasUnsent()) event.preventDefault()
})
// A 401 on any call ends the session; after signing in the user returns to the same page (§4, §8).
const signOut = signOutTo(router, client)
whenSignedOut(signOut)
onOtherTabSession(checkSessionUser(client, { signOut, beginAnew: () => location.reload() }))
const place = document.getElementById('root')
const draw = (): void => {
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
}
// Installed before the first navigation, so that pages that fail to load are handled.
if (matchMedia('(display-mode: standalone)').matches)
  void loadChunk(() => import('./layout/installed.ts')).then(({ keepForOffline }) => {
    void keepForOffline(router, client)
    draw()
  })
else draw()
