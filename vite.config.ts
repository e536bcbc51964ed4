import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What several pages share and the first one needs; what is loaded on demand stays in files of its own. */
const common = [
  /^node_modules\/@tanstack\//,
  /^shared\/(?!api\/(saved|defendants|risk)|domain\/defendant)/,
  /^web\/api\/(?!saved|defendants)/,
  /^web\/filters\/(?!controls|suggestions|recent-choices|presets\/(?!active))/,
  /^web\/ui\/(?!dialog|date-field|picker|suggest|confirm|password)/,
]

/** The web: sources in web/, built into dist/web, which the server serves. `vite` alone proxies the API to a running server. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // What web/weight.test.ts weighs.
    manifest: true,
    // In one file: thirty small ones pack worse, by 6 KB of the first load (design §9).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'app',
              minShareCount: 3,
              test: id => common.some(path => path.test(relative(import.meta.dirname, id))),
            },
          ],
        },
      },
    },
    // One file a chunk, no inlined data: a strict content policy needs no exception.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' },
  },
})
