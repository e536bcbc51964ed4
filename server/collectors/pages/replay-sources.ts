import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { keptPage } from './keep-page.ts'
import { openPageFolder } from './page-folder.ts'
import type { ReplaySource } from './replay.ts'

/** Where replayed pages come from: a folder of files, or what the database has kept. */
export async function folderSource(folder: string): Promise<ReplaySource> {
  const { pages, body, at } = await openPageFolder(folder)
  return {
    pages: async function* () {
      for await (const { file, ...told } of pages()) yield { page: { ...told, body: await body({ file, ...told }) } }
    },
    textAt: async url => {
      const found = at(url)
      return found === undefined ? undefined : { ...found, body: await body(found) }
    },
  }
}

/** The newest card of every case that was collected. */
export const keptSource = (db: Kysely<DB>): ReplaySource => {
  // Of the cards handed out lately: a text is asked for while its card is being read.
  let [earlier, texts] = [new Map<string, Buffer>(), new Map<string, Buffer>()]
  return {
    pages: async function* () {
      for (let after = 0; ; ) {
        const { rows } = await sql<Kept>`
          select id, source_key, url, card_hash, text_url, text_hash from listed_case
          where id > ${after} and card_hash is not null order by id limit 100`.execute(db)
        ;[earlier, texts] = [texts, new Map()]
        for (const { text_url, text_hash } of rows) if (text_url && text_hash) texts.set(text_url, text_hash)
        for (const { source_key, url, card_hash } of rows) {
          const page = await keptPage(db, card_hash)
          if (page !== undefined) yield { page: { ...page, url }, hash: card_hash, sourceKey: source_key }
        }
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
    textAt: async url => {
      const hash = texts.get(url) ?? earlier.get(url)
      return hash === undefined ? undefined : keptPage(db, hash)
    },
  }
}
type Kept = {
  id: number
  source_key: string
  url: string
  card_hash: Buffer
  text_url: string | null
  text_hash: Buffer | null
}
