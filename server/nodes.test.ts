import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../test/database.ts'
import { buildAccount, buildCases } from '../test/factories.ts'
import { command, startServer } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { openSession } from './accounts/sessions.ts'

/** Nodes with folders of their own on one database (§8, decision 0119). */
const { db, url } = await testDatabase()
await buildCases(
  db,
  Array.from({ length: 5 }, (_, n) => ({ case_number: `5-${n + 1}/2026` })),
)
const headers = {
  authorization: `Bearer ${await openSession(db, (await buildAccount(db)).id)}`,
  'content-type': 'application/json',
}
const environment = { DATABASE_URL: url }

it('gives each of ten exports, written by a worker, from either of two web nodes, which do no jobs', async () => {
  const [one, other] = await Promise.all(
    ['web', 'web,copy'].map(ROLES => startServer(temporaryFolder(), { ...environment, ROLES })),
  )
  const worker = command(temporaryFolder(), ['serve', '--roles', 'worker'], environment)
  const probes = async (): Promise<string | undefined> => /отвечает (\S+)\/readyz/.exec(worker.said())?.[1]
  await expect.poll(probes).toBeDefined()
  const nodes = [one?.address, other?.address]
  const ordered: number[] = []
  for (let time = 0; time < 10; time++) {
    const body = JSON.stringify({ selected_columns: ['id'], filters: {}, telegram: null })
    const answer = await fetch(`${nodes[time % 2]}/api/v1/exports/`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    ordered.push(z.object({ id: z.number() }).parse(await answer.json()).id)
    // One at a time: more may not wait.
    const status = () =>
      db
        .selectFrom('export_request')
        .where('id', '=', ordered.at(-1) ?? 0)
        .select('status')
        .execute()
    await expect.poll(status).toEqual([{ status: 'ready' }])
  }
  const files: string[] = []
  for (const node of nodes)
    for (const id of ordered) {
      const answer = await fetch(`${node}/api/v1/exports/${id}/file/`, { headers })
      expect(answer.status).toBe(200)
      files.push(await answer.text())
    }
  expect(new Set(files).size).toBe(1)
  expect(files[0]?.trim().split('\r\n')).toHaveLength(6)

  const address = await probes()
  const asked = async (path: string) => (await fetch(`${address}${path}`, { headers })).status
  await expect.poll(() => asked('/readyz')).toBe(200)
  expect([await asked('/livez'), await asked('/metrics')]).toEqual([200, 200])
  expect([await asked('/api/v1/cases/'), await asked('/')]).toEqual([404, 404])
  const doJobs = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and application_name = 'sudmonitor jobs'`.execute(
        db,
      )
    ).rows.length
  expect(await doJobs()).toBeGreaterThan(0)
  worker.child.kill('SIGKILL')
  await expect.poll(doJobs).toBe(0)
})
