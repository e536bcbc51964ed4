import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { buildCase } from '../test/factories.ts'
import { jobHandlers, jobsDue } from './job-handlers.ts'
import { ownThread } from './jobs/own-thread.ts'
import { startJobs } from './jobs/start-jobs.ts'

const { db, url } = await testDatabase()

const text = 'Руководствуясь статьёй 29.9 КоАП РФ, постановил: назначить штраф в размере 10 000 (десяти тысяч) рублей.'
const left = async (): Promise<Record<string, number> | undefined> => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from people_due) people, (select count(*) from risk_due) clocks,
      (select count(*) from case_decision where reader = 0) texts, (select count(*) from case_text where reading = 0) words`.execute(
    db,
  )
  return rows[0]
}
const nothing = { people: 0, clocks: 0, texts: 0, words: 0 }

it('reads what an earlier version has read, and keeps people and clocks, beside the server; stops at once (design §8)', async () => {
  for (const number of [1, 2, 3])
    await buildCase(db, {
      text: `${text} Дело ${number}.`,
      result_date: '2026-11-01',
      articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
      defendants: [{ name: `Сорокин Сергей Сергее${number === 3 ? 'в' : ''}вич` }],
    })
  await db.updateTable('case_decision').set({ reader: 0 }).execute()
  await db.updateTable('case_text').set({ reading: 0 }).execute()
  expect(await left()).toMatchObject({ people: 3, texts: 3, words: 3 })
  const said: string[] = []
  const start = async () => {
    const say = (line: string): void => void said.push(line)
    const onError = (error: unknown): void => void said.push(`FAILED ${JSON.stringify(error)}`)
    const context = {
      db,
      telegram: undefined,
      mailer: undefined,
      publicUrl: undefined,
      dataDir: '/nowhere',
      say,
      onError,
    }
    const thread = ownThread(new URL('./job-thread.ts', import.meta.url), { url, dataDir: '/nowhere' }, context)
    const names = ['reread-stored', 'resolve-people', 'set-clocks'] as const
    const stop = await startJobs(context, { url, handlers: jobHandlers, names, thread })
    onTestFinished(stop)
    return stop
  }
  // Whoever is stopped before having begun leaves everything as it was, or done.
  await (await start())()
  const stop = await start()
  const longest = 90_000
  for (const began = performance.now(); performance.now() - began < longest; await pause(50))
    if (JSON.stringify(await left()) === JSON.stringify(nothing)) break
  await stop()
  expect(await left()).toEqual(nothing)
  expect(said.filter(line => line.startsWith('FAILED'))).toEqual([])
  expect(said.join('\n').replaceAll('\u00a0', ' ')).toContain('Исходы прочитаны заново: текстов — 3')
  const rows = await db.selectFrom('lease').selectAll().execute()
  expect(rows).toHaveLength(0)
})

it('begins no thread after it was stopped, which would keep the process alive', async () => {
  const thread = ownThread(new URL('./job-thread.ts', import.meta.url), {}, { say: () => {}, onError: () => {} })
  await thread.stop()
  const call = { name: 'set-clocks', data: {}, signal: new AbortController().signal, isLast: false } as const
  await expect(thread.run(call)).rejects.toThrow(/stopped/)
})

it('ends the thread with its last job, which gives back its memory and connections, and begins another for the next', async () => {
  const failures: unknown[] = []
  const options = { say: () => {}, onError: (error: unknown) => void failures.push(error) }
  const thread = ownThread(new URL('./job-thread.ts', import.meta.url), { url, dataDir: '/nowhere' }, options)
  onTestFinished(() => thread.stop())
  const others = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  const before = new Set(await others())
  for (const _ of ['first', 'second']) {
    await thread.run({ name: 'set-clocks', data: {}, signal: new AbortController().signal, isLast: false })
    await expect.poll(async () => (await others()).filter(pid => !before.has(pid))).toEqual([])
  }
  expect(failures).toEqual([])
})

it('begins heavy jobs of every minute when something is due alone', async () => {
  await db.deleteFrom('people_due').execute()
  await db.deleteFrom('risk_due').execute()
  const due = async () => [await jobsDue['resolve-people']?.(db), await jobsDue['set-clocks']?.(db)]
  expect(await due()).toEqual([false, false])
  const id = await buildCase(db, { defendants: [{ name: 'Ветров Пётр Ильич' }] })
  expect(await jobsDue['resolve-people']?.(db)).toBe(true)
  await sql`insert into risk_due (defendant_id) select defendant_id from case_defendant where case_id = ${id}
    on conflict do nothing`.execute(db)
  expect(await jobsDue['set-clocks']?.(db)).toBe(true)
})
