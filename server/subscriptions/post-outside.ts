import { performance } from 'node:perf_hooks'
import type { OutgoingLimits } from '../http/feature.ts'
import { guardedConnection, NotReachable, sendRequest } from '../outgoing/guarded-request.ts'

/** One call to an address given by a person. Of the response only the status is kept. */
export type Posted =
  | { status: number; ms: number; retryAfter?: number }
  /** No response. */
  | { status: null; ms: number; said: string }
type PostRequest = { headers: Readonly<Record<string, string>>; body: string | Uint8Array }
export type Post = (url: string, content: PostRequest, signal?: AbortSignal) => Promise<Posted>

/**
 * One message for every refusal of the guard: different reasons would reveal names and addresses of the internal
 * network.
 */
export const addressRefused =
  'Этот адрес вызвать нельзя. Нужен адрес https:// на порту 443 или разрешённом администратором, открытый из интернета.'
/** More only with `WEBHOOK_PORTS`. */
const usualPorts = [443]
export const webhookGuard = ({ ports = usualPorts, ...guard }: OutgoingLimits = {}): OutgoingLimits => ({
  ...guard,
  ports,
})

const usualTimeout = 10_000
const mostHeaders = 16_384
const mostRead = 65_536

export const postOutside = (limits?: OutgoingLimits): Post => {
  const { timeout = usualTimeout, ...guard } = webhookGuard(limits)
  return async (given, { headers, body }, signal) => {
    const began = performance.now()
    const ms = (): number => Math.round(performance.now() - began)
    const late = AbortSignal.timeout(timeout)
    try {
      const url = new URL(given)
      const answer = await sendRequest(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        connection: await guardedConnection(url, guard),
        maxHeaderSize: mostHeaders,
        largest: mostRead,
        signal: signal ? AbortSignal.any([late, signal]) : late,
        body,
      })
      const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
      const isTold = Number.isFinite(retryAfter) && retryAfter > 0
      return { status: answer.status, ...(isTold && { retryAfter }), ms: ms() }
    } catch (error) {
      // Our own abort is not a failure of the recipient.
      signal?.throwIfAborted()
      const said = late.aborted ? `Нет ответа за ${timeout / 1000}\u00a0секунд.` : saidOf(error)
      return { status: null, ms: ms(), said }
    }
  }
}

const sentences: readonly (readonly [code: RegExp, said: string])[] = [
  [/^ECONNREFUSED$/, 'В соединении отказано.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'Узел недоступен.'],
  [/^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/, 'Сертификат узла не принят.'],
  [/^(EPROTO|ERR_SSL_)/, 'Узел не говорит по https.'],
  [/^HPE_/, 'Ответ не похож на HTTP.'],
]
const saidOf = (error: unknown): string => {
  if (error instanceof NotReachable) return addressRefused
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences.find(([known]) => known.test(code))?.[1] ?? 'Соединение прервалось.'
}
