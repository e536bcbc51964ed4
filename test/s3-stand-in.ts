import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ObjectStoreSettings } from '../server/outgoing/object-store.ts'
import { listenLocally } from './local-port.ts'

/**
 * A server of S3 on this machine, as strict as the protocol: it recomputes the signature of each request (AWS Signature Version 4, by the text of the
 * specification) and the hash of its body. A test tells it to fail.
 */
export const s3Keys = {
  region: 'ru-test-1',
  accessKeyId: 'TESTKEY0000000000001',
  secretAccessKey: 'stand-in-secret/0001',
}
type Fault =
  /** Answers so, before anything is done. */
  | { status: number; code: string }
  /** Ends the connection: before anything is done, after, or in the middle of the answer. */
  | 'cut'
  | 'cut-after'
  | 'cut-answer'
  /** Answers nothing. */
  | 'silent'

export async function s3StandIn() {
  const objects = new Map<string, Buffer>()
  /** Requests as they came, without what was in them. */
  const asked: string[] = []
  const faults: Fault[] = []
  const bucket = 'sud'
  let secrets: Record<string, string> = { [s3Keys.accessKeyId]: s3Keys.secretAccessKey }
  let isVersioned = false
  /** Rights that are taken away; LIST: to be told that an object is not there. */
  const denied = new Set<string>()

  const refused = (status: number, code: string) => ({
    status,
    body: Buffer.from(
      `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>${s3Keys.accessKeyId}</AWSAccessKeyId></Error>`,
    ),
    headers: {},
  })
  const done = (status: number, body: Uint8Array = Buffer.alloc(0)) => ({
    status,
    body: Buffer.from(body),
    headers: isVersioned ? { 'x-amz-version-id': randomUUID() } : {},
  })

  function answer(request: IncomingMessage, body: Buffer) {
    const { pathname } = new URL(request.url ?? '/', 'http://s3')
    const why = signatureFlaw(request, body, secrets)
    if (why !== undefined) return refused(403, why)
    const [, in_, ...rest] = pathname.split('/')
    if (in_ !== bucket) return refused(404, 'NoSuchBucket')
    if (denied.has(request.method ?? '')) return refused(403, 'AccessDenied')
    const key = rest.join('/')
    const found = objects.get(key)
    switch (request.method) {
      case 'PUT':
        objects.set(key, body)
        return done(200)
      case 'GET':
        if (found !== undefined) return done(200, found)
        return denied.has('LIST') ? refused(403, 'AccessDenied') : refused(404, 'NoSuchKey')
      case 'DELETE':
        objects.delete(key)
        return done(204)
      default:
        return refused(405, 'MethodNotAllowed')
    }
  }

  const server = createServer(async (request, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`)
    const body = await buffer(request).catch(() => undefined)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (body === undefined || fault === 'cut') return void request.socket.destroy()
    const told = typeof fault === 'object' ? refused(fault.status, fault.code) : answer(request, body)
    if (fault === 'cut-after') return void request.socket.destroy()
    response.writeHead(told.status, { ...told.headers, 'content-length': told.body.length })
    if (fault !== 'cut-answer') return void response.end(told.body)
    response.write(told.body.subarray(0, told.body.length / 2))
    await pause(5)
    request.socket.destroy()
  })
  const port = await listenLocally(server)
  const endpoint = `http://127.0.0.1:${port}`
  const settings: ObjectStoreSettings = { root: `${endpoint}/${bucket}/exports`, ...s3Keys }
  return {
    endpoint,
    settings,
    /** As variables of a server. */
    environment: {
      EXPORTS_URL: `s3://${bucket}/exports`,
      S3_ENDPOINT: endpoint,
      S3_REGION: s3Keys.region,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    objects,
    asked,
    denied,
    /** What the next requests meet with, one each. */
    meet: (...next: readonly Fault[]): void => void faults.push(...next),
    forgive: (): void => void faults.splice(0),
    accept: (next: Record<string, string>): void => {
      secrets = next
    },
    keepVersions: (keeps: boolean): void => {
      isVersioned = keeps
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const fifteenMinutes = 900_000

/** As S3 names it; undefined: the request is who it says it is from. */
function signatureFlaw(
  { method = '', url = '/', headers }: IncomingMessage,
  body: Buffer,
  secrets: Readonly<Record<string, string>>,
): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/
  const [, id = '', day = '', region = '', signed = '', signature] = parts.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return 'AccessDenied'
  const secret = secrets[id]
  if (secret === undefined) return 'InvalidAccessKeyId'
  if (region !== s3Keys.region) return 'AuthorizationHeaderMalformed'
  const at = String(headers['x-amz-date'])
  const instant = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - instant) < fifteenMinutes) || !at.startsWith(day)) return 'RequestTimeTooSkewed'
  const names = signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => names.includes(name))) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== hex(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, searchParams } = new URL(url, 'http://s3')
  searchParams.sort()
  const query = [...searchParams].map(pair => pair.map(encodeURIComponent).join('=')).join('&')
  const lines = names.map(name => `${name}:${String(headers[name]).trim()}\n`).join('')
  const request = [method, pathname, query, lines, signed, hex(body)].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(keyed, keyed(`AWS4${secret}`, day))
  const wanted = keyed(key, ['AWS4-HMAC-SHA256', at, scope, hex(request)].join('\n')).toString('hex')
  return wanted === signature ? undefined : 'SignatureDoesNotMatch'
}
