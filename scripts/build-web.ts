import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import { z } from 'zod'

/**
 * The first load of JavaScript (design §9), in bytes after gzip: the entry, the list of cases, and everything both
 * need before they can render. Chunks that are imported on demand do not count.
 */
const firstLoadBudget = 180 * 1024
const entry = 'index.html'
/** Missing in the manifest when it is bundled into the entry's chunk. */
const firstPage = 'cases/case-list-page.tsx'
const manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }))

/** Answers the bytes of the first load. @throws when they exceed the budget */
function weighFirstLoad(built: string): number {
  const chunks = manifest.parse(JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')))
  const needed = new Set<string>()
  const add = (key: string): void => {
    const chunk = chunks[key]
    if (chunk === undefined || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add(entry)
  add(firstPage)
  // With a manifest of another shape nothing would be counted.
  if (needed.size < 2) throw new Error(`в описи сборки нет того, с чего начинает ${entry}`)
  const weights = [...needed].map(file => ({ file, bytes: gzipSync(readFileSync(join(built, file))).length }))
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= firstLoadBudget) return total
  const heaviest = weights
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ file, bytes }) => `${file} ${bytes}`)
    .join('\n')
  throw new Error(`первая загрузка весит ${total} байт после gzip, а можно ${firstLoadBudget}:\n${heaviest}`)
}

/** Brotli: the maximum is one percent smaller and takes three times as long. */
const quality = 10
const minBytes = 1024

/** Compresses each file once: the server sends the `.br` file to clients that accept it. */
async function packFiles(built: string): Promise<void> {
  const files = globSync('assets/*.{js,css,svg}', { cwd: built })
  await Promise.all(
    files.map(async file => {
      const content = readFileSync(join(built, file))
      if (content.length < minBytes) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      writeFileSync(join(built, `${file}.br`), await packed(content, { params }))
    }),
  )
}
const packed = promisify(brotliCompress)

/** Builds the web into dist/web when its sources have changed since the last build. */
const root = dirname(import.meta.dirname)
const builtFrom = join(root, 'dist/web.sources')

async function buildWeb(): Promise<void> {
  const sources = digestOfSources()
  if (sources === lastBuilt()) return
  console.error('Собираю страницы…')
  const { build } = await import('vite')
  rmSync(builtFrom, { force: true })
  await build({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const built = join(root, 'dist/web')
  console.error(`Первая загрузка: ${weighFirstLoad(built)} байт после gzip из ${firstLoadBudget}`)
  await packFiles(built)
  const { buildVerifier } = await import('./build-verifier.ts')
  await buildVerifier(root, join(root, 'dist/verifier.html'))
  mkdirSync(dirname(builtFrom), { recursive: true })
  writeFileSync(builtFrom, sources)
}

const digestOfSources = (): string => {
  const files = globSync(['web/**', 'shared/**', 'vite.config.ts', 'scripts/build-verifier.ts', 'package-lock.json'], {
    cwd: root,
  })
    .filter(file => !/\.test\.tsx?$/.test(file) && statSync(join(root, file)).isFile())
    .sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

const lastBuilt = (): string | undefined => {
  try {
    statSync(join(root, 'dist/web/index.html'))
    statSync(join(root, 'dist/verifier.html'))
    return readFileSync(builtFrom, 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildWeb().catch((error: unknown) => {
    console.error(`Страницы не собрались: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  })
