import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { connect } from '../../server/db/connect.ts'
import type { DB } from '../../server/db/schema.ts'
import { type Rng, random, seedOf } from '../../server/demo/random.ts'
import {
  backendsOf,
  databaseUrlOf,
  kill,
  type Program,
  postmasterOf,
  runs,
  serverAddress,
  startProgram,
} from '../../test/programs.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import type { Tally, Victim, Violation } from './tally.ts'

/** Milliseconds for anything to recover, on a busy machine too. */
export const longestWait = 240_000

/** One round: a data folder, the processes that work on it, one kill, and the faults found afterwards. */
export class Round {
  readonly folder = temporaryFolder()
  readonly dataDir = join(this.folder, 'data')
  readonly log = join(this.folder, 'received.ndjson')
  readonly rng: Rng
  readonly victim: Victim
  readonly #where: string
  readonly #scene: string
  readonly #tally: Tally
  readonly #environment: Record<string, string> = { REPLICA: '1' }
  #server: (Program & { address: string }) | undefined
  #worker: Program | undefined
  #receiver: { child: ChildProcess; webPort: number; mailPort: number } | undefined
  #db: Kysely<DB> | undefined
  #onReceived: () => void = () => undefined
  #stopping = false
  #isOver = false

  constructor(tally: Tally, { scene, victim, seed, number }: RoundOptions) {
    this.#tally = tally
    this.victim = victim
    this.#scene = scene
    this.#where = `${scene}, ${victim}, --seed ${seed} --round ${number}`
    this.rng = random(seedOf(seed, number))
  }

  get isOver(): boolean {
    return this.#isOver
  }
  copyData(template: string): void {
    execFileSync('cp', ['-a', template, this.dataDir])
  }
  /** Leaves the former folder as it is and starts with a copy of another template. */
  moveData(template: string): void {
    const pid = postmasterOf(this.dataDir)
    if (pid !== undefined) kill(pid, 'SIGQUIT')
    renameSync(this.dataDir, join(this.folder, 'former'))
    this.copyData(template)
  }
  fault(kind: Violation['kind'], what: string): void {
    this.#tally.fault({ kind, where: this.#where, what })
  }
  count(what: string, many = 1): void {
    this.#tally.add(what, many)
  }

  command(...args: string[]): Program {
    return startProgram(this.dataDir, args, this.#environment)
  }
  /** Runs a command to its end. @throws when it fails, as nothing was killed */
  async run(...args: string[]): Promise<string> {
    const { code, said } = await this.command(...args).ended
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
    return said
  }

  /** Starts what is not running; safe to call twice. */
  async startReceiver(): Promise<{ webPort: number }> {
    const before = this.#receiver
    if (before !== undefined && isAlive(before.child)) return before
    const told = JSON.stringify({ webPort: before?.webPort ?? 0, mailPort: before?.mailPort ?? 0, log: this.log })
    const child = fork(join(import.meta.dirname, 'receiver.ts'), [told], { stdio: 'inherit' })
    const [first] = await once(child, 'message')
    const ports = z.object({ webPort: z.int(), mailPort: z.int() }).parse(JSON.parse(String(first)))
    child.on('message', () => this.#onReceived())
    this.#receiver = { child, ...ports }
    Object.assign(this.#environment, {
      SMTP_URL: `smtp://127.0.0.1:${ports.mailPort}`,
      MAIL_FROM: 'sudmonitor@example.org',
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      WEBHOOK_PORTS: String(ports.webPort),
      PUBLIC_URL: 'http://127.0.0.1',
    })
    return this.#receiver
  }
  received(): { way: string; id: string; text: string }[] {
    if (!existsSync(this.log)) return []
    // Without the line that was being written at the kill.
    const whole = readFileSync(this.log, 'utf8').split('\n').slice(0, -1)
    return whole.map(line => receivedLine.parse(JSON.parse(line)))
  }
  async startServer(): Promise<void> {
    if (this.#server !== undefined && isAlive(this.#server.child)) return
    const program = startProgram(this.dataDir, ['serve'], this.#environment)
    this.#server = { ...program, address: await serverAddress(program) }
    this.#watch('server', program)
  }
  async startWorker(): Promise<void> {
    if (this.#worker !== undefined && isAlive(this.#worker.child)) return
    const program = startProgram(this.dataDir, ['worker'], this.#environment)
    this.#worker = program
    await until(() => /выполняет задания/.test(program.said()) || !isAlive(program.child), 'the worker works')
    this.#watch('worker', program)
  }
  #watch(name: Victim, { child, ended }: Program): void {
    void ended.then(({ said }) => {
      if (/\n\s+at .*\(?(file|node):/.test(said)) this.fault('other', `${name} told a stack: ${said}`)
      if (!this.#stopping && child.signalCode !== 'SIGKILL') this.fault('other', `${name} ended by itself: ${said}`)
    })
  }

  /** A connection of the script itself, which reconnects when the database does. */
  get db(): Kysely<DB> {
    this.#db ??= connect(databaseUrlOf(this.dataDir), { max: 2 })
    return this.#db
  }
  async ask(path: string, token: string, asking: RequestInit = {}): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.#server?.address}/api/v1/${path}`, {
      ...asking,
      headers: {
        authorization: `Bearer ${token}`,
        ...(asking.body !== undefined && { 'content-type': 'application/json' }),
      },
    }).catch(() => undefined)
    const text = (await answer?.text().catch(() => undefined)) ?? ''
    const status = answer?.status ?? 0
    this.count(`calls during kills: ${status === 0 ? 'no answer' : status}`)
    const isSentence = /"detail":"[^"]*[а-яё][^"]*\."/i.test(text)
    if (status >= 500 && !((status === 503 || status === 507) && isSentence))
      this.fault('5xx', `${path} answered ${status}: ${text}`)
    return { status, text }
  }

  /** Kills at a random moment from now, or from the next received message. `command`: the command that is running. */
  async strike({ within, command, onMessage = 0 }: Strike): Promise<void> {
    if (onMessage > 0 && this.rng.chance(0.7)) {
      let left = onMessage
      const arrived = new Promise<void>(resolve => {
        this.#onReceived = () => {
          left -= 1
          if (left === 0) resolve()
        }
      })
      await Promise.race([arrived, pause(60_000)])
      await pause(this.rng.int(0, 600))
    } else await pause(this.rng.int(0, within))
    this.#onReceived = () => undefined
    const pid = await this.#victimOf(command)
    if (pid === 0) {
      this.count('kills that came when their victim had ended')
      return
    }
    kill(pid, 'SIGKILL')
    await until(() => !runs(pid), 'who was killed is gone')
    // Node reports the exit a little later.
    const children = [this.#server?.child, this.#worker?.child, this.#receiver?.child, command?.child]
    await until(() => children.every(child => child?.pid !== pid || !isAlive(child)), 'its end is told')
  }
  async #victimOf(command: Program | undefined): Promise<number> {
    const ofProgram = (program: { child: ChildProcess } | undefined): number =>
      program !== undefined && isAlive(program.child) ? (program.child.pid ?? 0) : 0
    switch (this.victim) {
      case 'server':
        return ofProgram(this.#server)
      case 'worker':
        return ofProgram(this.#worker)
      case 'receiver':
        return ofProgram(this.#receiver)
      case 'command':
        return ofProgram(command)
      case 'postmaster':
        return postmasterOf(this.dataDir) ?? 0
      case 'backend': {
        const all = postmasterOf(this.dataDir) === undefined ? [] : await backendsOf(this.dataDir).catch(() => [])
        return all.length === 0 ? 0 : this.rng.pick(all)
      }
    }
  }

  /** Restarts what was killed and waits until the product is healthy; the time is recorded. */
  async recover({ token, isServed }: { token: string; isServed: boolean }): Promise<void> {
    const began = performance.now()
    if (this.#receiver !== undefined) await this.startReceiver()
    if (isServed) {
      await this.startServer()
      await this.startWorker()
      await until(async () => {
        const ready = await fetch(`${this.#server?.address}/readyz`).catch(() => undefined)
        return ready?.status === 200 && (await this.ask('users/me/', token)).status === 200
      }, 'the server is ready')
    }
    this.recovered(performance.now() - began)
  }
  recovered(milliseconds: number): void {
    this.#tally.killed(this.#scene, this.victim, milliseconds / 1_000)
  }

  /** Stops everything that works on the folder. */
  async rest(): Promise<void> {
    this.#stopping = true
    await this.#db?.destroy().catch(() => undefined)
    this.#db = undefined
    const programs = [this.#server, this.#worker].filter(one => one !== undefined)
    for (const { child } of programs) child.kill('SIGKILL')
    await Promise.all(programs.map(({ ended }) => ended))
  }
  async end(): Promise<void> {
    this.#isOver = true
    await this.rest()
    this.#receiver?.child.kill('SIGKILL')
    clearFolder(this.folder)
  }
}
type RoundOptions = { scene: string; victim: Victim; seed: number; number: number }
type Strike = { within: number; command?: Program | undefined; onMessage?: number }
const receivedLine = z.object({ way: z.string(), id: z.string(), text: z.string() })

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

/** @throws when the condition does not hold in time */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  wait: number = longestWait,
): Promise<void> {
  const end = performance.now() + wait
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${wait / 1_000} s: ${what}`)
    await pause(100)
  }
}
