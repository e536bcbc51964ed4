import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readAnswer } from '../server/collectors/parse.ts'
import { FieldTallies, folderGiven } from './checks.ts'
import { factsOf, type LabelledCase } from './material-facts.ts'

/**
 * Measures the reading of further saved pages against labels made by hand: `node scripts/check-material-pages.ts FOLDER`, where FOLDER
 * holds pages and `expected.json`. Prints right and total by field, then whatever differs; fewer right than the floor is a failure.
 */
const floor = 0.99

const folder = folderGiven('expected.json')
const labelled = z.array(
  z.object({
    file: z.string(),
    url: z.string(),
    kind: z.string(),
    rows: z.number().optional(),
    other: z.literal(true).optional(),
    case: z.custom<LabelledCase>(value => typeof value === 'object').optional(),
  }),
)

const fields = new FieldTallies()
const score = (file: string, field: string, isRight: boolean, found: unknown, expected: unknown): void =>
  fields.add(
    field,
    isRight,
    `${file}: ${field}: ${JSON.stringify(found)?.slice(0, 300)}, expected ${JSON.stringify(expected)}`,
  )

for (const page of labelled.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))) {
  const { file, url } = page
  const reading = await readAnswer({ url, body: readFileSync(join(folder, file)) })
  // An empty list is an answer of its own kind.
  const isEmptyList = page.kind === 'list' && page.rows === 0 && reading.kind === 'nothing_found'
  score(file, 'kind', reading.kind === page.kind || isEmptyList, reading.kind, page.kind)
  if (page.rows !== undefined) {
    const rows = reading.kind === 'list' ? reading.rows.length : 0
    score(file, 'rows', rows === page.rows, rows, page.rows)
  }
  if (page.other) {
    const isOther = reading.kind === page.kind ? !('case' in reading && reading.case) : isEmptyList
    score(file, 'other', isOther, reading.kind === 'card' ? reading.case : null, null)
  }
  if (page.case === undefined) continue
  for (const [field, isRight, found, expected] of factsOf(reading, page.case))
    score(file, field, isRight, found, expected)
}

for (const [field, { right, total }] of fields)
  console.log(`${right === total ? '  ok' : '    '}  ${field}: ${right} of ${total}`)
for (const line of [...fields.values()].flatMap(({ wrong }) => wrong)) console.log(`differs  ${line}`)
const { right, total } = fields.whole
const share = right / total
const isEnough = share >= floor
console.log(
  `${isEnough ? '✓' : '✗'} ${right} of ${total} fields (${(share * 100).toFixed(2)} %), floor ${floor * 100} %`,
)
console.log(`${right} passed, ${isEnough ? 0 : total - right} failed`)
process.exitCode = isEnough ? 0 : 1
