import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  crashed,
  emptyFolder,
  freezePostgres,
  holdStart,
  isRoot,
  madeFolder,
  makeTemplate,
} from '../test/embedded-data.ts'
import { freePort, listenLocally } from '../test/local-port.ts'
import { backendOf, kill, type Program, postmasterOf, runs } from '../test/programs.ts'
import { command, run, startServer } from '../test/server-process.ts'
import { applicationName } from './db/connect.ts'

const admin = { username: 'admin', password: 'correct horse' }

const signIn = async (address: string, password = admin.password): Promise<string> => {
  const answer = await fetch(`${address}/api/v1/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, password }),
  })
  expect(answer.status).toBe(200)
  const { token } = await answer.json()
  return token
}
/** Of the data folder: files and folders that others may read, write or enter. PostgreSQL's own account passes through the folder of root. */
function openToOthers(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modeOf = (path: string): number => lstatSync(join(folder, path), { throwIfNoEntry: false })?.mode ?? 0
  return ['.', ...all].filter(path => (modeOf(path) & (path === '.' && isRoot ? 0o067 : 0o077)) !== 0)
}

const isKnown = async (address: string, token: string): Promise<boolean> =>
  (await fetch(`${address}/api/v1/users/me/`, { headers: { authorization: `Bearer ${token}` } })).status === 200

const patience = { timeout: 90_000, interval: 100 }

/** Asks without a pause until the returned function is called, and answers what it was answered. */
function keepAsking(address: string, token: string): () => Promise<Set<number>> {
  const statuses = new Set<number>()
  let over = false
  const asking = (async () => {
    while (!over) {
      for (const path of ['users/me/', 'cases/', 'codexarticles/']) {
        const answer = await fetch(`${address}/api/v1/${path}`, {
          headers: { authorization: `Bearer ${token}` },
        }).catch(() => undefined)
        statuses.add(answer?.status ?? 0)
        await answer?.text()
      }
    }
  })()
  return async () => {
    over = true
    await asking
    return statuses
  }
}

let removeTemplate: () => void
beforeAll(async () => {
  removeTemplate = await makeTemplate()
})
afterAll(() => removeTemplate())

describe('the server’s life (design §8)', () => {
  it('tells machines how it does, stops on SIGTERM with code 0 and leaves no process; commands work while it runs and when it does not, a second server on the same data does not and is told where the first one is', async () => {
    const folder = madeFolder()
    const server = await startServer(folder, { PORT: String(await freePort()) })
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/metrics'].map(path => fetch(`${server.address}${path}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [health, ready, metrics] = await Promise.all(answers.map(answer => answer.text()))
    expect([health, ready]).toEqual(['{"status":"ok"}', '{"status":"ready"}'])
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1')
    const postmaster = postmasterOf(folder) ?? 0
    expect(await run(folder, ['account', 'list'])).toEqual({ code: 0, said: 'admin · администратор · все регионы\n' })
    expect(await run(folder, ['serve'])).toEqual({
      code: 1,
      said: `Судмонитор уже работает на этих данных: ${server.address} (процесс ${server.child.pid}). Остановите его или укажите другую папку данных переменной DATA_DIR.\n`,
    })
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    expect(runs(postmaster)).toBe(true)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(runs(postmaster)).toBe(false)
    expect(await run(folder, ['account', 'list'])).toEqual({ code: 0, said: 'admin · администратор · все регионы\n' })
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('shows a generated password once, loses nothing acknowledged to kill -9, be it of the server or of PostgreSQL too; one key press may arrive twice', async () => {
    const folder = madeFolder()
    const generated = { ADMIN_PASSWORD: '' }
    const first = await startServer(folder, generated)
    const shown = /^Имя: admin\nПароль: (\S{16})\n/m
    await expect.poll(first.said).toMatch(shown)
    const [, password] = shown.exec(first.said()) ?? []
    const token = await signIn(first.address, password)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await startServer(folder, generated)
    expect(await isKnown(second.address, token)).toBe(true)
    const another = await signIn(second.address, password)
    kill(postmasterOf(folder), 'SIGKILL')
    second.child.kill('SIGKILL')
    expect((await second.ended).said).not.toMatch(/пароль/i)
    const third = await startServer(folder, generated)
    expect([await isKnown(third.address, token), await isKnown(third.address, another)]).toEqual([true, true])
    third.child.kill('SIGINT')
    third.child.kill('SIGINT')
    expect((await third.ended).code).toBe(0)
  })

  it('keeps what it writes to its owner, and closes at a start what an earlier version has left open', async () => {
    const folder = madeFolder()
    const [replica, log] = [join(folder, 'replica'), join(folder, 'postgresql.log')]
    const started = async () => {
      const server = await startServer(folder, { REPLICA: '1' })
      const copy = async () => (await fetch(`${server.address}/readyz`)).json()
      await expect.poll(copy).toMatchObject({ copy: { state: 'ready' } })
      return server
    }
    // Leaves files of every kind: the copy, the log; an export is none.
    const work = async (server: { address: string }) => {
      const headers = { authorization: `Bearer ${await signIn(server.address)}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ selected_columns: ['id'], filters: {}, telegram: null })
      expect((await fetch(`${server.address}/api/v1/exports/`, { method: 'POST', headers, body })).status).toBe(201)
      const exports = async () => (await fetch(`${server.address}/api/v1/exports/`, { headers })).json()
      await expect
        .poll(exports)
        .toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ status: 'ready' })]) })
      expect((await fetch(`${server.address}/api/v1/data/casescsv/export.csv`, { headers })).status).toBe(200)
    }
    const stopped = async ({ child, ended }: Program) => {
      child.kill('SIGTERM')
      await ended
    }
    const first = await started()
    await work(first)
    expect(existsSync(join(folder, 'exports'))).toBe(false)
    expect(openToOthers(folder)).toEqual([])
    await stopped(first)
    chmodSync(folder, 0o755)
    chmodSync(replica, 0o755)
    for (const name of readdirSync(replica)) chmodSync(join(replica, name), 0o644)
    for (const path of [log, join(folder, 'postgresql/PG_VERSION')]) chmodSync(path, 0o644)
    chmodSync(join(folder, 'postgresql'), 0o750)
    expect(openToOthers(folder).length).toBeGreaterThan(5)
    const second = await started()
    expect(openToOthers(folder)).toEqual([])
    await stopped(second)
    expect(openToOthers(folder)).toEqual([])
  })

  it('outlives a killed connection, a killed PostgreSQL and the loss of its port: pages answer 503 meanwhile, then as before', async () => {
    const folder = madeFolder()
    const server = await startServer(folder)
    const token = await signIn(server.address)
    const postmaster = postmasterOf(folder) ?? 0
    const stopAsking = keepAsking(server.address, token)
    const all = [applicationName, 'sudmonitor jobs']
    for (const name of all) {
      const victim = await backendOf(folder, name)
      kill(victim, 'SIGKILL')
      await expect.poll(() => runs(victim), patience).toBe(false)
      await expect.poll(() => isKnown(server.address, token), patience).toBe(true)
    }
    expect(postmasterOf(folder)).toBe(postmaster)

    const letStart = holdStart(folder)
    const port = (await crashed(folder)).port
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const asked = await fetch(`${server.address}/api/v1/users/me/`, { headers: { authorization: `Bearer ${token}` } })
    expect(asked.status).toBe(503)
    expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await asked.json()).toEqual({ detail: 'База данных не отвечает. Повторите через минуту.' })
    expect((await fetch(`${server.address}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
    letStart()
    await expect.poll(() => isKnown(server.address, token), patience).toBe(true)
    await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status, patience).toBe(200)
    expect([...(await stopAsking())].sort()).toEqual([200, 503])
    await backendOf(folder, 'sudmonitor jobs')
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('answers 503 while PostgreSQL is frozen, goes on when it is not, and stops when it is again', async () => {
    const folder = madeFolder()
    const server = await startServer(folder)
    const token = await signIn(server.address)
    const thaw = freezePostgres(folder)
    const headers = { authorization: `Bearer ${token}` }
    const asked = await Promise.all([
      fetch(`${server.address}/api/v1/users/me/`, { headers }),
      fetch(`${server.address}/api/v1/cases/`, { headers }),
      fetch(`${server.address}/readyz`),
    ])
    expect(asked.map(({ status }) => status)).toEqual([503, 503, 503])
    thaw()
    await expect.poll(() => isKnown(server.address, token), patience).toBe(true)
    freezePostgres(folder)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })

  it('keeps its database when a command ends while its own connections are broken; a killed server holds nothing', async () => {
    const folder = madeFolder()
    const server = await startServer(folder, { PORT: String(await freePort()) })
    const token = await signIn(server.address)
    const postmaster = postmasterOf(folder) ?? 0
    // It cannot take its lock again, as on a busy machine.
    server.child.kill('SIGSTOP')
    const victim = await backendOf(folder, applicationName)
    kill(victim, 'SIGKILL')
    await expect.poll(() => runs(victim), patience).toBe(false)
    expect(await run(folder, ['account', 'list'])).toEqual({ code: 0, said: 'admin · администратор · все регионы\n' })
    expect(await run(folder, ['serve'])).toMatchObject({ code: 1, said: expect.stringContaining(server.address) })
    expect(postmasterOf(folder)).toBe(postmaster)
    server.child.kill('SIGCONT')
    await expect.poll(() => isKnown(server.address, token), patience).toBe(true)
    server.child.kill('SIGKILL')
    await server.ended
    expect(await run(folder, ['account', 'list'])).toMatchObject({ code: 0 })
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('refuses a port in use and stops its database again', async () => {
    const folder = madeFolder()
    const other = createServer()
    const port = await listenLocally(other)
    onTestFinished(() => void other.close())
    expect(await run(folder, ['serve'], { PORT: String(port) })).toEqual({
      code: 1,
      said: `Порт ${port} на 127.0.0.1 уже занят. Освободите его или укажите другой, например: PORT=${port + 1} npm start\n`,
    })
    expect(postmasterOf(folder)).toBeUndefined()
  })
})

describe('the command line', () => {
  it.each([
    [['nonsense'], {}, 'Нет команды «nonsense». Справка: npx sudmonitor --help\n'],
    [['demo', '--cases', 'many'], {}, '--cases <N>: нужно целое положительное число. Справка: npx sudmonitor --help\n'],
    [['site'], {}, 'Не указано: --court <СУД>. Справка: npx sudmonitor --help\n'],
    [['serve'], { PORT: 'abc' }, 'PORT=abc: порт — это целое число от 0 до 65535.\n'],
    [
      ['migrate'],
      { DATABASE_URL: 'postgres://nobody@%2Fnowhere/none' },
      'До адреса DATABASE_URL (%2Fnowhere) не достучаться: connect ENOENT /nowhere/.s.PGSQL.5432.\n',
    ],
  ])('answers %j in a sentence, without a stack', async (args, environment, said) =>
    expect(await run(join(emptyFolder(), 'data'), args, environment)).toEqual({ code: 1, said }),
  )

  it('speaks Russian in its help', async () => {
    const { code, said } = await run(join(emptyFolder(), 'data'), ['--help'])
    expect(code).toBe(0)
    expect(said).toMatch(/^Использование: sudmonitor КОМАНДА \[ключи\]/)
    expect(said.replaceAll(/--[a-z]+|npx sudmonitor|docs\/operations\.md/g, '')).not.toMatch(
      /\b(usage|options|commands|display|version)\b/i,
    )
  })

  it('ends without a stack when its reader has seen enough', async () => {
    const { child, ended } = command(join(emptyFolder(), 'data'), ['--help'])
    child.stdout?.destroy()
    expect(await ended).toEqual({ code: 0, said: '' })
  })

  it.runIf(isRoot)('refuses root a closed data folder plainly', async () => {
    const closed = join(emptyFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const { code, said } = await run(join(closed, 'data'), ['migrate'])
    expect(code).toBe(1)
    expect(said).toMatch(
      /^PostgreSQL не работает от имени root, а учётной записи «\S+», .* закрыт вход в папку \S+\/closed\. .*chmod o\+x \S+\n$/,
    )
    expect(existsSync(join(closed, 'data'))).toBe(false)
  })
})
