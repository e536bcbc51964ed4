import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readAnswer } from '../server/collectors/parse.ts'
import type { CaseFacts } from '../shared/domain/deadlines/case-facts.ts'
import { deadlinesOf } from '../shared/domain/deadlines/deadlines-of.ts'
import { bareFacts } from '../test/case-facts.ts'
import { endChecks, folderGiven, linesOfFile, tellCheck } from './checks.ts'

/**
 * Compares the day of coming into force that a card tells with the one calculated without it: `node scripts/check-force.ts FOLDER`, where
 * FOLDER holds pages (fixtures/pages, material/fixtures/pages) and the registry (data). Ours is «не раньше», so that the court's
 * has to be that day or later; each difference is listed.
 */
const folder = folderGiven('fixtures/pages, material/fixtures/pages and data')
const listed = z.array(z.object({ file: z.string(), url: z.string() }))
const pagesIn = (path: string, list: string): { file: string; url: string; path: string }[] =>
  existsSync(list) ? listed.parse(JSON.parse(readFileSync(list, 'utf8'))).map(one => ({ ...one, path })) : []
const pages = [
  ...pagesIn(join(folder, 'fixtures/pages'), join(import.meta.dirname, 'expected-pages.json')),
  ...pagesIn(join(folder, 'material/fixtures/pages'), join(folder, 'material/fixtures/pages/expected.json')),
]

/**
 * Pages that were checked by hand and why the court's date is earlier than the calculated one; by file. None so far.
 */
const differences: Readonly<Record<string, string>> = {}

let cards = 0
let told = 0
for (const { file, url, path } of pages) {
  const reading = await readAnswer({ url, body: readFileSync(join(path, file)) })
  if (reading.kind !== 'card' || !reading.case || reading.case.stage !== 1) continue
  cards += 1
  const { case: one } = reading
  if (one.result_valid_date === undefined || one.result_date === undefined) continue
  told += 1
  const facts: CaseFacts = {
    ...bareFacts,
    type: one.type,
    caseNumber: one.case_number,
    courtLevel: undefined,
    decided: one.result_date,
    result: one.result ?? null,
    appealed: one.appeal_date ?? null,
    appealResult: one.appeal_result ?? null,
    articles: (one.articles ?? []).map(({ article_number, part = '' }) => ({ article_number, part })),
    accused: [],
  }
  const { deadlines, note } = deadlinesOf(facts, one.result_date)
  const ours = deadlines.find(({ kind }) => kind === 'force')
  const said = `${file}: decided ${one.result_date}, in force by the card ${one.result_valid_date}, ours ${ours?.date ?? note ?? ours?.assumption}`
  const agrees = ours?.date === undefined || ours.date === null || one.result_valid_date >= ours.date
  tellCheck(agrees || differences[file] !== undefined, `${said}${agrees ? '' : `; ${differences[file] ?? 'differs'}`}`)
}

const registry = join(folder, 'data/koap-registry-2021.ndjson.gz')
if (existsSync(registry)) {
  const rows = linesOfFile(registry)
  const withDay = rows.filter(line => /"[^"]*(?:valid|force|вступ)[^"]*":/iu.test(line)).length
  console.log(`      registry: ${withDay} of ${rows.length} rows tell a day of coming into force`)
}
tellCheck(cards > 0, `${told} of ${cards} cards of first instance tell the days of the decision and of its force`)
endChecks()
