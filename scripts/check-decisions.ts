import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FieldTallies } from './checks.ts'

/**
 * Checks the reading of decisions, field by field: `node scripts/check-decisions.ts FOLDER…`, where a FOLDER holds texts and
 * `expected.json`. Reads them by the command, as an operator would. What a label leaves out is not compared; answers it names as
 * `tolerated` are no mistakes, and a file that is refused is one whose outcome is `error`. Fails below 99 % of the fields of all
 * folders, or of the outcomes read with a certainty of 0.95 and more.
 */
const minShare = 0.99

const penalty = z.looseObject({
  type: z.string(),
  value: z.number().nullable().default(null),
  hidden: z.boolean().default(false),
  suspended: z.boolean().default(false),
  additional: z.boolean().default(false),
  probation_months: z.number().nullable().default(null),
  percent: z.number().nullable().default(null),
  multiple: z.number().nullable().default(null),
  state: z.string().optional(),
})
const person = z.looseObject({ name: z.string().nullable(), outcome: z.string(), penalties: z.array(penalty) })
const labelled = z.array(
  z.looseObject({
    file: z.string(),
    outcome: z.string(),
    value: z.number().nullable(),
    hidden: z.boolean(),
    codex: z.string().optional(),
    articles: z.array(z.string()).optional(),
    persons: z.array(person).optional(),
    counsel: z.boolean().optional(),
    plea: z.string().nullable().optional(),
    accused_hidden: z.boolean().optional(),
    review: z.looseObject({ result: z.string() }).optional(),
    tolerated: z.array(z.union([z.string(), z.tuple([z.string(), z.number().nullable()])])).default([]),
  }),
)
type Label = z.infer<typeof labelled>[number]
const line = z.object({
  file: z.string(),
  outcome: z.string(),
  value: z.number().nullable(),
  hidden: z.boolean(),
  evidence: z.string(),
  certainty: z.number(),
  review: z.string().nullable(),
  codex: z.string().nullable(),
  persons: z.array(person),
  articles: z.array(z.string()),
  counsel: z.array(z.string()),
  plea: z.string().nullable(),
  accused_hidden: z.boolean(),
})
type Line = z.infer<typeof line>

/** Values of the labels and the reader's names for them. */
const ofPlea: Readonly<Record<string, string>> = { partial: 'partly' }
const ofReview: Readonly<Record<string, string>> = {
  cancelled_terminated: 'annulled',
  cancelled_new_trial: 'annulled',
  cancelled: 'annulled',
  cancelled_acquitted: 'annulled',
  complaint_returned: 'unheard',
  complaint_dropped: 'unheard',
}
const ofPerson: Readonly<Record<string, string>> = { terminated: 'cancelled', returned_to_prosecutor: 'returned' }
/** A label may say only that a person was punished; without a label, the product says `no_data`. */
const punished = new Set(['convicted', 'changed'])
const isPenalty = ({ outcome, penalties }: z.infer<typeof person>): boolean =>
  penalties.some(({ type }) => type === outcome)

const penaltiesOf = (one: z.infer<typeof person>): string[] =>
  one.penalties
    .filter(({ state }) => state !== 'annulled')
    .map(({ type, value, hidden, suspended, additional, probation_months, percent }) =>
      JSON.stringify({ type, value, hidden, suspended, additional, probation_months, percent }),
    )
    .toSorted()
const outcomeOf = (one: z.infer<typeof person>): string =>
  punished.has(one.outcome) || isPenalty(one)
    ? one.penalties.length > 0
      ? 'punished'
      : 'no_data'
    : (ofPerson[one.outcome] ?? one.outcome)
const trimmed = (list: readonly string[]): string[] => list.map(one => one.trim()).toSorted()

const isTolerated = (label: Label, { outcome, value }: Line): boolean =>
  label.tolerated.some(one => (typeof one === 'string' ? one === outcome : one[0] === outcome && one[1] === value))

const fields: Readonly<Record<string, (label: Label, read: Line) => readonly [unknown, unknown] | undefined>> = {
  outcome: (label, read) => [label.outcome, isTolerated(label, read) ? label.outcome : read.outcome],
  value: (label, read) => [label.value, isTolerated(label, read) ? label.value : read.value],
  hidden: (label, read) => [label.hidden, isTolerated(label, read) ? label.hidden : read.hidden],
  codex: (label, read) => (label.codex === undefined ? undefined : [label.codex, read.codex]),
  articles: (label, read) => label.articles && [trimmed(label.articles), trimmed(read.articles)],
  'persons: outcome': (label, read) =>
    label.persons && [
      label.persons.map(outcomeOf),
      read.persons.map((one, at) => {
        const truth = label.persons?.[at]
        return truth !== undefined && label.tolerated.includes(one.outcome) ? outcomeOf(truth) : outcomeOf(one)
      }),
    ],
  'persons: penalties': (label, read) =>
    label.persons && [label.persons.map(penaltiesOf), read.persons.map(penaltiesOf)],
  counsel: (label, read) => (label.counsel === undefined ? undefined : [label.counsel, read.counsel.length > 0]),
  plea: (label, read) => (label.plea === undefined ? undefined : [ofPlea[label.plea ?? ''] ?? label.plea, read.plea]),
  accused_hidden: (label, read) =>
    label.accused_hidden === undefined ? undefined : [label.accused_hidden, read.accused_hidden],
  review: (label, read) => label.review && [ofReview[label.review.result] ?? label.review.result, read.review],
}

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('Usage: node scripts/check-decisions.ts FOLDER… (each holds texts and expected.json)')
  process.exit(2)
}
const tallies = new FieldTallies()
const sure = { right: 0, total: 0 }
let status = 0
for (const folder of folders) {
  const expected = labelled.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
  const files = expected.map(({ file }) => join(folder, file))
  const run = spawnSync(process.execPath, ['bin/sudmonitor.js', 'read-outcome', ...files], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const found = run.stdout
    .split('\n')
    .filter(Boolean)
    .map(text => line.parse(JSON.parse(text)))
  for (const label of expected) {
    const read = found.find(({ file }) => file === join(folder, label.file))
    if (read === undefined && label.outcome !== 'error') {
      status = 1
      console.log(`✗ ${label.file} is not read: ${run.stderr}`)
    }
    for (const [name, compared] of Object.entries(fields)) {
      const pair = read && compared(label, read)
      if (pair === undefined || read === undefined) continue
      const [truth, answer] = pair.map(side => JSON.stringify(side))
      const isRight = truth === answer
      tallies.add(
        name,
        isRight,
        `${label.file} ${name}: ${answer}, expected ${truth}\n      «${read.evidence.slice(0, 160)}»`,
      )
      if (name === 'outcome' && read.certainty >= 0.95) {
        sure.total += 1
        if (isRight && (label.value === read.value || isTolerated(label, read))) sure.right += 1
      }
    }
  }
}
for (const told of [...tallies.values()].flatMap(({ wrong }) => wrong)) console.log(`✗ ${told}`)
for (const [name, { right, total }] of tallies) console.log(`${name}: ${right}/${total}`)
console.log(`of what is read with a certainty of 0.95 and more: ${sure.right}/${sure.total}`)
const { right, total } = tallies.whole
const isGood = status === 0 && total > 0 && right / total >= minShare && sure.right >= sure.total * minShare
console.log(`all fields: ${right}/${total}, ${((100 * right) / Math.max(total, 1)).toFixed(2)} %`)
console.log(`${right} passed, ${isGood ? 0 : Math.max(total - right, 1)} failed`)
process.exitCode = isGood ? 0 : 1
