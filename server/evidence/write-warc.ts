import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PageReadingFacts } from './case-pages.ts'
import { sha256 } from './node-primitives.ts'

/**
 * Stored pages as WARC 1.1 (ISO 28500:2017), each record a gzip member. Bodies are stored without content and transfer
 * coding, so headers that state a coding are renamed, as archives do.
 */
export type KeptAnswer = {
  hash: string
  body: Uint8Array
  url: string
  content_type: string
  fetched_at: Date
  readings: readonly PageReadingFacts[]
}
/** Where a record is in the file. */
type WarcPlace = {
  url: string
  date: Date
  mime: string
  status: number | null
  digest: string
  offset: number
  length: number
}
export type Warc = { file: Buffer; places: WarcPlace[] }

type Field = readonly [name: string, value: string]
const crlf = '\r\n'

export function writeWarc(pages: readonly KeptAnswer[], madeAt: Date): Warc {
  const members: Buffer[] = []
  const places: WarcPlace[] = []
  let offset = 0
  const add = (
    type: string,
    fields: readonly Field[],
    block: Buffer,
    date = madeAt,
  ): { id: string; offset: number; length: number } => {
    const id = `<urn:uuid:${randomUUID()}>`
    const head = linesOf('WARC/1.1', [
      ['WARC-Type', type],
      ['WARC-Record-ID', id],
      ['WARC-Date', date.toISOString()],
      ...fields,
      ['WARC-Block-Digest', `sha256:${sha256(block)}`],
      ['Content-Length', String(block.length)],
    ])
    const member = gzipSync(Buffer.concat([head, block, Buffer.from(crlf + crlf)]))
    members.push(member)
    const place = { id, offset, length: member.length }
    offset += member.length
    return place
  }
  add(
    'warcinfo',
    [['Content-Type', 'application/warc-fields']],
    warcFields([
      ['software', 'Sudmonitor'],
      ['format', 'WARC file version 1.1'],
      [
        'description',
        'Bodies are kept without content and transfer coding; headers that told it are named X-Archive-Orig-…',
      ],
    ]),
  )
  for (const { hash, body, url, content_type, fetched_at, readings } of pages) {
    const payload: Field = ['WARC-Payload-Digest', `sha256:${hash}`]
    const note = (
      of: Omit<WarcPlace, 'digest' | 'offset' | 'length'>,
      { offset: at, length }: { offset: number; length: number },
    ): void => void places.push({ ...of, digest: hash, offset: at, length })
    // For pages stored before responses were recorded only the body is known, so they are not response records.
    if (readings.length === 0) {
      const mime = cleanValue(content_type) || 'application/octet-stream'
      note(
        { url, date: fetched_at, mime, status: null },
        add('resource', [['WARC-Target-URI', url], ['Content-Type', mime], payload], Buffer.from(body), fetched_at),
      )
    }
    let first: { id: string; url: string; date: Date } | undefined
    for (const one of readings) {
      const fields: Field[] = [
        ['WARC-Target-URI', one.url],
        ...(one.address === null ? [] : [['WARC-IP-Address', one.address] as const]),
        ['Content-Type', 'application/http; msgtype=response'],
        payload,
      ]
      const head = answerHead(one, body.length, first === undefined)
      const added =
        first === undefined
          ? add('response', fields, Buffer.concat([head, body]), one.answered_at)
          : add(
              'revisit',
              [
                ...fields,
                ['WARC-Profile', 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'],
                ['WARC-Refers-To', first.id],
                ['WARC-Refers-To-Target-URI', first.url],
                ['WARC-Refers-To-Date', first.date.toISOString()],
              ],
              head,
              one.answered_at,
            )
      const mime = one.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
      const status = Number(/^HTTP\/\S+ (\d{3})/.exec(one.status_line)?.[1] ?? 0)
      if (first === undefined) note({ url: one.url, date: one.answered_at, mime, status }, added)
      first ??= { id: added.id, url: one.url, date: one.answered_at }
      add(
        'metadata',
        [
          ['WARC-Target-URI', one.url],
          ['WARC-Concurrent-To', added.id],
          ['Content-Type', 'application/warc-fields'],
        ],
        warcFields([
          ['request-method', one.method],
          ['asked-at', one.asked_at.toISOString()],
          ['answered-at', one.answered_at.toISOString()],
          ...(one.tls === null
            ? []
            : [
                ['tls-protocol', one.tls.protocol] as const,
                ...one.tls.certificates.map(digest => ['tls-certificate-sha256', digest] as const),
              ]),
        ]),
        one.answered_at,
      )
    }
  }
  return { file: Buffer.concat(members), places }
}

const ofCoding = new Set(['content-encoding', 'transfer-encoding', 'content-length'])
/** The response head, adjusted to the stored body; Latin-1, as Node.js parsed it. */
const answerHead = ({ status_line, headers }: PageReadingFacts, length: number, hasBody: boolean): Buffer =>
  linesOf(
    cleanValue(status_line),
    [
      ...headers.map(
        ([name, value]) => [ofCoding.has(name.toLowerCase()) ? `X-Archive-Orig-${name}` : name, value] as const,
      ),
      ...(hasBody ? [['Content-Length', String(length)] as const] : []),
    ],
    'latin1',
  )

const linesOf = (first: string, fields: readonly Field[], encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from([first, ...fields.map(([name, value]) => `${name}: ${cleanValue(value)}`), '', ''].join(crlf), encoding)
const warcFields = (fields: readonly Field[]): Buffer =>
  Buffer.from(fields.map(([name, value]) => `${name}: ${cleanValue(value)}${crlf}`).join(''))
const cleanValue = (value: string): string => value.replaceAll(/[\r\n\0]/g, ' ')
