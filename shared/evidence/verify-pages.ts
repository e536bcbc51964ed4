import { z } from 'zod'
import { showDate } from '../domain/dates.ts'
import type { PackedJournal } from './package-format.ts'
import type { Primitives, Say } from './primitives.ts'
import { readStoredZip } from './stored-zip.ts'

/** Files of the WACZ (1.1.1) in a package. */
export const waczFiles = {
  warc: 'archive/data.warc.gz',
  index: 'indexes/index.cdx',
  list: 'pages/pages.jsonl',
  description: 'datapackage.json',
  descriptionDigest: 'datapackage-digest.json',
} as const

const description = z.object({ resources: z.array(z.object({ path: z.string(), hash: z.string() })) })
const indexLine = z.object({ url: z.string(), offset: z.coerce.number(), length: z.coerce.number() })

/** Whether the archive of pages is complete and has the pages that the journal was read from. */
export function checkPages(wacz: Uint8Array, journal: PackedJournal, primitives: Primitives, say: Say): void {
  const { sha256, text } = primitives
  const { entries } = readStoredZip(wacz, 0, text)
  const file = (path: string): Uint8Array => {
    const bytes = entries.get(path)
    if (bytes === undefined) throw new Error(`в архиве страниц нет файла «${path}»`)
    return bytes
  }
  for (const { path, hash } of description.parse(JSON.parse(text(file(waczFiles.description)))).resources)
    if (hash !== `sha256:${sha256(file(path))}`) say(false, `Архив страниц: файл «${path}» изменён.`)
  const warc = file(waczFiles.warc)
  const payloads = new Set<string>()
  const lines = text(file(waczFiles.index)).split('\n').filter(Boolean)
  for (const line of lines) {
    const { url, offset, length } = indexLine.parse(JSON.parse(line.slice(line.indexOf('{'))))
    const payload = payloadOf(primitives.gunzip(warc.subarray(offset, offset + length)), primitives)
    if (payload === undefined) say(false, `Архив страниц: запись ${url} (байт ${offset}) изменена.`)
    else payloads.add(payload)
  }
  say(true, `Архив страниц: записей ${lines.length}, хеш каждой сходится.`)
  for (const [day, pages] of Map.groupBy(journal.withheld_pages, ({ on }) => on))
    say(null, `По решению о забвении от ${showDate(day)} в пакет не вложены страницы: ${pages.length}.`)
  const known = new Set([...payloads, ...journal.withheld_pages.map(({ hash }) => hash)])
  const absent = new Set(
    journal.entries.flatMap(({ page_hash }) => (page_hash !== null && !known.has(page_hash) ? [page_hash] : [])),
  )
  if (absent.size > 0) say(null, `Страниц, которые названы в журнале, но в пакет не вложены: ${absent.size}.`)
}

/** The payload digest of a WARC record; undefined when the record does not match its digests. */
function payloadOf(record: Uint8Array, { sha256, text }: Primitives): string | undefined {
  const head = endOfHeaders(record)
  const headers = text(record.subarray(0, head))
  const fieldOf = (name: string): string | undefined => new RegExp(`^${name}: (.*)\r$`, 'm').exec(headers)?.[1]
  const block = record.subarray(head, head + Number(fieldOf('Content-Length')))
  if (`sha256:${sha256(block)}` !== fieldOf('WARC-Block-Digest')) return undefined
  const payload = fieldOf('WARC-Payload-Digest')
  // The payload of a revisit is in the previous record.
  if (fieldOf('WARC-Type') === 'revisit') return payload?.slice('sha256:'.length)
  const body = fieldOf('WARC-Type') === 'response' ? block.subarray(endOfHeaders(block)) : block
  const digest = sha256(body)
  return payload === `sha256:${digest}` ? digest : undefined
}

const emptyLine = [13, 10, 13, 10]
function endOfHeaders(bytes: Uint8Array): number {
  for (let at = 0; at + 4 <= bytes.length; at++)
    if (emptyLine.every((byte, one) => bytes[at + one] === byte)) return at + 4
  throw new Error('у записи нет заголовков')
}
