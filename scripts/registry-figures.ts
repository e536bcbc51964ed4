import { z } from 'zod'
import { readRegistryRow } from '../server/ingest/importers/registry.ts'
import { readListed } from '../server/ingest/listed-people.ts'
import type { Charge } from '../server/ingest/read-articles.ts'
import { readPersonName } from '../server/names/person-name.ts'
import { courtLevel } from '../shared/domain/court-kinds.ts'
import { formerNumbers, numberMeaning } from '../shared/domain/number-index.ts'
import { FieldTallies } from './checks.ts'

/** Share of labelled fields that are read correctly: rows of registries, lines of lists (domain §1, §2). */
const rowKeys = ['number', 'persons', 'articles', 'entry_date', 'region', 'court', 'result', 'result_date'] as const
export const registryRow = z.object(Object.fromEntries(rowKeys.map(key => [key, z.string().nullable()])))
const labelledRow = z.object({
  set: z.string(),
  number: z.string(),
  court: z.string(),
  label: z.object({
    codex: z.string(),
    stage: z.enum(['first', 'appeal', 'review', 'cassation']).nullable(),
    stage_certain: z.boolean(),
    material: z.boolean().optional(),
    former_numbers: z.array(z.string()).optional(),
  }),
})

const note = (fields: FieldTallies, name: string, where: string, found: unknown, expected: unknown): void => {
  const [answer, truth] = [JSON.stringify(found), JSON.stringify(expected)]
  fields.add(name, answer === truth, `${where}: ${answer}, expected ${truth}`)
}

export function rowFigures(lines: readonly string[]): FieldTallies {
  const fields = new FieldTallies()
  for (const line of lines) {
    const value: unknown = JSON.parse(line)
    const { number, court, label } = labelledRow.parse(value)
    const read = readRegistryRow(registryRow.parse(value))
    const kept = 'record' in read ? read.record : undefined
    note(fields, 'codex', number, kept === undefined ? 'refused' : kept.type === 1 ? 'koap' : 'uk', label.codex)
    if (label.stage_certain || label.stage === null)
      note(fields, 'stage', number, kept?.stage ?? null, label.stage === null ? null : label.stage === 'first' ? 1 : 2)
    const isMaterial = numberMeaning(number, courtLevel(court))?.kind === 'material'
    if (label.material !== undefined) note(fields, 'material', number, isMaterial, label.material)
    if (label.former_numbers !== undefined)
      note(fields, 'former numbers', number, formerNumbers(number), label.former_numbers)
  }
  return fields
}

const charge = z.object({
  codex: z.string(),
  article_number: z.string(),
  part: z.string(),
  points: z.string().nullable(),
  general_part: z.string().nullable(),
  incomplete: z.boolean().optional(),
})
const labelledLine = z.object({
  info: z.string(),
  label: z.object({
    codex: z.string().nullable(),
    stage: z.string().nullable(),
    lower_number: z.string().nullable(),
    lower_judge: z.string().nullable(),
    people: z.array(z.object({ name: z.string(), hidden: z.boolean(), role: z.string(), articles: z.array(charge) })),
    not_accused: z.array(z.string()),
  }),
})
type Told = Pick<Charge, 'article_number' | 'part'> & {
  codex: string | undefined
  points?: string | null | undefined
  general_part?: string | null | undefined
}
const shown = ({ codex, article_number, part, points = null, general_part = null }: Told) => [
  ...[codex, article_number, part],
  ...[points, general_part],
]

export function listedFigures(lines: readonly string[]): FieldTallies {
  const fields = new FieldTallies()
  for (const line of lines) {
    const { info, label } = labelledLine.parse(JSON.parse(line))
    const read = readListed(info, 'uk')
    const { people, lower } = 'error' in read ? { people: [], lower: {} } : read
    const tell = (name: string, found: unknown, expected: unknown): void => note(fields, name, info, found, expected)
    tell('codex', people.flatMap(({ charges }) => charges).at(0)?.codex ?? null, label.codex)
    tell('stage', Object.keys(lower).length > 0, label.stage !== null)
    tell('lower number and judge', [lower.number ?? null, lower.judge ?? null], [label.lower_number, label.lower_judge])
    tell(
      'persons',
      people.map(({ name }) => [name, readPersonName(name).kind === 'hidden']),
      label.people.map(({ name, hidden }) => [name, hidden]),
    )
    for (const [at, expected] of label.people.entries()) {
      const charges = people[at]?.charges ?? []
      tell('articles', charges.map(shown), expected.articles.map(shown))
      for (const [index, { incomplete = false }] of expected.articles.entries())
        tell('incomplete', charges[index]?.incomplete ?? false, incomplete)
      tell(expected.role === 'not_accused' ? 'not_accused' : 'accused or unknown', people[at]?.standing, expected.role)
    }
    for (const name of label.not_accused)
      tell(
        'not_accused',
        people.some(one => one.name === name),
        false,
      )
  }
  return fields
}
