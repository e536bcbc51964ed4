import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openSession } from '../server/accounts/sessions.ts'
import type { DB } from '../server/db/schema.ts'
import { commandLine } from '../server/env.ts'
import { benchCases, importNew, withoutTrace, writeCases } from './import-rate.ts'
import { newcomerIn, type Telling, tableHead, tenths } from './measured.ts'

/** What a server costs that has its database already: until its first page, idle, and after a crowd and an import (design §14). */
type Corpus = { db: Kysely<DB>; url: string; cases: number }
type Settings = Pick<Telling, 'say'> & {
  /** How long it is left alone before it is looked at. */
  seconds: number
}

const readers = 32
const restsUntilSettled = 3
const crowding = [
  'cases/?type=1',
  'cases/facets/?type=1',
  'frontcountcases/?stage=1',
  'defendants/?',
  'cases/?size=100',
]

export async function sayServer({ db, url, cases }: Corpus, { say, seconds }: Settings): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const account = await newcomerIn(db)
  const headers = { authorization: `Bearer ${await openSession(db, account.id)}` }
  const began = performance.now()
  const child = spawn(process.execPath, [commandLine, 'serve'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const origin = await addressFrom(child.stdout)
    // Nobody reads what it says further, and it must not wait for that.
    child.stdout.resume()
    const ask = async (path: string): Promise<void> =>
      void (await (await fetch(`${origin}${path}`, { headers })).text())
    await ask('/')
    await ask('/api/v1/cases/?type=1')
    const untilPage = (performance.now() - began) / 1_000
    /** Node.js gives memory back while nothing is asked, in minutes: the least of them. `share`: of one core, in percent. */
    const settled = async (): Promise<{ megabytes: number; share: number }> => {
      await pause(seconds * 1_000)
      const first = await costOf(origin)
      const rests = []
      for (let rest = 0; rest < restsUntilSettled; rest++) {
        await pause(seconds * 1_000)
        rests.push(await costOf(origin))
      }
      const megabytes = Math.min(...rests.map(rest => rest.megabytes))
      const spent = (rests.at(-1)?.seconds ?? first.seconds) - first.seconds
      return { megabytes, share: seconds === 0 ? 0 : (spent / (restsUntilSettled * seconds)) * 100 }
    }
    const idle = await settled()
    await Promise.all(
      Array.from({ length: readers }, async (_, first) => {
        const until = performance.now() + seconds * 500
        for (let at = first; at === first || performance.now() < until; at += readers)
          await ask(`/api/v1/${crowding[at % crowding.length]}&regions=${1 + (at % 89)}`)
      }),
    )
    const afterCrowd = await settled()
    const file = join(folder, 'new.ndjson')
    const count = await writeCases(file, benchCases(cases, 4))
    const afterImport = await withoutTrace(db, async () => {
      await importNew(db, url, file, count)
      return settled()
    })
    say(tableHead('сервер, у которого уже есть база', ''))
    for (const [title, figure] of [
      ['от запуска до первой страницы со списком, с', untilPage],
      ['процессора в покое, % одного ядра', idle.share],
      ['памяти, МБ', idle.megabytes],
      [`памяти после ${readers} читателей, МБ`, afterCrowd.megabytes],
      ['памяти после импорта стольких же дел, МБ', afterImport.megabytes],
    ] as const)
      say(`| ${title} | ${tenths.format(figure)} |`)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'close')
    await db.deleteFrom('account').where('id', '=', account.id).execute()
    await rm(folder, { recursive: true })
  }
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /работает: (\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The server of the bench ended before it listened.')
}

type Cost = { seconds: number; megabytes: number }
/** By its own `/metrics`. */
async function costOf(origin: string): Promise<Cost> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const told = (name: string): number => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1])
  return { seconds: told('process_cpu_seconds_total'), megabytes: told('process_resident_memory_bytes') / 2 ** 20 }
}
