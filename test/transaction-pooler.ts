import { createServer, connect as dial, type Socket } from 'node:net'
import { listenLocally } from './local-port.ts'

/**
 * A pooler in transaction mode at its worst: every transaction runs on the session that was idle longest, and nothing
 * is reset in between. Each client adds a session by signing in, which stays when the client disconnects.
 */
type Pooler = { port: number; sessions: () => number; close: () => Promise<void> }

const [terminate, query, sync, readyForQuery] = ['X', 'Q', 'S', 'Z'].map(letter => letter.charCodeAt(0))
const idle = 'I'.charCodeAt(0)
const sslRequest = 80_877_103

/**
 * Splits a stream into whole messages of the protocol, and the beginning of the next. Messages that start a
 * connection have no type byte.
 */
function splitter(lettered: () => boolean): (part: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  return part => {
    rest = Buffer.concat([rest, part])
    const messages: Buffer[] = []
    for (;;) {
      const at = lettered() ? 1 : 0
      const length = rest.length < at + 4 ? Number.POSITIVE_INFINITY : rest.readInt32BE(at) + at
      if (rest.length < length) return messages
      messages.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      // One at a time: how the next is read depends on this one.
      if (at === 0) return messages
    }
  }
}

export async function transactionPooler(database: { host: string; port: number }): Promise<Pooler> {
  const resting: Socket[] = []
  const all = new Set<Socket>()
  const waiting: (() => void)[] = []
  const rest = (session: Socket): void => {
    session.removeAllListeners('data')
    resting.push(session)
    waiting.shift()?.()
  }

  const server = createServer(client => {
    let hasBegun = false
    let isSignedIn = false
    let isWaiting = false
    let session: Socket | undefined
    let unanswered = 0
    let unsent: Buffer[] = []

    const attach = (to: Socket): void => {
      session = to
      const split = splitter(() => true)
      to.on('data', (part: Buffer) => {
        for (const message of split(part)) {
          client.write(message)
          if (message[0] !== readyForQuery) continue
          if (isSignedIn) unanswered -= 1
          isSignedIn = true
          if (unanswered > 0 || message[5] !== idle) continue
          session = undefined
          rest(to)
          return
        }
      })
    }
    const send = (): void => {
      if (unsent.length === 0 || isWaiting) return
      if (session === undefined) {
        const free = resting.shift()
        if (free === undefined) {
          isWaiting = true
          waiting.push(() => {
            isWaiting = false
            if (client.destroyed) waiting.shift()?.()
            else send()
          })
          return
        }
        attach(free)
      }
      for (const message of unsent) {
        if (isSignedIn && (message[0] === query || message[0] === sync)) unanswered += 1
        session?.write(message)
      }
      unsent = []
    }

    const split = splitter(() => hasBegun)
    client.on('data', (part: Buffer) => {
      for (let messages = split(part); messages.length > 0; messages = split(Buffer.alloc(0)))
        for (const message of messages) {
          if (!hasBegun && message.readInt32BE(4) === sslRequest) client.write('N')
          else if (hasBegun && message[0] === terminate) client.end()
          else {
            if (!hasBegun) {
              const own = dial(database)
              all.add(own)
              own.on('error', () => client.destroy())
              own.on('close', () => all.delete(own))
              attach(own)
            }
            hasBegun = true
            unsent.push(message)
          }
        }
      send()
    })
    client.on('error', () => undefined)
    // A session within a transaction cannot be used by another client.
    client.on('close', () => session?.destroy())
  })
  const port = await listenLocally(server)
  return {
    port,
    sessions: () => all.size,
    close: async () => {
      for (const one of all) one.destroy()
      server.close()
    },
  }
}
