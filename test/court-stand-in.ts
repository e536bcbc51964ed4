import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { CollectedLayout } from '#shared/domain/court-layouts.ts'
import { inWindows1251 } from '../server/collectors/site-address.ts'
import { answerPages } from './court-pages.ts'
import type { StandInCourt, StandInSite } from './court-stand-in-cases.ts'
import { moscowStandIn } from './court-stand-in-moscow.ts'
import { msudrfStandIn } from './court-stand-in-msudrf.ts'
import { lawcaseStandIn, tabsStandIn } from './court-stand-in-sudrf.ts'
import { listenLocally } from './local-port.ts'

/**
 * Court sites of every layout on this machine, reached as a proxy: any number of hosts, in the encoding of the sites,
 * with servers, captchas, cards that move, lists that hide rows, and every kind of failure. Requests are recorded with
 * their times, so that rate limits can be measured. People and numbers are invented.
 */
export const standInSites: Readonly<Record<CollectedLayout, StandInSite>> = {
  sudrf_tabs: tabsStandIn,
  sudrf_lawcase: lawcaseStandIn,
  msudrf: msudrfStandIn,
  mos_gorsud: moscowStandIn,
}
/** Faulty answers, with their status. */
const faultPages = {
  429: [429, answerPages.blocked],
  500: [500, answerPages.php_notice],
  unavailable: [200, answerPages.unavailable],
  blocked: [200, answerPages.blocked],
  smart_captcha: [200, '<html><body><form><div class="smart-captcha"></div></form></body></html>'],
  php: [200, answerPages.php_notice],
  strange: [200, answerPages.unknown],
} as const
export type Fault = keyof typeof faultPages | 'cut' | 'slow' | 'unanswered' | { to: string }
type ReceivedRequest = { host: string; url: URL; at: number; ended: number; agent: string }

export async function courtStandIn(courts: Record<string, StandInCourt>, { delay = 0 }: { delay?: number } = {}) {
  const asked: ReceivedRequest[] = []
  const faults: { host: string; fault: Fault; matches: (url: URL) => boolean }[] = []
  const served = new Map<string, number>()
  const passed = new Set<string>()
  let captchas = 0

  const answer = (host: string, court: StandInCourt, url: URL): string | Buffer => {
    const { captcha } = court
    const shown = standInSites[court.layout ?? 'sudrf_tabs'].answer(
      court,
      url,
      () => captcha === undefined || passes(host, captcha, url),
    )
    return shown === answerPages.captcha ? captchaForm(host) : shown
  }
  const captchaForm = (host: string): string => {
    captchas += 1
    served.set(`${host} c${captchas}`, 0)
    return answerPages.captcha.replace('abc123', `c${captchas}`)
  }
  const passes = (host: string, { answer, serves }: { answer: string; serves: number }, url: URL): boolean => {
    const key = `${host} ${url.searchParams.get('captchaid')}`
    const times = served.get(key)
    if (times === undefined || times >= serves || url.searchParams.get('captcha') !== answer) return false
    served.set(key, times + 1)
    return true
  }

  const server = createServer((request, response) => {
    void handle(request, response)
  })
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const one: ReceivedRequest = {
      host: url.host,
      url,
      at: performance.now(),
      ended: Number.NaN,
      agent: request.headers['user-agent'] ?? '',
    }
    asked.push(one)
    for (const event of ['finish', 'close'])
      response.on(event, () => {
        one.ended = Number.isNaN(one.ended) ? performance.now() : one.ended
      })
    const at = faults.findIndex(({ host, matches }) => host === url.host && matches(url))
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault
    if (delay > 0 || fault === 'slow') await quiet(fault === 'slow' ? 10 * delay + 50 : delay)
    const court = courts[url.host]
    if (court === undefined) return void response.writeHead(404).end()
    if (court.gate !== undefined && fault === undefined) {
      const cookie = request.headers.cookie ?? ''
      if (url.pathname === '/captcha.php')
        return void (cookie.startsWith('visitor=')
          ? response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e47', 'hex'))
          : response.writeHead(404).end())
      if (request.method === 'POST' && (await bodyOf(request)) === `captcha-response=${court.gate.answer}`)
        passed.add(cookie)
      if (!passed.has(cookie)) {
        response.setHeader('set-cookie', `visitor=${asked.length}; path=/; HttpOnly`)
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(gateForm)
      }
    }
    const { charset } = standInSites[court.layout ?? 'sudrf_tabs']
    const send = (status: number, answered: string | Buffer): void => {
      if (typeof answered !== 'string')
        return void response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(answered)
      response
        .writeHead(status, { 'content-type': `text/html; charset=${charset}` })
        .end(charset === 'utf-8' ? answered : inWindows1251(answered))
    }
    if (fault === 'unanswered') return
    if (typeof fault === 'object') return void response.writeHead(302, { location: fault.to }).end()
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' }).write('<html><body>Поло')
      return void setTimeout(() => response.destroy(), 5)
    }
    if (fault === undefined || fault === 'slow') return send(200, answer(url.host, court, url))
    const [status, page] = faultPages[fault]
    return send(status, page)
  }
  const port = await listenLocally(server)
  return {
    /** The `proxy` option of the client. */
    url: `http://127.0.0.1:${port}`,
    asked,
    /** The next matching request to the host fails in this way. */
    fail: (host: string, fault: Fault, matches: (url: URL) => boolean = () => true) =>
      faults.push({ host, fault, matches }),
    faultsLeft: () => faults.length,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const quiet = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

const gateForm = `<html><body><h2>Для продолжения необходимо пройти дополнительную проверку</h2>
  <form method="post" id="kcaptchaForm"><div><img src="/captcha.php"></div>
  <div><input type="text" name="captcha-response"></div><button type="submit">Продолжить</button></form></body></html>`
async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}
