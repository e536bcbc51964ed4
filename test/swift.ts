import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { freePort } from './local-port.ts'
import { isExecutable } from './program-path.ts'

/** OpenStack Swift with its S3 API, as Debian packages it: a proxy, and a server each of accounts, buckets and objects. */
const stores = ['account', 'container', 'object'] as const
type Kind = 'proxy' | (typeof stores)[number]
const programOf = (kind: Kind): string => `/usr/bin/swift-${kind}-server`
export const missingOfSwift = (): string[] =>
  [programOf('proxy'), ...stores.map(programOf)].filter(program => !isExecutable(program))
/** Where each store is: as swift-ring-builder makes it in nine calls of a second each. */
const buildRings = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    ring = RingBuilder(1, 1, 0)
    ring.add_dev(dict(id=0, region=1, zone=1, weight=1.0, ip='127.0.0.1', port=int(port), device='d'))
    ring.rebalance()
    ring.get_ring().save(path)`

/** By the name of the key, `account:name`. One that does not own its account has no right in it. */
type SwiftKeys = Readonly<Record<string, { secret: string; owns: boolean }>>
export const swiftRegion = 'ru-test-1'

export async function startSwift(keys: SwiftKeys) {
  // Not in memory: its files have attributes, which files in memory have only with newer kernels.
  const folder = mkdtempSync(join(tmpdir(), 'sudmonitor-swift-'))
  mkdirSync(join(folder, 'devices/d'), { recursive: true })
  const running = new Map<Kind, ChildProcess>()
  const ports = new Map<Kind, number>()
  for (const kind of ['proxy', ...stores] as const) ports.set(kind, await freePort())

  const configure = (kind: Kind, filters: Readonly<Record<string, string>> = {}, settings = ''): void => {
    const name = `${kind}-server`
    const lines = [
      `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports.get(kind)}\nuser = ${userInfo().username}\nworkers = 0`,
      `swift_dir = ${folder}\ndevices = ${folder}/devices\nmount_check = false\nlog_level = ERROR`,
      `[pipeline:main]\npipeline = ${[...Object.keys(filters), name].join(' ')}`,
      `[app:${name}]\nuse = egg:swift#${kind}\n${settings}`,
      ...Object.entries(filters).map(([filter, its]) => `[filter:${filter}]\nuse = egg:swift#${filter}\n${its}`),
    ]
    writeFileSync(join(folder, `${kind}.conf`), lines.join('\n'), { mode: 0o600 })
  }
  const start = (kind: Kind): void => {
    const child = spawn(programOf(kind), [join(folder, `${kind}.conf`)], { stdio: ['ignore', 'ignore', 'inherit'] })
    running.set(kind, child)
  }
  const stop = async (kind: Kind): Promise<void> => {
    const child = running.get(kind)
    running.delete(kind)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const clear = (): void => {
    for (const child of running.values()) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  process.once('exit', clear)

  const endpoint = `http://127.0.0.1:${ports.get('proxy')}`
  const isThere = async (kind: Kind): Promise<boolean> =>
    await fetch(`http://127.0.0.1:${ports.get(kind)}`).then(
      () => true,
      () => false,
    )
  const comesThere = async (kind: Kind): Promise<void> => {
    for (; !(await isThere(kind)); await pause(50))
      if (running.get(kind)?.exitCode !== null) throw new Error(`${programOf(kind)} has ended`)
  }
  /** Only these keys are good from now on. */
  const accept = async (next: SwiftKeys): Promise<void> => {
    await stop('proxy')
    const users = Object.entries(next).map(
      ([name, { secret, owns }]) => `user_${name.replace(':', '_')} = ${secret}${owns ? ' .admin' : ''}`,
    )
    const filters = {
      catch_errors: '',
      gatekeeper: '',
      // It wants one, and does without.
      memcache: 'memcache_servers = 127.0.0.1:1',
      s3api: `location = ${swiftRegion}`,
      tempauth: users.join('\n'),
      versioned_writes: 'allow_object_versioning = true',
      symlink: '',
    }
    // With a single store there is nobody else to ask after some errors.
    configure('proxy', filters, 'account_autocreate = true\nerror_suppression_limit = 1000')
    start('proxy')
    await comesThere('proxy')
  }

  const told = stores.flatMap(kind => [join(folder, `${kind}.ring.gz`), String(ports.get(kind))])
  execFileSync('/usr/bin/python3', ['-c', buildRings, ...told])
  for (const kind of stores) {
    configure(kind)
    start(kind)
  }
  for (const kind of stores) await comesThere(kind)
  await accept(keys)
  return {
    endpoint,
    accept,
    stop,
    start,
    /** A request of whoever has the key. */
    ask: async (name: string, path: string, init?: RequestInit): Promise<Response> => {
      const client = new AwsClient({
        ...{ service: 's3', region: swiftRegion, retries: 0 },
        ...{ accessKeyId: name, secretAccessKey: keys[name]?.secret ?? '' },
      })
      return await client.fetch(`${endpoint}/${path}`, init)
    },
    close: async (): Promise<void> => {
      for (const kind of [...running.keys()]) await stop(kind)
      clear()
      process.off('exit', clear)
    },
  }
}
