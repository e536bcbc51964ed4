import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { listenLocally } from '../../test/local-port.ts'
import { mailServer } from '../../test/mail-server.ts'

/**
 * The recipient of messages, a webhook endpoint and a mail server, in a process of its own so that it can be killed.
 * A complete message is written to the log before it is answered, and the answer is delayed. Configured by one
 * argument, as JSON.
 */
const { webPort, mailPort, log } = z
  .object({ webPort: z.int(), mailPort: z.int(), log: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))
const slowness = 300

async function keep(way: 'webhook' | 'email', id: string, text: string): Promise<void> {
  appendFileSync(log, `${JSON.stringify({ way, id, text })}\n`)
  process.send?.(way)
  await pause(slowness)
}

/** Ignores the encoding: only case numbers are searched for. */
const decoded = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replaceAll('=\n', '')
    .split('\n\n')
    .map(block => (/^[A-Za-z0-9+/=\n]+$/.test(block) ? Buffer.from(block, 'base64').toString() : block))
    .join('\n\n')

const web = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    const id = String(request.headers['webhook-id'])
    void keep('webhook', id, Buffer.concat(parts).toString()).then(() => response.end('ok'))
  })
})
const ports = {
  webPort: await listenLocally(web, webPort),
  mailPort: Number(
    new URL(
      (
        await mailServer({
          port: mailPort,
          keep: lines => keep('email', /^Message-ID: <(.*)@/im.exec(lines.join('\n'))?.[1] ?? '', decoded(lines)),
        })
      ).url,
    ).port,
  ),
}
process.send?.(JSON.stringify(ports))
