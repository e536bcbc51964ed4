import { createHmac, randomBytes } from 'node:crypto'

/** Secrets and signatures as Standard Webhooks has them: what is signed is the message's number, the time and the body. */
const mark = 'whsec_'
const bytes = 32

export const newSecret = (): string => mark + randomBytes(bytes).toString('base64')

/** One signature a secret, the newest first: who knows any of them finds its own. `timestamp`: seconds. */
export const signatures = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string =>
  secrets
    .map(secret => {
      const key = Buffer.from(secret.slice(mark.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
