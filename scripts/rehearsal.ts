import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../server/db/schema.ts'
import { packageRoot } from '../server/env.ts'
import { beOn } from '../test/past-days.ts'
import { adminPassword, startProgram } from '../test/programs.ts'
import { clearFolder, temporaryFolder } from '../test/temporary-folder.ts'
import { checkEqual, tellCheck } from './checks.ts'

/** Shared by rehearsals: a folder, a checkout of a former version, and a visitor who uses a server. */

/**
 * The commit of the version in production where none is named: the last tag before this version, else the parent of
 * the latest migration. Undefined without git history.
 */
export function formerCommit(named?: string): string | undefined {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  const migrated = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/db/migrations')
  const commit = named ?? tag ?? (migrated && `${migrated}^`)
  const found = commit && git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  if (found) tellCheck(found !== git('rev-parse', 'HEAD'), `the former version is ${found}, which is not this one`)
  return found
}
const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: packageRoot, encoding: 'utf8' })
  return status === 0 ? stdout.trim() || undefined : undefined
}

/** Uses today's packages: only the product differs. */
export function checkout(commit: string, folder: string): string {
  mkdirSync(folder)
  const packed = `${folder}.tar`
  execFileSync('git', ['archive', '--output', packed, commit], { cwd: packageRoot })
  execFileSync('tar', ['-xf', packed, '-C', folder])
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs a command of the product to its end; `installed`: where the product is. @throws when it fails */
export async function product(...of: Parameters<typeof startProgram>): Promise<string> {
  const { code, said } = await startProgram(...of).ended
  if (code !== 0) throw new Error(`${of[1].join(' ')} ended with ${code}: ${said}`)
  return said
}

/** A check of something that takes a while: it fails with its name when the time is over. */
export async function checkComesTrue(said: string, check: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1_000
  let isTrue = await check()
  for (; !isTrue && performance.now() < end; isTrue = await check()) await sleep(50)
  tellCheck(isTrue, said)
}

/**
 * A temporary folder of this process. When the rehearsal is interrupted, the folder and databases that use it are
 * removed.
 */
export function ownFolder(): string {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const folder = temporaryFolder()
  process.once('exit', () => clearFolder(folder))
  return folder
}

type Told = { status: number; headers: Headers; bytes: Buffer; body: () => unknown }
const token = z.object({ token: z.string() })

/** A signed-in account that may ask any server of one database. `from`: requests are limited by address. */
export class Visitor {
  readonly #headers: Record<string, string>
  constructor(bearer: string, from = '192.0.2.1') {
    this.#headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': from }
  }
  static async administrator(origin: string): Promise<Visitor> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ username: 'admin', password: adminPassword })
    const answer = await fetch(`${origin}/api/v1/token/`, { method: 'POST', headers, body })
    return new Visitor(token.parse(await answer.json()).token)
  }
  async ask(
    origin: string,
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
    more: Record<string, string> = {},
  ): Promise<Told> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers: { ...this.#headers, ...json, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, body: () => JSON.parse(bytes.toString('utf8')) }
  }
}

/** The requests that pages make first: reads of every kind, and writes. */
const reads = [
  'cases/?size=20',
  'cases/?size=20&type=1&stage=1',
  'cases/facets/?facets=type&facets=result_type',
  'frontcountcases/',
  'defendants/?size=20',
  'today/',
  'today/summary/',
]
/** People are resolved and hearings pass meanwhile, so other answers may change. */
const isSteady = (path: string): boolean => path.startsWith('frontcountcases') || path.startsWith('cases/facets')
let written = 0

/** Answers of the paths that do not change meanwhile. */
export async function used(visitor: Visitor, origin: string): Promise<unknown[]> {
  const told: unknown[] = []
  for (const path of reads) {
    const { status, body } = await visitor.ask(origin, path)
    tellCheck(status === 200, `${origin} answers ${path}: ${status}`)
    if (isSteady(path)) told.push(body())
  }
  const { status } = await visitor.ask(origin, 'sets/', { title: `Подборка ${++written}` })
  tellCheck(status === 201, `${origin} writes a set: ${status}`)
  return told
}

/** Words that no text of the demonstration contains. */
const words = ['кормушка', 'скворечник', 'лейка', 'грабли', 'тачка', 'лопата', 'секатор', 'парник']

/**
 * Texts of one case, each a day later and replacing the one before, written by commands of either version and
 * searched on either server, on their days as well.
 */
export class ChangingText {
  #said = -1
  readonly #db: Kysely<DB>
  readonly #file: string
  constructor(db: Kysely<DB>, folder: string) {
    this.#db = db
    this.#file = join(folder, 'case.ndjson')
  }
  /** Written by the version that is `installed` there. */
  async write(dataDir: string, environment: Record<string, string>, installed = packageRoot): Promise<void> {
    this.#said += 1
    await beOn(this.#db, dayOf(this.#said))
    const record = {
      source_key: 'rehearsal.example|1',
      type: 1,
      stage: 1,
      court: { title: 'Заречный районный суд', region: 59, city: 'г. Вымышленск' },
      case_number: '5-17/2021',
      text: `Судья осмотрел предмет: ${words[this.#said]}.`,
    }
    writeFileSync(this.#file, `${JSON.stringify(record)}\n`)
    await product(dataDir, ['import', this.#file, '--strict'], environment, installed)
  }
  /** The current word is found once, the former one only on its day, and the text equals what was written. */
  async check(visitor: Visitor, origin: string): Promise<void> {
    const found = async (n: number, day?: string): Promise<number[]> => {
      const asked = { result_text_search: words[n] ?? '', text_search_type: 'plain', ...(day && { as_of: day }) }
      const { body } = await visitor.ask(origin, `cases/?${new URLSearchParams(asked)}`)
      return caseList.parse(body()).results.map(({ id }) => id)
    }
    const now = this.#said
    const [id = 0, ...others] = await found(now)
    const { bytes } = await visitor.ask(origin, `cases/${id}/text/`)
    tellCheck(others.length === 0 && bytes.includes(words[now] ?? '–'), `${origin} finds the text: «${words[now]}»`)
    if (now === 0) return
    const before = now - 1
    tellCheck((await found(before)).length === 0, `${origin} finds the text before no more: «${words[before]}»`)
    checkEqual(`${origin} finds it on its day`, await found(before, dayOf(before)), [id])
    checkEqual(`${origin} finds what came later not on that day`, await found(now, dayOf(before)), [])
  }
}
const dayOf = (n: number): string => addDays(today(), n - words.length)
