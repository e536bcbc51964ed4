import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What is opened first: the entry and the list of cases (design §9). What is imported on demand is no part of it. */
const firstPage = ['web/main.tsx', 'web/cases/case-list-page.tsx'].map(file => join(import.meta.dirname, file))

type ImportsOf = (module: string) => readonly string[]
/** The first page and everything it needs before it can be drawn, read from the imports themselves. */
const neededFirst = (importsOf: ImportsOf): ReadonlySet<string> => {
  const needed = new Set<string>()
  const add = (module: string): void => {
    if (needed.has(module)) return
    needed.add(module)
    importsOf(module).forEach(add)
  }
  firstPage.forEach(add)
  return needed
}
let first: ReadonlySet<string> | undefined

type Chunking = { getModuleInfo(module: string): { importedIds: readonly string[] } | null }
const firstChunk =
  (name: string, of: RegExp) =>
  (module: string, chunking: Chunking): string | null => {
    first ??= neededFirst(id => chunking.getModuleInfo(id)?.importedIds ?? [])
    return first.has(module) && of.test(module) && !askedLater.test(module) ? name : null
  }
/** The index of its package names it, and no part of the first page asks several questions at once. */
const askedLater = /\/@tanstack\/.*\/(queriesObserver|useQueries)\.js$/

/**
 * A hook is imported from its own file: the index of the package names all of them, and those that only the component
 * library uses would weigh on the first load.
 */
const directHooks: Plugin = {
  name: 'direct-hooks',
  apply: 'build',
  transform: (code, file) =>
    file.includes('/web/')
      ? code.replace(/import \{([^}]+)\} from ['"]@mantine\/hooks['"]/g, (_, names: string) =>
          names
            .split(',')
            .map(name => name.trim())
            .map(name => `import { ${name} } from '${hooks}/${kebab(name)}/${kebab(name)}.mjs'`)
            .join('\n'),
        )
      : undefined,
}
const hooks = join(import.meta.dirname, 'node_modules/@mantine/hooks/esm')
const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/**
 * Of zod the pages need neither JSON schemas, which the server alone makes, nor English sentences: what they say to people has its own
 * sentence in the schema, and where one is forgotten, a Russian one stands in.
 */
const lightZod: Plugin = {
  name: 'light-zod',
  apply: 'build',
  transform(code, file) {
    if (/\/zod\/v4\/locales\/en\.js$/.test(file))
      return `export default () => ({ localeError: () => 'Проверьте это поле.' })`
    return /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(file)
      ? code.replace(/^export const (\w+) = \([\s\S]*?^};$/gm, 'export const $1 = () => undefined')
      : undefined
  },
}

/** What runs before anything else has come: it may wait for nothing. */
const headStart = join(import.meta.dirname, 'web/first.ts')
const ofHeadStart = /\/web\/(first|api\/early)\.ts$|vite\/preload-helper/
const startAhead: Plugin = {
  name: 'start-ahead',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: headStart, name: 'first' })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunk = Object.values(bundle).find(one => one.type === 'chunk' && one.facadeModuleId === headStart)
      if (chunk?.type !== 'chunk') throw new Error(`в сборке нет ${headStart}`)
      return [
        {
          tag: 'script',
          attrs: { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` },
          injectTo: 'head',
        },
        ...chunk.imports.map(file => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
      ]
    },
  },
}

/** The web: sources in web/, built into dist/web, which the server serves. `vite` alone proxies the API to a running server. */
export default defineConfig({
  root: 'web',
  plugins: [react(), directHooks, lightZod, startAhead],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // What scripts/build-web.ts weighs.
    manifest: true,
    // In two files, the libraries being the one that stays when the product changes: thirty small ones pack worse, by
    // 6 KB of the first load (design §9).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: ofHeadStart, priority: 2 },
            { name: firstChunk('libraries', /\/node_modules\//), debugName: 'libraries', priority: 1 },
            { name: firstChunk('app', /^/), debugName: 'app' },
          ],
        },
      },
    },
    // The library of charts, which comes with the first chart.
    chunkSizeWarningLimit: 600,
    // One file a chunk, no inlined data: a strict content policy needs no exception.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
})
