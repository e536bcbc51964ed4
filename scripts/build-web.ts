import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packFiles, refuseHeavy } from './pack-web.ts'

/** Builds the web into dist/web when its sources are not those it was built from last. */
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
  refuseHeavy(built)
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
