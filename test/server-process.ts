import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { packageRoot } from '../server/env.ts'

export type Running = { child: ChildProcess; said: () => string; ended: Promise<{ code: number | null; said: string }> }

/** The command line as a person calls it, with the embedded database and nothing else from our own environment. */
export function command(dataDir: string, args: readonly string[], environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [join(packageRoot, 'server/cli.ts'), ...args], {
    cwd: packageRoot,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DEMO: '0',
      REPLICA: '0',
      PORT: '0',
      ADMIN_PASSWORD: 'correct horse',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', part => (said += part))
  const ended = once(child, 'close').then(([code]) => ({ code, said }))
  return { child, said: () => said, ended }
}

export const run = (...args: Parameters<typeof command>) => command(...args).ended

/** A server that listens, and where. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Running & { address: string }> {
  const running = command(dataDir, ['serve'], environment)
  for (;;) {
    const address = /работает: (\S+)/.exec(running.said())?.[1]
    if (address !== undefined) return { ...running, address }
    if (running.child.exitCode !== null) throw new Error(running.said())
    await sleep(20)
  }
}
