import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { openSession } from '../../server/accounts/sessions.ts'
import { connect } from '../../server/db/connect.ts'
import { random, seedOf } from '../../server/demo/random.ts'
import { databaseUrlOf, serverAddress, startProgram } from '../../test/programs.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { unzipped } from '../../test/unzipped.ts'
import { AskedValues } from './asked-values.ts'
import { hiddenMark, makeHiddenWorld } from './hidden-world.ts'
import type { Tally, Violation } from './tally.ts'

/**
 * Calls every path and method of the OpenAPI document as a guest, an account of one region, an editor of tags and a
 * superuser, with values that the schemas allow, values at the limits and values they forbid.
 */
const operation = z.looseObject({
  parameters: z
    .array(
      z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: z.unknown() }),
    )
    .default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
})
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })
const foreignMethods = ['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'POST']
const seen = 'fuzz: answers to a superuser that tell of the hidden region'
/** Milliseconds; generous, so that a busy machine does not fail. */
const longestAnswer = 30_000
const stack = /\n\s+at [\w.<(]|node_modules|\.ts:\d+|\bselect .* from \w+ where\b/

type FuzzOptions = { seed: number; minutes: number; signal: AbortSignal }

export async function fuzz(tally: Tally, { seed, minutes, signal }: FuzzOptions): Promise<void> {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const rng = random(seedOf(seed, 7))
  const world = await makeHiddenWorld(dataDir)
  const databases: { destroy: () => Promise<void> }[] = []
  const server = startProgram(dataDir, ['serve'], { REPLICA: '1', PUBLIC_URL: 'https://sudmonitor.example' })
  try {
    const address = await serverAddress(server)
    const db = connect(databaseUrlOf(dataDir), { max: 2 })
    databases.push(db)
    const { paths } = document.parse(await (await fetch(`${address}/api/v1/openapi.json`)).json())
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, told]) => ({ path, method: method.toUpperCase(), told })),
    )
    const tokens = new Map<string, string>()
    const end = performance.now() + minutes * 60_000
    for (let number = 0; performance.now() < end && !signal.aborted; number++) {
      if (number % 200 === 0) await sql`delete from attempt`.execute(db)
      const role = rng.pick(['limited', 'limited', 'limited', 'guest', 'editor', 'superuser'] as const)
      const { path, method: documented, told } = rng.pick(calls)
      const method = rng.chance(0.04) ? rng.pick(foreignMethods) : documented
      const isReading = method === 'GET' || method === 'HEAD'
      // A superuser who writes to the hidden region would show it to others.
      const mayTouchHidden = role !== 'superuser' || isReading
      const values = new AskedValues(rng, name => world.known(path, name, mayTouchHidden))
      const headers: Record<string, string> = {}
      if (role !== 'guest') {
        const token = tokens.get(role) ?? (await openSession(db, world.accounts[role]))
        tokens.set(role, token)
        headers.authorization = `Bearer ${token}`
      }
      const query = new URLSearchParams()
      let url = path
      for (const parameter of told.parameters) {
        const isPath = parameter.in === 'path'
        if (!isPath && !parameter.required && !rng.chance(Math.min(0.5, 4 / told.parameters.length))) continue
        const value = values.of(parameter.schema, isPath ? `path:${parameter.name}` : parameter.name)
        if (isPath) url = url.replace(`{${parameter.name}}`, encodeURIComponent(plain(value)))
        else for (const one of [value].flat()) query.append(parameter.name, plain(one))
      }
      if (rng.chance(0.02)) query.append('нет_такого', '1')
      const schema = Object.values(told.requestBody?.content ?? {})[0]?.schema
      let body: string | undefined
      if (schema !== undefined && !isReading) {
        body = JSON.stringify(values.of(schema, ''))
        if (rng.chance(0.03)) body = body.slice(0, -1)
        headers['content-type'] = rng.chance(0.03) ? 'text/plain' : 'application/json'
      }
      if (role === 'superuser' && !isReading && world.isForbidden(url, body ?? '')) continue
      const asked = `${method} ${url}${query.size > 0 ? `?${query}` : ''} ${body ?? ''}`
      const fault = (kind: Violation['kind'], what: string): void =>
        tally.fault({
          kind,
          where: `fuzz, ${role}, --seed ${seed}, call ${number}`,
          what: `${asked.slice(0, 1_500)}: ${what}`,
        })
      const began = performance.now()
      let answer: Response
      let bytes: Buffer
      try {
        answer = await fetch(`${address}${url}?${query}`, {
          method,
          headers,
          redirect: 'manual',
          ...(body !== undefined && { body }),
        })
        // The stream of «Сегодня» never ends.
        const isEndless = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
        if (isEndless) await answer.body?.cancel()
        bytes = isEndless ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer())
      } catch (error) {
        fault('other', `no answer: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`)
        if (await isStopped(address)) throw new Error(`The server has stopped: ${server.said()}`)
        continue
      }
      const took = performance.now() - began
      const { status } = answer
      tally.add('fuzz: calls')
      tally.add(`fuzz: answered ${status}`)
      const type = answer.headers.get('content-type') ?? ''
      const isPacked = /spreadsheet|zip/.test(type) && status === 200 && bytes.length > 0
      let text = bytes.toString()
      try {
        if (isPacked) text = [...unzipped(bytes).values()].join('\n')
      } catch (error) {
        fault('other', `a file that cannot be opened: ${String(error)}`)
      }
      if (status >= 500 && !(status === 503 && answer.headers.has('retry-after'))) fault('5xx', `${status}: ${text}`)
      if (took > longestAnswer) fault('other', `answered after ${Math.round(took)} ms`)
      const isFile = status < 300 && !type.startsWith('application/json')
      if (!isFile && stack.test(text)) fault('leak', `tells its inside: ${text.slice(0, 500)}`)
      if (status >= 400 && method !== 'HEAD' && !isSentence(text))
        fault('other', `${status} without a sentence: ${text.slice(0, 500)}`)
      if (status === 401) tokens.delete(role)
      // Shows that answers do contain the mark where it may be seen.
      if (role === 'superuser' && hiddenMark.test(text)) tally.add(seen)
      if (role !== 'superuser') {
        const all = `${text}\n${[...answer.headers].map(([name, value]) => `${name}: ${decoded(value)}`).join('\n')}`
        const at = all.search(hiddenMark)
        if (at >= 0) fault('leak', `…${all.slice(Math.max(0, at - 200), at + 100)}…`)
      }
    }
    if (!tally.counts.has(seen))
      tally.fault({
        kind: 'other',
        where: `fuzz, --seed ${seed}`,
        what: 'the superuser has not been told of the region either',
      })
    if (/\n\s+at .*:\d+/.test(server.said()))
      tally.fault({ kind: 'other', where: `fuzz, --seed ${seed}`, what: `the server told a stack: ${server.said()}` })
  } catch (error) {
    tally.fault({ kind: 'other', where: `fuzz, --seed ${seed}`, what: String(error) })
  } finally {
    for (const db of databases) await db.destroy()
    server.child.kill('SIGKILL')
    await server.ended
    clearFolder(folder)
  }
}

const isStopped = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  )
const plain = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 3_000)
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
/** The body of an error: `detail`, or sentences by field. */
const sentences = z.union([z.object({ detail: z.string() }), z.record(z.string(), z.array(z.string()).min(1))])
function isSentence(text: string): boolean {
  try {
    const read = sentences.safeParse(JSON.parse(text))
    return (
      read.success &&
      Object.values(read.data)
        .flat()
        .every(one => /[а-яё]/i.test(one))
    )
  } catch {
    return false
  }
}
