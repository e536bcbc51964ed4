import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Digests, digestsOfAll, digestsOfBackup, digestsOfCases } from './digests.ts'
import {
  judgeCount,
  judgeDigests,
  judgeDone,
  judgeFeed,
  judgeMessages,
  judgeRefused,
  judgeRows,
  judgeWords,
  parsedAnswer,
} from './judges.ts'
import { type Round, until } from './round.ts'
import type { Victim } from './tally.ts'
import { inFolder, newCases, type Templates } from './templates.ts'

/** What is running when a process is killed, and what has to hold afterwards. */
type Scene = {
  victims: readonly Victim[]
  run: (round: Round, templates: Templates, undisturbed: Undisturbed) => Promise<void>
}
/** The result without a kill, and how many milliseconds it takes. */
type Undisturbed = {
  imported: Digests
  migrated: Digests
  milliseconds: { import: number; backup: number; restore: number; migrate: number }
}
const served = ['server', 'worker', 'command', 'backend', 'postmaster'] as const

export const scenes: Readonly<Record<string, Scene>> = {
  import: {
    victims: served,
    run: async (round, { empty, cases, tokens }, { imported, milliseconds }) => {
      const writing = await serve(round, empty, tokens.empty)
      const command = round.command('import', cases)
      await round.strike({ within: milliseconds.import, command })
      await writing.recover()
      await judgeDone(round, command, () => round.run('import', cases), /Прочитано/)
      await writing.judge()
      judgeDigests(round, await digestsOfCases(round.db), imported, 'cases after the import')
      await judgeCount(round, tokens.empty)
    },
  },
  delivery: {
    victims: [...served, 'receiver'],
    run: async (round, { full, subscriptions, feeds, tokens }, { milliseconds }) => {
      const { webPort } = await round.startReceiver()
      const writing = await serve(round, full, tokens.full)
      await sql`update subscription_webhook set url = ${`http://127.0.0.1:${webPort}/`}`.execute(round.db)
      const wanted = newCases(round.rng.int(1_000, 9_999), 9)
      const file = join(round.folder, 'new.ndjson')
      writeFileSync(file, wanted.map(one => JSON.stringify(one)).join('\n'))
      const hurrying = hurry(round)
      const command = round.command('import', file)
      await round.strike(
        round.victim === 'command'
          ? { within: milliseconds.import / 2, command }
          : { within: 15_000, onMessage: round.rng.int(1, 6) },
      )
      await writing.recover()
      await judgeDone(round, command, () => round.run('import', file), /Прочитано/)
      const numbers = wanted.map(one => String(one.case_number))
      await judgeMessages(round, numbers, subscriptions)
      await hurrying.end()
      await writing.judge()
      for (const secret of feeds) await judgeFeed(round, secret, numbers, tokens.full)
    },
  },
  export: {
    victims: ['server', 'worker', 'backend', 'postmaster'],
    run: async (round, { full, count, tokens }) => {
      const writing = await serve(round, full, tokens.full)
      const body = JSON.stringify({ selected_columns: ['id', 'court'], filters: {}, telegram: null })
      const request = () => round.ask('exports/', tokens.full, { method: 'POST', body })
      const asked = request()
      const loaded = round.ask('data/casescsv/export.csv?fields=id', tokens.full)
      await round.strike({ within: 4_000 })
      await writing.recover()
      const first = await asked
      const { id } = numbered.parse(JSON.parse((first.status === 201 ? first : await request()).text))
      const find = async () =>
        exportList
          .safeParse(parsedAnswer((await round.ask('exports/', tokens.full)).text))
          .data?.results.find(one => one.id === id)
      await until(async () => ['ready', 'failed'].includes((await find())?.status ?? ''), 'the export is written')
      if ((await find())?.status === 'failed') round.fault('lost', `export ${id} failed`)
      else judgeRows(round, (await round.ask(`exports/${id}/file/`, tokens.full)).text, count)
      const { status, text } = await loaded
      if (status === 200 && text !== '') judgeRows(round, text, count)
      await writing.judge()
    },
  },
  backup: {
    victims: served,
    run: async (round, { full, bare, tokens }, { milliseconds }) => {
      const writing = await serve(round, full, tokens.full)
      const file = join(round.folder, 'backup.ndjson.gz')
      const command = round.command('backup', file)
      await round.strike({ within: milliseconds.backup, command })
      await writing.recover()
      const { code, said } = await command.ended
      judgeWords(round, said)
      if (code !== 0) {
        for (const part of readdirSync(round.folder).filter(name => name.startsWith(basename(file))))
          await judgeRefused(round, join(round.folder, part), 'a backup that was broken off')
        if (existsSync(file)) round.fault('lost', 'a backup that was broken off has the name of a whole one')
        await round.run('backup', file)
      } else if (!/Копия готова/.test(said)) round.fault('other', `backup ended with 0 and said: ${said}`)
      await writing.judge()
      await round.rest()
      round.moveData(bare)
      await round.run('restore', file)
      const again = join(round.folder, 'again.ndjson.gz')
      await round.run('backup', again)
      judgeDigests(round, digestsOfBackup(again), digestsOfBackup(file), 'rows of what was restored')
      truncateSync(again, round.rng.int(1, readFileSync(again).length - 1))
      await judgeRefused(round, again, 'a backup that was cut')
    },
  },
  restore: {
    victims: ['command', 'backend', 'postmaster'],
    run: async (round, { bare, backup }, { milliseconds }) => {
      round.copyData(bare)
      const command = round.command('restore', backup)
      await round.strike({ within: milliseconds.restore, command })
      const began = performance.now()
      await judgeDone(round, command, () => round.run('restore', backup), /База восстановлена/)
      round.recovered(performance.now() - began)
      const again = join(round.folder, 'again.ndjson.gz')
      await round.run('backup', again)
      judgeDigests(round, digestsOfBackup(again), digestsOfBackup(backup), 'rows of what was restored')
    },
  },
  migration: {
    victims: ['command', 'backend', 'postmaster'],
    run: async (round, { old }, { migrated, milliseconds }) => {
      round.copyData(old)
      const command = round.command('migrate')
      await round.strike({ within: milliseconds.migrate, command })
      const began = performance.now()
      await judgeDone(round, command, () => round.run('migrate'), /Выполнено|уже этой версии/)
      round.recovered(performance.now() - began)
      judgeDigests(
        round,
        await inFolder(round.dataDir, ({ db }) => digestsOfAll(db)),
        migrated,
        'tables after migrating',
      )
    },
  },
}

const numbered = z.object({ id: z.number() })
const exportList = z.object({ results: z.array(z.object({ id: z.number(), status: z.string() })) })
const presets = z.object({ results: z.array(z.object({ title: z.string() })) })
/** The server, a worker and continuous writes: every acknowledged write is there afterwards, exactly once. */
async function serve(round: Round, template: string, token: string) {
  round.copyData(template)
  await round.startServer()
  await round.startWorker()
  const acknowledged: string[] = []
  let isOver = false
  const writing = (async () => {
    for (let n = 0; n < 150 && !isOver && !round.isOver; n++) {
      const title = `запись-${n}`
      const body = JSON.stringify({ title, get_params: { case_number: `5-${n}/1999` } })
      const { status } = await round.ask('presets/', token, { method: 'POST', body })
      if (status === 201) acknowledged.push(title)
      await pause(100)
    }
  })()
  return {
    recover: () => round.recover({ token, isServed: true }),
    judge: async () => {
      isOver = true
      await writing
      const { results } = presets.parse(parsedAnswer((await round.ask('presets/', token)).text))
      const titles = results.map(({ title }) => title)
      const lost = acknowledged.filter(title => !titles.includes(title))
      const twice = titles.filter((title, at) => titles.indexOf(title) !== at)
      round.count('acknowledged writes', acknowledged.length)
      if (lost.length > 0) round.fault('lost', `acknowledged writes: ${lost}`)
      if (twice.length > 0) round.fault('double', `writes: ${twice}`)
    },
  }
}

/** Shortens the minutes between news and message, and between attempts: longer than one attempt may take. */
function hurry(round: Round): { end: () => Promise<void> } {
  let isOver = false
  const hurrying = (async () => {
    while (!isOver && !round.isOver) {
      await sql`update subscription_batch set due_at = now() where sealed_at is null and due_at > now()`
        .execute(round.db)
        .catch(() => undefined)
      await sql`
        update delivery set next_at = now() where delivered_at is null and dead_at is null and next_at > now()
          and next_at not between now() + interval '165 seconds' and now() + interval '181 seconds'`
        .execute(round.db)
        .catch(() => undefined)
      await pause(300)
    }
  })()
  return {
    end: () => {
      isOver = true
      return hurrying
    },
  }
}

/** Runs the same scenes without kills. */
export async function undisturbed(makeRound: () => Round, { bare, empty, full, old, cases, backup }: Templates) {
  const timed = async (template: string, ...args: string[]) => {
    const round = makeRound()
    round.copyData(template)
    const began = performance.now()
    await round.run(...args)
    return { round, took: performance.now() - began }
  }
  const importing = await timed(empty, 'import', cases)
  const imported = await inFolder(importing.round.dataDir, ({ db }) => digestsOfCases(db))
  const migrating = await timed(old, 'migrate')
  const migrated = await inFolder(migrating.round.dataDir, ({ db }) => digestsOfAll(db))
  const restoring = await timed(bare, 'restore', backup)
  const file = join(restoring.round.folder, 'first.ndjson.gz')
  const writing = await timed(full, 'backup', file)
  const all = [importing, migrating, restoring, writing]
  for (const { round } of all) await round.end()
  const milliseconds = {
    ...{ import: importing.took, migrate: migrating.took, restore: restoring.took, backup: writing.took },
  }
  return { imported, migrated, milliseconds } satisfies Undisturbed
}
