import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from './local-port.ts'
import { opensslFolder } from './openssl.ts'

const settings = `
[tsa]
default_tsa = tsa_one
[tsa_one]
serial = serial
crypto_device = builtin
signer_cert = authority.pem
signer_key = authority.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

/**
 * An authority of RFC 3161 on this machine, made with `openssl ts`. `state.answers`: the number of answers; `isAway`:
 * it answers 503.
 */
export async function timestampAuthority(usage = 'extendedKeyUsage=critical,timeStamping') {
  const openssl = opensslFolder()
  openssl.certificate('authority', usage)
  openssl.write('settings.cnf', settings)
  openssl.write('serial', '01\n')
  const state = { answers: 0, isAway: false }
  const server = createServer(async (request, answer) => {
    if (state.isAway) return answer.writeHead(503).end()
    openssl.write('query.tsq', await buffer(request))
    openssl.run('ts', '-reply', '-config', 'settings.cnf', '-queryfile', 'query.tsq', '-out', 'answer.tsr')
    state.answers += 1
    answer.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(openssl.read('answer.tsr'))
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}/tsr`
  const close = (): void => {
    server.close()
    openssl.remove()
  }
  return { openssl, state, close, timestamping: { url, guard: { allowed: ['127.0.0.0/8'] } } }
}
