import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { z } from 'zod'

/**
 * The first load of JavaScript (design §9): the entry, the list of cases, and everything both need before they can be
 * drawn. What is imported later, on demand, does not count.
 */
const budget = 180 * 1024
const built = new URL('../dist/web/', import.meta.url).pathname
const manifestFile = `${built}.vite/manifest.json`

const manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }))

it.skipIf(!existsSync(manifestFile))('weighs at most 180 KB gzip', () => {
  const chunks = manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')))
  const needed = new Set<string>()
  const add = (key: string): void => {
    const chunk = chunks[key]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add('index.html')
  add('cases/case-list-page.tsx')
  const weights = [...needed].map(file => ({ file, bytes: gzipSync(readFileSync(`${built}${file}`)).length }))
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, weights.map(({ file, bytes }) => `${file} ${bytes}`).join('\n')).toBeLessThanOrEqual(budget)
  // A manifest of another shape would weigh nothing.
  expect(total).toBeGreaterThan(budget / 4)
})
