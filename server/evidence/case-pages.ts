import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { carriedNumber } from '../journal/carried-states.ts'

/**
 * Pages that a case was read from: those named in its journal, its last card and the file of its decision. `readings`:
 * the responses with that page, in order; empty for pages stored before responses were recorded.
 */
export type PageReadingFacts = z.output<typeof reading>
export type PageOfCase = {
  hash: Buffer
  readings: readonly PageReadingFacts[]
  /**
   * The day of the decision by which the page is masked or withheld: it is not given out, because the stored copy
   * differs from the site's response.
   */
  forgotten_on: string | null
}

const reading = z.object({
  url: z.string(),
  method: z.string(),
  asked_at: z.coerce.date(),
  answered_at: z.coerce.date(),
  address: z.string().nullable(),
  status_line: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  tls: z.object({ protocol: z.string(), certificates: z.array(z.string()) }).nullable(),
})
const row = z.object({ hash: z.instanceof(Buffer), readings: z.array(reading), forgotten_on: z.string().nullable() })

/**
 * `number`: only pages of this entry and of the previous entry that was read from a page. The caller checks that the
 * case is visible.
 */
export async function pagesOf(db: Kysely<DB>, caseId: number, number?: number): Promise<PageOfCase[]> {
  const ofAll = number === undefined
  // A reconstructed state belongs to the entry whose state it is.
  const named = sql`
    with journal as (
      select coalesce(${carriedNumber('case_journal')}, number) as number, page_hash, record->>'text_url' as text_url,
        decode(beside #>> '{0,after,text_page}', 'hex') as text_page
      from case_journal where case_id = ${caseId}
    ), told as (select * from journal where ${ofAll} or number <= ${number ?? 0})
    (select page_hash as hash from told where page_hash is not null group by number, page_hash order by number desc limit ${ofAll ? null : 2})
    union select text_page from told
    union select page_hash from page_reading where url in (select text_url from told) and status_line ~ ' 200( |$)'
    union select unnest(array[card_hash, text_hash]) from listed_case where ${ofAll} and case_id = ${caseId}`
  const { rows } = await sql`
    select named.hash, coalesce((
      select json_agg(json_build_object('url', url, 'method', method, 'asked_at', asked_at, 'answered_at', answered_at,
        'address', address, 'status_line', status_line, 'headers', headers, 'tls', tls) order by id)
      from page_reading where page_hash = named.hash
    ), '[]') as readings, (
      select min(decided_at at time zone 'Europe/Moscow')::date::text
      from forgotten_page join forgetting on forgetting.id = forgetting_id where hash = named.hash
    ) as forgotten_on
    from (${named}) named join page on page.hash = named.hash order by page.fetched_at, page.hash`.execute(db)
  return z.array(row).parse(rows)
}
