import { createServer } from 'node:net'
import { listenLocally } from './local-port.ts'

/** A mail server that keeps messages: as much of SMTP as one sender needs. */
type MailServerOptions = { port?: number; keep?: (lines: readonly string[]) => Promise<void> }
type ReceivedLetter = { from: string; to: string[]; subject: string; text: string }

/** `keep` receives each message before its sender is told that it is accepted. */
export async function mailServer({ port = 0, keep }: MailServerOptions = {}) {
  const letters: ReceivedLetter[] = []
  let refusing = false
  const server = createServer(socket => {
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    let from = ''
    let to: string[] = []
    let data: string[] | undefined
    let rest = ''
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (part: string) => {
      const lines = (rest + part).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data !== undefined) {
          if (line !== '.') {
            data.push(line)
            continue
          }
          letters.push({ from, to, ...readLetter(data) })
          const kept = keep?.(data)
          data = undefined
          if (kept === undefined) say('250 kept')
          else void kept.then(() => say('250 kept'))
        } else if (/^MAIL/i.test(line)) {
          from = /<(.*)>/.exec(line)?.[1] ?? ''
          to = []
          say(refusing ? '451 not now' : '250 ok')
          refusing = false
        } else if (/^RCPT/i.test(line)) {
          to.push(/<(.*)>/.exec(line)?.[1] ?? '')
          say('250 ok')
        } else if (/^DATA/i.test(line)) {
          data = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
    say('220 test')
  })
  return {
    url: `smtp://127.0.0.1:${await listenLocally(server, port)}`,
    letters,
    refuseNext: () => {
      refusing = true
    },
    close: () => void server.close(),
  }
}

/** One plain text, in an encoding that nodemailer chooses. */
function readLetter(lines: readonly string[]): { subject: string; text: string } {
  const end = lines.indexOf('')
  const head = lines.slice(0, end).join('\n').replaceAll(/\n\s+/g, ' ')
  const body = lines.slice(end + 1)
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const encoding = field('Content-Transfer-Encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body.join(''), 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body.join('\n').replaceAll('=\n', ''))
        : Buffer.from(body.join('\n'))
  return { subject: decodedWords(field('Subject')), text: bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd() }
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
const decodedWords = (text: string): string =>
  Buffer.concat(
    text.split(/\s+(?==\?)/).map(word => {
      const [, way, content = ''] = /^=\?utf-8\?([BQ])\?(.*)\?=$/i.exec(word) ?? []
      return way === undefined
        ? Buffer.from(word)
        : way.toUpperCase() === 'B'
          ? Buffer.from(content, 'base64')
          : quoted(content.replaceAll('_', ' '))
    }),
  ).toString('utf8')
