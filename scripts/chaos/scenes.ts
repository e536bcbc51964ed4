import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Program } from '../../test/programs.ts'
import { type Digests, differingDigests, digestsOfAll, digestsOfBackup, digestsOfCases } from './digests.ts'
import { longestWait, type Round, until } from './round.ts'
import type { Victim } from './tally.ts'
import { inFolder, newCases, type Templates } from './templates.ts'

/** What is going on when somebody is killed, and what has to hold afterwards. */
export type Scene = {
  victims: readonly Victim[]
  run: (round: Round, templates: Templates, undisturbed: Undisturbed) => Promise<void>
}
/** What the same gives when nobody is killed, and how many milliseconds it takes. */
export type Undisturbed = {
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
      await done(round, command, () => round.run('import', cases), /Прочитано/)
      await writing.judge()
      compare(round, await digestsOfCases(round.db), imported, 'cases after the import')
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
      await done(round, command, () => round.run('import', file), /Прочитано/)
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
          .safeParse(parsed((await round.ask('exports/', tokens.full)).text))
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
      compare(round, digestsOfBackup(again), digestsOfBackup(file), 'rows of what was restored')
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
      await done(round, command, () => round.run('restore', backup), /База восстановлена/)
      round.recovered(performance.now() - began)
      const again = join(round.folder, 'again.ndjson.gz')
      await round.run('backup', again)
      compare(round, digestsOfBackup(again), digestsOfBackup(backup), 'rows of what was restored')
    },
  },
  migration: {
    victims: ['command', 'backend', 'postmaster'],
    run: async (round, { old }, { migrated, milliseconds }) => {
      round.copyData(old)
      const command = round.command('migrate')
      await round.strike({ within: milliseconds.migrate, command })
      const began = performance.now()
      await done(round, command, () => round.run('migrate'), /Выполнено|уже этой версии/)
      round.recovered(performance.now() - began)
      compare(round, await inFolder(round.dataDir, ({ db }) => digestsOfAll(db)), migrated, 'tables after migrating')
    },
  },
}

const numbered = z.object({ id: z.number() })
const exportList = z.object({ results: z.array(z.object({ id: z.number(), status: z.string() })) })
const presets = z.object({ results: z.array(z.object({ title: z.string() })) })
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The server and a worker, and somebody who writes all the while: what was acknowledged is there afterwards, once. */
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
      const { results } = presets.parse(parsed((await round.ask('presets/', token)).text))
      const titles = results.map(({ title }) => title)
      const lost = acknowledged.filter(title => !titles.includes(title))
      const twice = titles.filter((title, at) => titles.indexOf(title) !== at)
      round.count('acknowledged writes', acknowledged.length)
      if (lost.length > 0) round.fault('lost', `acknowledged writes: ${lost}`)
      if (twice.length > 0) round.fault('double', `writes: ${twice}`)
    },
  }
}

/** A command that was not killed has done what it says; one that failed says why in a sentence, and is repeated. */
async function done(round: Round, command: Program, repeat: () => Promise<string>, says: RegExp): Promise<void> {
  const { code, said } = await command.ended
  judgeWords(round, said)
  if (code === 0) {
    round.count('commands that said done')
    if (!says.test(said)) round.fault('other', `a command ended with 0 and said: ${said}`)
    return
  }
  round.count('commands repeated')
  const again = await repeat().catch((error: unknown) => {
    round.fault('other', `the command, repeated: ${String(error)}`)
    return undefined
  })
  if (again !== undefined && !says.test(again)) round.fault('other', `a command, repeated, said: ${again}`)
}

const judgeWords = (round: Round, said: string): void => {
  if (/\n\s+at .*:\d+/.test(said) || /^Сбой: /m.test(said)) round.fault('other', `a command said: ${said}`)
}

function compare(round: Round, found: Digests, expected: Digests, what: string): void {
  round.count('comparisons with an undisturbed run')
  const wrong = differingDigests(found, expected)
  if (wrong !== '') round.fault('lost', `${what}: ${wrong}`)
}

/** The list, which the columnar copy may answer, counts what PostgreSQL has. */
async function judgeCount(round: Round, token: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from court_case`.execute(round.db)
  const listed = async (): Promise<number | undefined> =>
    z.object({ count: z.number() }).safeParse(parsed((await round.ask('cases/?size=10', token)).text)).data?.count
  await until(async () => (await listed()) === rows[0]?.count, 'the list counts the cases that are there')
}

async function judgeRefused(round: Round, file: string, what: string): Promise<void> {
  const { code, said } = await round.command('restore', '--check', file).ended
  round.count('half backups refused')
  if (code === 0) round.fault('lost', `${what} is taken for a whole one: ${said}`)
  judgeWords(round, said)
}

function judgeRows(round: Round, file: string, count: number): void {
  const ids = file.split(/\r?\n/).flatMap(line => /^"?(\d+)"?(?=[,;]|$)/.exec(line)?.[1] ?? [])
  round.count('exports compared')
  if (new Set(ids).size !== count) round.fault('lost', `an export has ${new Set(ids).size} cases of ${count}`)
  if (ids.length !== new Set(ids).size) round.fault('double', `an export has ${ids.length} rows of ${count} cases`)
}

/** The minutes between news and message, and between attempts, are let pass: longer than an attempt may take. */
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

async function judgeMessages(round: Round, numbers: readonly string[], subscriptions: readonly number[]) {
  const webhookText = z.object({ subscription: z.object({ id: z.number() }) })
  /** Which subscription a message is of. */
  const of = ({ way, text }: { way: string; text: string }): number | undefined =>
    way === 'webhook'
      ? webhookText.parse(JSON.parse(text)).subscription.id
      : subscriptions[Number(/sub-(\d)/.exec(text)?.[1])]
  const tellings = (subscription: number, way: string, number: string): string[] =>
    round
      .received()
      .filter(one => one.way === way && of(one) === subscription && one.text.includes(number))
      .map(({ id }) => id)
  const pairs = subscriptions.flatMap(one => (['webhook', 'email'] as const).map(way => ({ subscription: one, way })))
  const untold = (): string[] =>
    pairs.flatMap(({ subscription, way }) =>
      numbers.flatMap(number =>
        tellings(subscription, way, number).length === 0 ? [`${number} to ${subscription} by ${way}`] : [],
      ),
    )
  const isOutboxEmpty = async (): Promise<boolean> => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from delivery where delivered_at is null)::int
        + (select count(*) from subscription_batch where sealed_at is null)::int as left`.execute(round.db)
    return rows[0]?.left === 0
  }
  await until(
    async () => untold().length === 0 && (await isOutboxEmpty().catch(() => false)),
    'all news is delivered',
    1.5 * longestWait,
  ).catch(() => undefined)
  const left = untold()
  if (left.length > 0) round.fault('lost', `news not told: ${left}`)
  else if (!(await isOutboxEmpty())) round.fault('lost', 'what has been told is not noted as told')
  const received = round.received()
  const ids = received.map(({ id, way }) => `${way} ${id}`)
  round.count('messages received', new Set(ids).size)
  round.count('messages repeated under their own id', ids.length - new Set(ids).size)
  for (const { subscription, way } of pairs)
    for (const number of numbers) {
      const distinct = new Set(tellings(subscription, way, number))
      if (distinct.size > 1) round.fault('double', `${number} to ${subscription} by ${way}: ${[...distinct]}`)
    }
  for (const [id, all] of Map.groupBy(
    received.filter(({ way }) => way === 'webhook'),
    one => one.id,
  ))
    if (new Set(all.map(({ text }) => text)).size > 1) round.fault('other', `message ${id} has two contents`)
}

async function judgeFeed(round: Round, secret: string, numbers: readonly string[], token: string): Promise<void> {
  for (const [name, item] of [
    ['atom.xml', /<entry>.*?<\/entry>/gs],
    ['hearings.ics', /BEGIN:VEVENT.*?END:VEVENT/gs],
  ] as const) {
    const { text } = await round.ask(`feeds/${secret}/${name}`, token)
    const items = text.replaceAll(/\r\n[ \t]/g, '').match(item) ?? []
    for (const number of numbers) {
      const found = items.filter(one => one.includes(number)).length
      if (found === 0) round.fault('lost', `${name} has nothing of ${number}`)
      if (found > 1) round.fault('double', `${name} has ${number} ${found} times`)
    }
  }
}

/** The same without kills. */
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
