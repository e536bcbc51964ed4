import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { keptPage } from './keep-page.ts'

/** Stored pages as files. Without `pages.ndjson` the address is the one a browser notes in a saved page. */
type FolderPage = { file: string; url: string; content_type: string }
type PageFolder = {
  pages: () => AsyncGenerator<FolderPage>
  body: (page: FolderPage) => Promise<Buffer>
  at: (url: string) => FolderPage | undefined
}

const indexName = 'pages.ndjson'
const indexLine = z.object({
  file: z.string().min(1),
  url: z.string().default(''),
  content_type: z.string().default(''),
})

/** @throws Refusal when the folder is missing or its index is invalid */
export async function openPageFolder(folder: string): Promise<PageFolder> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Refusal(`Папки ${folder} нет.`)
  const index = join(folder, indexName)
  const hasIndex = (await stat(index).catch(() => undefined))?.isFile() ?? false
  const body = (page: FolderPage): Promise<Buffer> => readFile(join(folder, page.file))
  const byUrl = new Map<string, FolderPage>()
  if (hasIndex) for await (const page of indexed(index)) if (page.url !== '') byUrl.set(page.url, page)
  return { body, at: url => byUrl.get(url), pages: () => (hasIndex ? indexed(index) : unindexed(folder)) }
}

async function* indexed(index: string): AsyncGenerator<FolderPage> {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(index), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (line.trim() === '') continue
    const page = indexLine.safeParse(parsed(line))
    if (!page.success) throw new Refusal(`${index}, строка ${number}: нужен объект с полями file и url.`)
    if (relative('.', page.data.file).startsWith('..'))
      throw new Refusal(`${index}, строка ${number}: файл не из этой папки.`)
    yield page.data
  }
}
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const head = 4_096
const savedFrom = /<!--\s*saved from url=\(\d+\)(\S+?)\s*-->/i
const pageFiles = new Set(['.html', '.htm', '.php', '.mht', '.doc', '.docx', '.rtf', '.txt', ''])

async function* unindexed(folder: string): AsyncGenerator<FolderPage> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = files
    .filter(file => file.isFile() && !file.name.startsWith('.') && pageFiles.has(extname(file.name).toLowerCase()))
    .map(file => relative(folder, join(file.parentPath, file.name)))
  for (const file of names.sort()) {
    const handle = await open(join(folder, file))
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(head), 0, head, 0).finally(() => handle.close())
    yield { file, url: savedFrom.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? '', content_type: '' }
  }
}

/** Exports stored pages, the newest answer for each address, as such a folder. Returns the number of pages. */
export async function writePageFolder(db: Kysely<DB>, folder: string, hosts?: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true })
  const index = await open(join(folder, indexName), 'w')
  let written = 0
  try {
    for (let after = ''; ; ) {
      const { rows } = await sql<{ url: string; hash: Buffer }>`
        select distinct on (url) url, page_hash as hash from court_request
        where page_hash is not null and kind in ('list', 'card', 'text') and url > ${after}
          and (${hosts === undefined}::boolean or host = any(${hosts ?? []}))
        order by url, asked_at desc limit 200`.execute(db)
      for (const { url, hash } of rows) {
        const page = await keptPage(db, hash)
        if (page === undefined) continue
        const file = `${hash.toString('hex').slice(0, 24)}${extensionOf(page.content_type)}`
        await writeFile(join(folder, file), page.body)
        await index.write(`${JSON.stringify({ file, url, content_type: page.content_type })}\n`)
        written += 1
      }
      const last = rows.at(-1)
      if (last === undefined) return written
      after = last.url
    }
  } finally {
    await index.close()
  }
}
const extensionOf = (contentType: string): string =>
  contentType === '' || /html/i.test(contentType) ? '.html' : '.bin'
