import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { packageRoot } from '../server/env.ts'
import { freePort } from '../test/local-port.ts'
import { primaryAndStandby } from '../test/standby.ts'
import { checkEqual, endChecks, skipChecks, tellCheck } from './checks.ts'
import { checkComesTrue } from './rehearsal.ts'

/**
 * Builds the image and runs it with the rights that compose.yaml gives it, where an engine of containers answers and
 * has the image it begins with, or can get it: with the embedded database, and before a PostgreSQL of this machine.
 */
const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')
const [, base = ''] = /^FROM (\S+)$/m.exec(read('Dockerfile')) ?? []
const image = 'sudmonitor-rehearsal'
const minute = 60_000

type Told = { code: number | null; said: string }
function ask(engine: string, args: readonly string[], timeout = minute): Told {
  const { status, stdout, stderr } = spawnSync(engine, args, { cwd: packageRoot, encoding: 'utf8', timeout })
  return { code: status, said: `${stdout ?? ''}${stderr ?? ''}`.trim() }
}
/** One that runs a container, not only answers. */
const engineHere = (): string | undefined =>
  ['docker', 'podman'].find(name => ask(name, ['run', '--rm', base, 'node', '--version'], 2 * minute).code === 0)

/** As compose.yaml runs the product. */
function rights(): string[] {
  const service = z.object({
    init: z.literal(true),
    stop_grace_period: z.string().regex(/^\d+s$/),
    read_only: z.literal(true),
    tmpfs: z.array(z.string()),
    cap_drop: z.array(z.string()),
    security_opt: z.array(z.string()),
  })
  const { services } = z
    .object({ services: z.looseObject({ web: service }) })
    .parse(parse(read('compose.yaml'), { merge: true }))
  const { stop_grace_period, tmpfs, cap_drop, security_opt } = services.web
  return [
    '--init',
    '--read-only',
    ...['--stop-timeout', stop_grace_period.slice(0, -1)],
    ...tmpfs.flatMap(folder => ['--tmpfs', folder]),
    ...cap_drop.flatMap(right => ['--cap-drop', right]),
    ...security_opt.flatMap(option => ['--security-opt', option]),
  ]
}

async function rehearseContainer(engine: string, what: string, environment: Record<string, string>): Promise<void> {
  const name = `${image}-${randomBytes(4).toString('hex')}`
  const port = await freePort()
  const variables = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PASSWORD: 'correct horse', ...environment }
  const given = Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const within = (...command: string[]): Told => ask(engine, ['exec', name, ...command])
  let isStopped = false
  try {
    const started = ask(engine, ['run', '--detach', '--name', name, '--network', 'host', ...rights(), ...given, image])
    checkEqual(`${what}: a container starts`, started.code, 0)
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await checkComesTrue('it is ready', isReady, 120)
    checkEqual('it is nobody of importance', within('id', '-un').said, 'node')
    const status = within('grep', '-E', '^(CapEff|NoNewPrivs):', '/proc/1/status').said.replaceAll(/\s+/g, ' ')
    checkEqual('it has no rights and gets none', status, 'CapEff: 0000000000000000 NoNewPrivs: 1')
    checkEqual('it cannot write to its root', within('touch', '/app/x', '/home/node/x').code, 1)
    checkEqual('it writes to its data', within('touch', '/data/x', '/tmp/x').code, 0)
    // Podman looks by itself only where systemd runs.
    await checkComesTrue('the check of its health passes', async () => {
      if (engine === 'podman') ask(engine, ['healthcheck', 'run', name])
      return ask(engine, ['inspect', '--format', '{{.State.Health.Status}}', name]).said === 'healthy'
    })
    const from = performance.now()
    ask(engine, ['stop', name], 2 * minute)
    const seconds = (performance.now() - from) / 1_000
    const { said } = ask(engine, ['inspect', '--format', '{{.State.ExitCode}}', name])
    isStopped = said === '0'
    tellCheck(isStopped, `it stops in order: exit code ${said} after ${seconds.toFixed(1)} s`)
  } finally {
    if (!isStopped) console.log(ask(engine, ['logs', name]).said)
    ask(engine, ['rm', '--force', '--volumes', name])
  }
}

async function rehearseImage(engine: string): Promise<void> {
  // Images of OCI, which Podman makes unless told otherwise, have no check of health.
  const format = engine === 'podman' ? ['--format', 'docker'] : []
  const built = ask(engine, ['build', ...format, '--tag', image, '.'], 20 * minute)
  tellCheck(built.code === 0, `the image is built${built.code === 0 ? '' : `: ${built.said.slice(-2_000)}`}`)
  if (built.code !== 0) return
  const { said } = ask(engine, ['image', 'inspect', '--format', '{{.Size}}', image])
  const without = ask(engine, ['image', 'inspect', '--format', '{{.Size}}', base])
  console.log(
    `  ${Math.round(Number(said) / 1e6)} MB, of which ${base} is ${Math.round(Number(without.said) / 1e6)} MB`,
  )
  await rehearseContainer(engine, 'with the embedded database', {})
  const servers = await primaryAndStandby()
  try {
    const elsewhere = { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: servers.standby.url }
    await rehearseContainer(engine, 'before a PostgreSQL and its standby', elsewhere)
  } finally {
    await servers.close()
  }
}

const engine = engineHere()
if (engine === undefined) skipChecks('the image', `no engine of containers here runs ${base}`)
else await rehearseImage(engine).catch((error: unknown) => tellCheck(false, String(error)))
endChecks()
