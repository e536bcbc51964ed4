import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { createAccount } from '../server/accounts/accounts.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { buildApp } from '../server/app.ts'
import type { DB } from '../server/db/schema.ts'
import { importFiles, type Summary } from '../server/ingest/importers/import-file.ts'
import { checkEqual, endChecks, folderGiven, linesOfFile } from './checks.ts'
import { inOwnDatabase } from './own-database.ts'

/**
 * Checks the product against real input: `node scripts/check-registry.ts FOLDER`, where FOLDER/data holds the registry
 * export. Imports it into a database of its own (beside DATABASE_URL, or embedded in a temporary folder), twice, and
 * compares the counts of the API with counts of the raw lines, read here by other means than the importer's.
 */
const exportName = 'data/koap-registry-2021.ndjson.gz'

const article = (number: string, part: string): RegExp =>
  new RegExp(
    String.raw`"articles": "[^"]*(?<!\d|\d\.)${number.replaceAll('.', '\\.')} ч\. ?${part.replaceAll('.', '\\.')}(?![\d.])`,
  )
type Question = { what: string; line: RegExp; query: (db: Kysely<DB>) => Promise<string> }
const ofArticle = (number: string, part: string): Question => ({
  what: `ст. ${number} ч. ${part}`,
  line: article(number, part),
  query: async db => `codex_articles=${await articleId(db, number, part)}`,
})
const questions: readonly Question[] = [
  ofArticle('20.2', '5'),
  ofArticle('19.3', '1'),
  ofArticle('20.2', '6.1'),
  { what: 'region 77', line: /"region": "(?:г\.|город)? ?Москва"/i, query: async () => 'regions=77' },
  { what: 'region 59', line: /"region": "Пермский край"/, query: async () => 'regions=59' },
  { what: 'region 86', line: /"region": "Ханты-Мансийский/, query: async () => 'regions=86' },
  {
    what: '«Возвращено без рассмотрения»',
    line: /"result": "Возвращено без рассмотрения"/,
    query: async db => `result_type=${await resultId(db, 'Возвращено без рассмотрения')}`,
  },
  {
    what: 'entered in March 2021',
    line: /"entry_date": "\d\d\.03\.2021"/,
    query: async () => 'entry_date_range_min=2021-03-01&entry_date_range_max=2021-03-31',
  },
  { what: 'with a result', line: /"result": "[^"]/, query: async () => 'has_result=true' },
  { what: 'number contains «5-1000/»', line: /"number": "[^"]*5-1000\//, query: async () => 'case_number=5-1000%2F' },
  {
    what: 'ст. 19.3 ч. 1 in Пермский край, entered in February 2021',
    line: new RegExp(
      `(?=.*${article('19.3', '1').source})(?=.*"entry_date": "\\d\\d\\.02\\.2021")(?=.*"region": "Пермский край")`,
    ),
    query: async db =>
      `codex_articles=${await articleId(db, '19.3', '1')}&regions=59&entry_date_range_min=2021-02-01&entry_date_range_max=2021-02-28`,
  },
]

async function articleId(db: Kysely<DB>, article_number: string, part: string): Promise<number> {
  const found = await db
    .selectFrom('article')
    .select('id')
    .where('codex', '=', 'koap')
    .where('article_number', '=', article_number)
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  return found.id
}
const resultId = async (db: Kysely<DB>, title: string): Promise<number> =>
  (await db.selectFrom('result_type').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id

async function run(db: Kysely<DB>, file: string): Promise<void> {
  const lines = linesOfFile(file)
  const rejectedPath = join(tmpdir(), 'check-registry.rejected.ndjson')
  const started = performance.now()
  const first = await importFiles(db, [file], { rejectedPath })
  const seconds = (performance.now() - started) / 1000
  console.log(`Imported ${lines.length} rows in ${seconds.toFixed(1)} s, ${Math.round(lines.length / seconds)} rows/s`)
  console.log(`new ${first.new}, changed ${first.changed}, same ${first.same}, rejected ${first.rejected}`)
  if (first.rejectedPath !== undefined) showReasons(first.rejectedPath)
  checkEqual('rows accounted for', total(first), lines.length)
  const counted = await countRows(db)
  checkEqual('cases of new rows', counted.cases, first.new)

  const second = await importFiles(db, [file], { rejectedPath })
  checkEqual('the same again: new', second.new, 0)
  checkEqual('the same again: changed', second.changed, 0)
  checkEqual('the same again: same', second.same, first.new + first.changed + first.same)
  checkEqual('the same again: rejected', second.rejected, first.rejected)
  checkEqual('the same again: rows of every table', await countRows(db), counted)

  const app = await buildApp({ db })
  try {
    const { id } = await createAccount(db, {
      username: 'check',
      password: randomBytes(9).toString('hex'),
      isSuperuser: true,
    })
    const authorization = `Bearer ${await openSession(db, id)}`
    const ask = async (query: string): Promise<unknown> => {
      const answer = await app.inject({ url: `/api/v1/cases/?${query}`, headers: { authorization } })
      return answer.statusCode === 200 ? answer.json<{ count: number }>().count : answer.body
    }
    checkEqual('all cases', await ask(''), lines.length - first.rejected)
    for (const { what, line, query } of questions)
      checkEqual(what, await ask(await query(db)), lines.filter(text => line.test(text)).length)
  } finally {
    await app.close()
  }
}

const total = (summary: Summary): number => summary.new + summary.changed + summary.same + summary.rejected

function showReasons(path: string): void {
  const reasons = linesOfFile(path).map(line => String(JSON.parse(line).reason))
  for (const [reason, rows] of Map.groupBy(reasons, reason => reason)) console.log(`  ${rows.length} × ${reason}`)
}

async function countRows(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from court_case) as cases, (select count(*) from case_source) as sources,
      (select count(*) from case_article) as articles, (select count(*) from case_defendant) as defendants,
      (select count(*) from defendant) as people, (select count(*) from case_journal where number > 0) as revisions,
      (select count(*) from court) as courts, (select count(*) from result_type) as result_types`.execute(db)
  return rows[0] ?? {}
}

const file = join(folderGiven(exportName), exportName)
await inOwnDatabase(db => run(db, file))
endChecks()
