import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { load } from 'cheerio'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { decodeText } from '../files/decode-text.ts'
import { forgottenAmong, hostOfPage, pageReferences } from './forgotten-cases.ts'
import { maskText, namesPerson } from './mask-text.ts'
import type { NameWords } from './name-words.ts'
import { type RowCells, rewriteRows, type Sealing } from './rewrite-rows.ts'

/** Stored pages: text formats are masked in place, other formats are withheld. A page keeps the hash of what the court sent. */
type PageBody = { body: Buffer; content_type: string }
type MaskedPage = PageBody & { isWithheld: boolean }

const asDecision = { as: 'decision' } as const
const maskedType = 'text/html; charset=utf-8'
/** Magic numbers of documents: ZIP (docx), PDF, OLE (doc), RTF. */
const documentSigns = ['504b', '25504446', 'd0cf11e0', '7b5c727466']
const isDocument = (body: Buffer): boolean => {
  const start = body.toString('hex', 0, 8)
  return documentSigns.some(sign => start.startsWith(sign))
}
const charsetOf = (type: string): string | undefined => /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1]

const decoded = ({ body, content_type }: PageBody): string => decodeText(body, charsetOf(content_type))
const shown = (html: string): string => load(html).text()

/** Undefined: the page does not contain the name. */
function maskPage(page: PageBody, words: NameWords): MaskedPage | undefined {
  if (isDocument(page.body)) return { body: Buffer.alloc(0), content_type: page.content_type, isWithheld: true }
  const html = decoded(page)
  const masked = maskText(html, words, asDecision)
  // Letters may be entities, and tags may split a name.
  const isLeft = namesPerson(shown(masked), words, asDecision)
  if (isLeft) return { body: Buffer.alloc(0), content_type: page.content_type, isWithheld: true }
  return masked === html ? undefined : { body: Buffer.from(masked), content_type: maskedType, isWithheld: false }
}

/** Whether a stored page may not be shown or exported because it cannot be masked. Masked pages may. */
export async function isWithheld(db: Kysely<DB>, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('forgotten_page')
    .where('hash', '=', hash)
    .where('is_withheld', '=', true)
    .select('hash')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Pages of cards and texts of the cases, found by every table that refers to pages. */
export async function forgetPages(
  trx: Transaction<DB>,
  sealing: Sealing,
  { cases, words, urls }: { cases: readonly number[]; words: NameWords; urls: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from page where hash in (
      select unnest(array[card_hash, text_hash]) from listed_case where case_id = any(${cases}::integer[])
      union select unnest(array[page_hash, decode(beside #>> '{0,after,text_page}', 'hex')]) from case_journal where case_id = any(${cases}::integer[])
      union select hash from page where url = any(${urls}::text[])
      union select page_hash from court_request where url = any(${urls}::text[])
    )`.execute(trx)
  for (const { hash } of rows) await maskKept(trx, sealing, hash, words)
  await rewriteRows(trx, sealing, {
    table: 'page_reading',
    key: ['id'],
    columns: ['headers'],
    where: sql<SqlBool>`(page_hash = any(${rows.map(({ hash }) => hash)}::bytea[]) or url = any(${urls}::text[]))`,
    change: ({ headers }) => {
      const all = headerList.parse(headers)
      const left = headersWithout(all, words)
      return left.length === all.length ? undefined : { headers: left }
    },
  })
}

async function maskKept(trx: Transaction<DB>, sealing: Sealing, hash: Buffer, words: NameWords): Promise<void> {
  let is_withheld: boolean | undefined
  await rewriteRows(trx, sealing, {
    table: 'page',
    key: ['hash'],
    columns: ['body', 'content_type', 'size'],
    where: sql<SqlBool>`hash = ${hash} and size > 0`,
    change: cells => {
      const page = { body: zstdDecompressSync(bytesOf(cells.body)), content_type: String(cells.content_type) }
      const masked = maskPage(page, words)
      if (masked === undefined) return undefined
      is_withheld = masked.isWithheld
      return cellsOf(masked)
    },
  })
  if (is_withheld !== undefined) await notePage(trx, { hash, forgetting_id: sealing.id, is_withheld })
}
const bytesOf = (cell: unknown): Buffer => Buffer.from(typeof cell === 'string' ? cell.slice(2) : '', 'hex')
const cellsOf = ({ body, content_type }: MaskedPage): RowCells => ({
  body: `\\x${zstdCompressSync(body).toString('hex')}`,
  content_type,
  size: body.length,
})

const notePage = (
  db: Kysely<DB>,
  row: { hash: Buffer; forgetting_id: number; is_withheld: boolean },
): Promise<unknown> =>
  db
    .insertInto('forgotten_page')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Headers without the names of people forgotten at this address: a file name may contain one. */
export async function headersToKeep(db: Kysely<DB>, url: string, headers: HeaderList): Promise<HeaderList> {
  const references = [`url|${url}`]
  const decisions = (await forgottenAmong(db, references))?.(references) ?? []
  return decisions.reduce((left, { words }) => headersWithout(left, words), headers)
}
const headerList = z.array(z.tuple([z.string(), z.string()]))
type HeaderList = readonly (readonly [name: string, value: string])[]
const headersWithout = (headers: HeaderList, words: NameWords): HeaderList =>
  headers.filter(
    ([, value]) => !spellingsOf(value).some(text => namesPerson(text, words, { as: 'words', small: true })),
  )

/** Headers are decoded as Latin-1, whatever their bytes were, and may be percent-encoded. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(
    value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return [value, ...['utf-8', 'windows-1251', 'koi8-r'].map(charset => new TextDecoder(charset).decode(bytes))].map(
    text => text.replaceAll(/[_+.]/g, ' '),
  )
}

/** Masks pages of lists on these hosts that mention a forgotten case and the person. Returns the number of inspected pages. */
const batch = 50
export async function forgetListPages(
  db: Kysely<DB>,
  sealing: Sealing,
  hosts: readonly string[],
  isStopped: () => boolean = () => false,
): Promise<number> {
  let looked = 0
  for (let after = Buffer.alloc(0); !isStopped(); ) {
    const { rows } = await sql<{ hash: Buffer; url: string }>`
      select hash, url from page
      where hash > ${after} and size > 0 and split_part(split_part(url, '//', 2), '/', 1) = any(${hosts}::text[])
      order by hash limit ${batch}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) break
    after = Buffer.from(last.hash)
    looked += rows.length
    await db.transaction().execute(async trx => {
      const { rows: alive } = await sql`
        select from forgetting where id = ${sealing.id} and undone_at is null for share`.execute(trx)
      if (alive.length === 0) return
      for (const { hash, url } of rows) {
        const kept = await trx
          .selectFrom('page')
          .where('hash', '=', hash)
          .select(['body', 'content_type'])
          .executeTakeFirst()
        if (kept === undefined) continue
        const page = { body: zstdDecompressSync(kept.body), content_type: kept.content_type }
        if (isDocument(page.body)) continue
        const references = pageReferences(url, decoded(page))
        const one = (await forgottenAmong(trx, references))?.(references).find(({ id }) => id === sealing.id)
        if (one !== undefined) await maskKept(trx, sealing, hash, one.words)
      }
    })
  }
  return looked
}

/** A page as it may be stored, with the decisions that masked it. */
export async function pageToKeep(
  db: Kysely<DB>,
  { url, ...page }: PageBody & { url: string },
): Promise<{ page: PageBody; note: (hash: Buffer) => Promise<void> }> {
  const asItIs = { page, note: async () => undefined }
  if ((await forgottenAmong(db, [`host|${hostOfPage(url)}`])) === undefined) return asItIs
  const references = isDocument(page.body) ? [`url|${url}`] : pageReferences(url, decoded(page))
  const decisions = (await forgottenAmong(db, references))?.(references) ?? []
  let kept: PageBody = page
  const notes: { forgetting_id: number; is_withheld: boolean }[] = []
  for (const { id, words } of decisions) {
    const masked = maskPage(kept, words)
    if (masked === undefined) continue
    kept = masked
    notes.push({ forgetting_id: id, is_withheld: masked.isWithheld })
  }
  return {
    page: kept,
    note: async hash => {
      for (const note of notes) await notePage(db, { hash, ...note })
    },
  }
}
