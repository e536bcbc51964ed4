import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../test/database.ts'
import { serverAddress } from '../test/programs.ts'
import { command } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { packageRoot } from './env.ts'

const packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })])

let paths: readonly string[]
let installed: string

/** As npm installs the tarball; what it depends on is the checkout's own. */
beforeAll(() => {
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  // As where one has been built before: what the compiler then remembers of it is no longer there.
  run('node_modules/.bin/tsc', '-p', 'scripts/package.tsconfig.json')
  run(process.execPath, 'scripts/build-package.ts')
  const [{ files }] = packed.parse(JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')))
  paths = files.map(({ path }) => path)
  const folder = temporaryFolder()
  installed = join(folder, 'node_modules/sudmonitor')
  for (const path of paths) cpSync(join(packageRoot, path), join(installed, path))
  const modules = join(packageRoot, 'node_modules')
  for (const name of readdirSync(modules).filter(each => !each.startsWith('.')))
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
})

it('a package has the pages and what runs, and no sources, tests or documents of developers', () => {
  expect(paths).toContain('built/dist/web/index.html')
  expect(paths).toContain('built/server/db/reference/courts.tsv')
  expect(paths).toContain('built/server/cli.js')
  expect(paths.filter(path => /\.ts$|\.test\.|^(?:docs|scripts|test|web)\//.test(path))).toEqual([])
})

it('a package serves pages, knows its schema, and reads a file in a thread of its own', async () => {
  const { url } = await testDatabase()
  const dataDir = temporaryFolder()
  const given = { DATABASE_URL: url }
  const server = command(dataDir, ['serve'], given, installed)
  const address = await serverAddress(server)
  const page = await fetch(address)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<html lang="ru">')
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'дела.ndjson')
  writeFileSync(file, '{"нечто": 1}\n')
  const { said } = await command(dataDir, ['import', file], given, installed).ended
  expect(said).toMatch(/отвергнуто: 1\sстрока/)
})
