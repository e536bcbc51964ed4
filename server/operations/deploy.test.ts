import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import Fastify from 'fastify'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { connect } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { packageRoot } from '../env.ts'
import { sendJob } from '../jobs/send-job.ts'
import { operationsRoutes } from './routes.ts'

/** What stands around the product is for other programs: where one is installed it is asked itself. */
const fileOf = (path: string): string => join(packageRoot, path)
const read = (path: string): string => readFileSync(fileOf(path), 'utf8')
const isThere = (...command: readonly [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0

it('the image is built from a Dockerfile without a fault', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
  expect(validate('FROM node\nEXPOSE door')).not.toEqual([])
})

it('containers of the product write nowhere but to their volumes, and have no rights to lose', () => {
  const service = z.object({
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    command: z.tuple([z.string()]),
  })
  const { services } = z
    .object({ services: z.looseObject({ web: service, worker: service }) })
    .parse(parse(read('compose.yaml'), { merge: true }))
  expect([services.web.command, services.worker.command]).toEqual([['serve'], ['worker']])
  // No password of the database in what the engine shows of a container.
  expect(read('compose.yaml')).not.toMatch(/POSTGRES_PASSWORD:|DATABASE_URL:/)
})

it('what stops in order is given the time for it: engines kill after ten seconds unless told otherwise', () => {
  const service = z.object({ stop_grace_period: z.string() })
  const { services } = z
    .object({ services: z.looseObject({ web: service, worker: service, postgres: service, standby: service }) })
    .parse(parse(read('compose.yaml'), { merge: true }))
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/sudmonitor.service'))?.[1]
  for (const name of ['web', 'worker', 'postgres', 'standby'] as const)
    expect(services[name].stop_grace_period).toBe(`${unit}s`)
})

it('a standby and a pooler are there for whoever asks, reachable by the product alone', () => {
  const service = z.object({
    profiles: z.array(z.string()),
    ports: z.never().optional(),
    entrypoint: z.array(z.string()),
  })
  const { services, configs } = z
    .object({
      services: z.looseObject({ standby: service, pooler: service }),
      configs: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(read('compose.yaml'), { merge: true }))
  expect([services.standby.profiles, services.pooler.profiles]).toEqual([['standby'], ['pooler']])
  const access = read(configs.pg_hba?.file ?? '')
    .split('\n')
    .filter(line => line.startsWith('host'))
  expect(access.map(line => line.split(/ +/)[1])).toEqual(['all', 'replication'])
  for (const line of access) expect(line).toMatch(/ sudmonitor +samenet +scram-sha-256$/)
  expect(read(configs.pgbouncer?.file ?? '')).toMatch(/^pool_mode = transaction$/m)
  // What a container runs first is a script that its shell can read.
  for (const { entrypoint } of z
    .object({ services: z.record(z.string(), z.looseObject({ entrypoint: z.array(z.string()).default([]) })) })
    .transform(({ services: all }) => Object.values(all))
    .parse(parse(read('compose.yaml'), { merge: true }))) {
    const [, , script] = entrypoint
    if (script === undefined) continue
    expect(spawnSync('sh', ['-n', '-c', script.replaceAll('$$', '$')], { encoding: 'utf8' }).stderr).toBe('')
  }
})

it('a standby whose copying was broken off begins anew, keeps its place on the primary and takes its password from the secret', () => {
  const { services } = z
    .object({
      services: z.looseObject({
        standby: z.looseObject({ entrypoint: z.tuple([z.string(), z.string(), z.string(), z.string()]) }),
        postgres: z.looseObject({ command: z.array(z.string()) }),
      }),
    })
    .parse(parse(read('compose.yaml'), { merge: true }))
  expect(services.postgres.command).toContainEqual(expect.stringMatching(/^max_slot_wal_keep_size=\d+GB$/))
  const folder = temporaryFolder()
  const at = (name: string): string => join(folder, name)
  const command = (name: string, script: string): void =>
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  mkdirSync(at('bin'))
  writeFileSync(at('secret'), 'first')
  // As those of the image, of which the copying ends in the middle while there is a file that says so.
  command('gosu', 'shift; exec "$@"')
  command('install', 'for last; do :; done; case $1 in -d) mkdir -p "$last";; *) cat > "$last";; esac')
  command('psql', `echo psql "$@" >> ${at('said')}`)
  command(
    'pg_basebackup',
    `echo pg_basebackup "$@" >> ${at('said')}
     for each; do case $each in --pgdata=*) to=\${each#--pgdata=};; esac; done
     echo 18 > "$to/PG_VERSION"; test ! -e ${at('breaks')} && touch "$to/whole"`,
  )
  command('docker-entrypoint.sh', `echo runs "$@" >> ${at('said')}`)
  const script = services.standby.entrypoint[2]
    .replaceAll('$$', '$')
    .replaceAll('/run/secrets/postgres-password', at('secret'))
    .replaceAll('/run/primary-password', at('password'))
  const start = (): { ends: number | null; said: string } => {
    writeFileSync(at('said'), '')
    const { status } = spawnSync('sh', ['-c', script, 'standby', 'postgres'], {
      env: { PATH: `${at('bin')}:${process.env.PATH}`, PGDATA: at('18/docker') },
    })
    return { ends: status, said: readFileSync(at('said'), 'utf8') }
  }
  const password = (): string => readFileSync(at('password'), 'utf8')

  writeFileSync(at('breaks'), '')
  expect(start()).toEqual({ ends: 1, said: expect.not.stringContaining('runs') })
  rmSync(at('breaks'))
  const { ends, said } = start()
  expect(ends).toBe(0)
  // A slot that the copying which was broken off has left is in the way of the next.
  expect(said).toMatch(
    /^psql .*pg_drop_replication_slot.*\npg_basebackup .*--create-slot --slot=standby .*\nruns postgres\n$/,
  )
  expect(existsSync(at('18/docker/whole'))).toBe(true)
  expect(password()).toBe('postgres:*:*:sudmonitor:first\n')
  writeFileSync(at('secret'), 'second')
  expect(start()).toEqual({ ends: 0, said: 'runs postgres\n' })
  expect(password()).toBe('postgres:*:*:sudmonitor:second\n')
})

it.skipIf(!isThere('docker', 'compose', 'version'))('an engine reads compose.yaml', () => {
  expect(
    spawnSync('docker', ['compose', '--file', fileOf('compose.yaml'), 'config', '--quiet'], { encoding: 'utf8' })
      .stderr,
  ).toBe('')
})

it.skipIf(!isThere('systemd-analyze', '--version'))('systemd reads its units, and finds them well shut', () => {
  for (const unit of ['sudmonitor', 'sudmonitor-worker']) {
    const file = fileOf(`deploy/systemd/${unit}.service`)
    expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr).toBe('')
    const looked = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
    expect(looked.status).toBe(0)
  }
})

it('a standby is told of as left when it leaves most readings, not some right after changes, and the alert says why', () => {
  const rule = z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ description: z.string() }) })
  const { expr, annotations } = z
    .object({ groups: z.array(z.object({ rules: z.array(z.looseObject({ alert: z.string() })) })) })
    .transform(({ groups }) =>
      groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'SudmonitorStandbyLeft'),
    )
    .pipe(rule)
    .parse(parse(read('deploy/prometheus/alerts.yaml')))
  expect(expr).toMatch(/ \/ sum by \(instance, standby\) \(increase\(standby_reads_total\[10m\]\)\) > 0\.5$/)
  const outcomes = [...expr.matchAll(/outcome=~"([^"]+)"/g)].flatMap(([, names]) => names?.split('|') ?? [])
  expect(outcomes).not.toEqual([])
  for (const outcome of outcomes) expect(annotations.description).toContain(`${outcome} — `)
})

it('alerts and the dashboard ask for what the product measures and nothing else', async () => {
  const { db } = await testDatabase()
  const ask = async (of: Kysely<DB>): Promise<string> => {
    const app = Fastify()
    await app.register(operationsRoutes, { db: of, dataDir: '/', diskReserve: 0, isReady: () => true })
    const { body } = await app.inject('/metrics')
    await app.close()
    return body
  }
  const id = await sendJob(db, 'check-courts', {})
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where id = ${id}`.execute(db)
  const body = await ask(db)
  const measured = new Set([...body.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name))
  const rule = z.object({ expr: z.string() })
  const rules = z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(parse(read('deploy/prometheus/alerts.yaml')))
  const { panels } = z
    .object({ panels: z.array(z.object({ targets: z.array(rule) })) })
    .parse(JSON.parse(read('deploy/grafana/sudmonitor.json')))
  const asked = [...rules.groups.flatMap(group => group.rules), ...panels.flatMap(panel => panel.targets)]
  const names = asked.flatMap(({ expr }) =>
    [...expr.matchAll(/(?<![\w$"])[a-z]+_\w+(?=[{[ )]|$)/g)].map(([name]) => name),
  )
  expect(names.length).toBeGreaterThan(asked.length - 2)
  expect(names.filter(name => !measured.has(name.replace(/_(?:bucket|count)$/, '')))).toEqual([])
  expect(body).toMatch(/^background_jobs_known 1$/m)
  expect(body).toMatch(/^background_jobs\{kind="check-courts",state="waiting"\} 1$/m)
  expect(body).toMatch(/^background_jobs_overdue_seconds\{kind="check-courts"\} 36\d\d/m)
  // One that waits its turn behind another of its kind is not left lying.
  await sql`insert into pgboss.job (name, state, start_after) values ('check-courts', 'active', now())`.execute(db)
  expect(await ask(db)).toMatch(/^background_jobs_overdue_seconds\{kind="check-courts"\} 0$/m)
  // A database that does not answer is no empty queue.
  const nowhere = connect('postgres://name@127.0.0.1:1/none')
  const unknown = await ask(nowhere)
  await nowhere.destroy()
  expect(unknown).toMatch(/^background_jobs_known 0$/m)
  expect(unknown).not.toMatch(/^background_jobs\{/m)
})
