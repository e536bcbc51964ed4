import { createServer } from 'node:net'
import { listenLocally } from './local-port.ts'

/** A mail server that keeps messages: as much of SMTP as one sender needs. */
type MailServerOptions = { port?: number; password?: string; keep?: (lines: readonly string[]) => Promise<void> }
type ReceivedLetter = { from: string; to: string[]; subject: string; text: string }

/** `keep` receives each message before its sender is told that it is accepted. `password`: senders must sign in by it. */
export async function mailServer({ port = 0, password, keep }: MailServerOptions = {}) {
  const letters: ReceivedLetter[] = []
  let refusal: { command: 'MAIL' | 'RCPT' | 'DATA'; line: string } | undefined
  const server = createServer(socket => {
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const sayAt = (command: 'MAIL' | 'RCPT' | 'DATA', line: string): void => {
      say(refusal?.command === command ? refusal.line : line)
      if (refusal?.command === command) refusal = undefined
    }
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
          if (kept === undefined) sayAt('DATA', '250 kept')
          else void kept.then(() => say('250 kept'))
        } else if (password !== undefined && /^EHLO/i.test(line)) {
          say('250-test\r\n250 AUTH PLAIN')
        } else if (/^AUTH PLAIN /i.test(line)) {
          const given = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString().split('\0').at(-1)
          say(given === password ? '235 ok' : '535 5.7.8 wrong name or password')
        } else if (/^MAIL/i.test(line)) {
          from = /<(.*)>/.exec(line)?.[1] ?? ''
          to = []
          sayAt('MAIL', '250 ok')
        } else if (/^RCPT/i.test(line)) {
          to.push(/<(.*)>/.exec(line)?.[1] ?? '')
          sayAt('RCPT', '250 ok')
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
    refuseNext: (command: 'MAIL' | 'RCPT' | 'DATA' = 'MAIL', line = '451 not now') => {
      refusal = { command, line }
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
