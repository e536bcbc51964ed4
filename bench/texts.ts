import { type Kysely, sql } from 'kysely'
import { showNumber } from '#shared/domain/wording.ts'
import { copyRows } from '../server/db/copy-rows.ts'
import { withDeferredIndexes } from '../server/db/deferred-indexes.ts'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import { reindexTexts, textIndexRow } from '../server/texts/text-index.ts'
import { recordForms } from '../server/texts/word-forms.ts'

/**
 * Gives every case of a generated corpus its text, up to so many, as the demonstration would have written it; where nothing is decided
 * yet, that of the case before. Texts alone are written: what a case says of itself stays as it was. With all indexes.
 */
export type Corpus = { count: number; seed: number; today: string }

const batchSize = 500
const together = 2

export const textsOf = async (db: Kysely<DB>): Promise<number> =>
  (
    await db
      .selectFrom('case_text')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export async function fillTexts(
  db: Kysely<DB>,
  { count, ...made }: Corpus,
  texts: number,
  onLine: (line: string) => void,
): Promise<void> {
  await sql`truncate case_text, text_form`.execute(db)
  // Whoever has only texts with forms needs no trigrams.
  await reindexTexts(db)
  let written = 0
  const batches = batchesOf(demoCases(count, { ...made, textShare: 1 }), texts)
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      await write(db, batch)
      const before = written
      written += batch.size
      if (Math.floor(written / 100_000) > Math.floor(before / 100_000)) onLine(`Текстов: ${showNumber(written)}…`)
    }
  }
  await withDeferredIndexes(
    db,
    async () => {
      await Promise.all(Array.from({ length: together }, work))
    },
    () => onLine('Строятся индексы…'),
    ['case_text'],
  )
  await sql`vacuum analyze case_text`.execute(db)
  await sql`vacuum analyze text_form`.execute(db)
}

function* batchesOf(
  cases: Iterable<{ source_key: string; text?: string | undefined }>,
  most: number,
): Generator<ReadonlyMap<string, string>> {
  let batch = new Map<string, string>()
  let last = ''
  let made = 0
  for (const { source_key, text } of cases) {
    last = text ?? last
    batch.set(source_key, last)
    made += 1
    if (batch.size < batchSize && made < most) continue
    yield batch
    batch = new Map()
    if (made >= most) return
  }
  if (batch.size > 0) yield batch
}

async function write(db: Kysely<DB>, texts: ReadonlyMap<string, string>): Promise<void> {
  const cases = await db
    .selectFrom('case_source')
    .select(['source_key', 'case_id'])
    .where(sql<boolean>`source_key = any(${[...texts.keys()]})`)
    .execute()
  const rows = cases.map(({ source_key, case_id }) => {
    const body = texts.get(source_key) ?? ''
    return { case_id, body, ...textIndexRow(body) }
  })
  await recordForms(db, rows)
  await copyRows(db, 'case_text', rows)
}
