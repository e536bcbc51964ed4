import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

/**
 * Objects in S3, or in whatever speaks its protocol: signed requests over the platform's fetch (decision 0135). An object is named by its whole address, so
 * that one of a former bucket or endpoint can still be read and deleted.
 */
export type ObjectStoreSettings = {
  /** `https://endpoint/bucket/prefix`. Absent: nothing is written, what lies there is read and deleted. */
  root?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * `lost`: there is no such object; `away`: it may do a moment later; `refused`: somebody has to change the rights, the bucket or its address; `unfit`:
 * the keys or the clock of this node, or what it trusts; another node may do.
 */
type FailureKind = 'lost' | 'away' | 'refused' | 'unfit'
export class ObjectStoreFailure extends Error {
  readonly kind: FailureKind
  /** As the protocol names it. */
  readonly code: string | undefined
  constructor(kind: FailureKind, reason: string, { code, cause }: { code?: string | undefined; cause?: unknown } = {}) {
    super(reason, { cause })
    this.kind = kind
    this.code = code
  }
}

export type ObjectStoreState = { state: 'ready' | 'away' | 'refused'; note?: string }
type Asked = { body?: Uint8Array; signal?: AbortSignal | undefined }
type Method = 'PUT' | 'GET' | 'DELETE'
type Count = { method: Method; outcome: 'answered' | 'retried' | FailureKind; count: number }
export type ObjectStore = {
  /** Of an object that is not there yet; undefined: nothing is to be written. */
  newAddress: () => string | undefined
  /** These throw ObjectStoreFailure. */
  put: (address: string, body: Uint8Array, signal?: AbortSignal) => Promise<void>
  get: (address: string, signal?: AbortSignal) => Promise<Buffer>
  /** Also of what is not there. What a bucket with versions keeps is not removed: refused. */
  remove: (address: string, signal?: AbortSignal) => Promise<void>
  /** Whether it takes, gives and deletes what the product has, as of the last minute; undefined: nothing is to be written. */
  state: () => Promise<ObjectStoreState | undefined>
  counts: () => readonly Count[]
}

/** Milliseconds: of one request, of a request with all that it is repeated, of the first pause. */
type Patience = { request: number; whole: number; pause: number }
const usualPatience: Patience = { request: 20_000, whole: 60_000, pause: 200 }
const mostAttempts = 5
const lookEvery = 60_000

export function objectStoreOf(settings: ObjectStoreSettings, patience: Patience = usualPatience): ObjectStore {
  const { root, ...keys } = settings
  const client = new AwsClient({ ...keys, service: 's3' })
  const counted = new Map<string, Count>()
  const count = (method: Method, outcome: Count['outcome']): void => {
    const entry = counted.get(`${method} ${outcome}`) ?? { method, outcome, count: 0 }
    counted.set(`${method} ${outcome}`, { ...entry, count: entry.count + 1 })
  }

  const once = async (method: Method, address: string, body: Uint8Array | undefined, whole: AbortSignal) => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await client.sign(address, {
      method,
      headers: { 'x-amz-content-sha256': digest },
      ...(body !== undefined && { body: Buffer.from(body) }),
    })
    // Until the last byte of the answer.
    const signal = AbortSignal.any([whole, AbortSignal.timeout(patience.request)])
    const answer = await fetch(signed, { redirect: 'manual', signal })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw refusalOf({ method, status: answer.status, body: bytes.toString('utf8', 0, 4_096), address })
    if (method !== 'GET' && (answer.headers.get('x-amz-version-id') ?? 'null') !== 'null') throw keepsVersions(address)
    return bytes
  }

  async function ask(method: Method, address: string, { body, signal }: Asked = {}) {
    const late = AbortSignal.timeout(patience.whole)
    const whole = AbortSignal.any([late, ...(signal ? [signal] : [])])
    for (let attempt = 1; ; attempt++) {
      try {
        const answered = await once(method, address, body, whole)
        count(method, 'answered')
        return answered
      } catch (error) {
        signal?.throwIfAborted()
        const failure = failureOf(error, address)
        const isLast = failure.kind !== 'away' || attempt === mostAttempts || late.aborted
        count(method, isLast ? failure.kind : 'retried')
        if (isLast) throw failure
      }
      // Nodes that were refused together do not come back together.
      await pause(patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: whole }).catch(() =>
        signal?.throwIfAborted(),
      )
    }
  }

  async function remove(address: string, signal?: AbortSignal): Promise<void> {
    await ask('DELETE', address, { signal }).catch((error: unknown) => {
      if (!(error instanceof ObjectStoreFailure && error.kind === 'lost')) throw error
    })
  }

  /** Names that all nodes share: none takes from another what it is about to read. */
  async function check(): Promise<void> {
    if (root === undefined) return
    const body = Buffer.from('ok')
    await ask('PUT', `${root}/check`, { body })
    if (!(await ask('GET', `${root}/check`)).equals(body))
      throw new ObjectStoreFailure('refused', `${placeOf(root)}: прочитано не то, что записано.`)
    await remove(`${root}/check-deletion`)
    await ask('GET', `${root}/check-deletion`).catch((error: unknown) => {
      if (!(error instanceof ObjectStoreFailure)) throw error
      // Without this right what is lost is told like what may not be read, and would be waited for.
      if (error.code === 'AccessDenied')
        throw new ObjectStoreFailure('refused', `${placeOf(root)}: у ключа нет права s3:ListBucket.`)
      if (error.kind !== 'lost') throw error
    })
  }

  let looked: { at: number; state: Promise<ObjectStoreState> } | undefined
  const look = async (): Promise<ObjectStoreState> => {
    try {
      await check()
      return { state: 'ready' }
    } catch (error) {
      const { kind, message: note } = failureOf(error, root ?? '')
      return { state: kind === 'away' ? 'away' : 'refused', note }
    }
  }

  return {
    newAddress: () => root && `${root}/${randomUUID()}`,
    put: async (address, body, signal) => {
      await ask('PUT', address, { body, signal })
    },
    get: (address, signal) => ask('GET', address, { signal }),
    remove,
    state: async () => {
      if (root === undefined) return undefined
      if (looked === undefined || Date.now() - looked.at > lookEvery) looked = { at: Date.now(), state: look() }
      return looked.state
    },
    counts: () => [...counted.values()],
  }
}

/** For people: the endpoint and the bucket. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `хранилище ${host}, корзина ${pathname.split('/')[1]}`
}

const keepsVersions = (address: string) =>
  new ObjectStoreFailure(
    'refused',
    `${placeOf(address)}: в корзине включены версии, и удалённое в ней остаётся. Выключите их или назовите другую корзину.`,
  )

type Refused = { method: Method; status: number; body: string; address: string }
/** Of what it answers only the code is told: the rest may repeat keys and signatures. */
function refusalOf({ method, status, body, address }: Refused): ObjectStoreFailure {
  const place = placeOf(address)
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1]
  if (status >= 500 || status === 429 || status === 408 || status === 409 || code === 'RequestTimeout')
    return new ObjectStoreFailure('away', `${place}: ответ ${status}${code === undefined ? '' : `, ${code}`}.`, {
      code,
    })
  if (code === 'NoSuchKey' || (code === 'NoSuchBucket' && method !== 'PUT'))
    return new ObjectStoreFailure('lost', `${place}: такого объекта нет.`)
  const isElsewhere = status >= 300 && status < 400
  const reason =
    reasons[code ?? ''] ??
    (isElsewhere ? otherRegion : `ответ ${status}${code === undefined ? ' не по протоколу S3' : `, ${code}`}.`)
  return new ObjectStoreFailure(ofNode.has(code ?? '') ? 'unfit' : 'refused', `${place}: ${reason}`, { code })
}
const ofNode: ReadonlySet<string> = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed'])
const otherRegion = 'корзина в другом регионе или по другому адресу. Проверьте S3_REGION и S3_ENDPOINT.'
const reasons: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'такого ключа нет. Проверьте S3_ACCESS_KEY_ID.',
  // Some say so of a key that is not there, too.
  SignatureDoesNotMatch: 'подпись не подходит. Проверьте S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'у ключа нет права читать, записывать или удалять.',
  NoSuchBucket: 'такой корзины нет. Проверьте EXPORTS_URL.',
  RequestTimeTooSkewed: 'часы сервера расходятся с часами хранилища.',
  PermanentRedirect: otherRegion,
  TemporaryRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
}

/** What never becomes a connection by waiting: no TLS, a certificate that this node does not trust. A name that is not there may be one of a container that is away. */
const isMistake =
  /^(EPROTO|ERR_TLS_|ERR_SSL_|HPE_|CERT_(?!HAS_EXPIRED)|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET_ISSUER))/

/** fetch wraps what happened once or twice. */
function failureOf(error: unknown, address: string): ObjectStoreFailure {
  if (error instanceof ObjectStoreFailure) return error
  const codes: string[] = []
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') codes.push(at.code)
  const mistake = codes.find(code => isMistake.test(code))
  const how = codes.length === 0 ? '' : ` (${mistake ?? codes.join(', ')})`
  const advice = mistake !== undefined || codes.includes('ENOTFOUND') ? ' Проверьте S3_ENDPOINT.' : ''
  const [kind, what] =
    mistake === undefined ? (['away', 'не отвечает'] as const) : (['unfit', 'нет соединения'] as const)
  return new ObjectStoreFailure(kind, `${placeOf(address)}: ${what}${how}.${advice}`, { cause: error })
}
