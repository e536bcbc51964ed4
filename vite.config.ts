import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web: sources in web/, built into dist/web, which the server serves. `vite` alone proxies the API to a running server. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // What web/weight.test.ts weighs.
    manifest: true,
    // One file a chunk, no inlined data: a strict content policy needs no exception.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' },
  },
})
