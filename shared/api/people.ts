import { z } from 'zod'
import { maxPersonCases } from '../domain/limits.ts'
import { evidenceKinds, nameRelations, pairVerdicts } from '../domain/person-evidence.ts'
import { listOf, pageParam, rowNumber, sizeParam, strictQuery } from './lists.ts'

const deskCase = z.object({
  id: z.number().int(),
  case_number: z.string(),
  stage: z.number().int(),
  court: z.string(),
  region: z.number().int(),
  entry_date: z.string().nullable(),
  result_date: z.string().nullable(),
  result: z.string().nullable(),
  articles: z.array(z.string()),
  /** The name in this case. */
  name: z.string(),
  others: z.array(z.string()),
})
const deskPerson = z.object({
  id: z.number().int(),
  name: z.string(),
  gender: z.enum(['m', 'f', 'na']),
  cases_count: z.number().int(),
  /** The latest ones. */
  cases: z.array(deskCase),
})
export type DeskPerson = z.infer<typeof deskPerson>

const why = { score: z.number(), name_relation: z.enum(nameRelations), evidence: z.array(z.enum(evidenceKinds)) }
const personPair = z.object({
  id: z.number().int(),
  ...why,
  verdict: z.enum(pairVerdicts),
  left: deskPerson,
  right: deskPerson,
  decided_at: z.string().nullable(),
  username: z.string().nullable(),
})
export type PersonPair = z.infer<typeof personPair>
export const personPairList = listOf(personPair)
const verdict = z.enum(pairVerdicts, { error: `Возможные значения: ${pairVerdicts.join(', ')}.` })
export const personPairQuery = strictQuery({
  verdict: verdict.optional().default('open').meta({ description: 'Какие пары: `open` — ждут решения' }),
  page: pageParam,
  size: sizeParam(),
})
/** `open` revokes the decision. */
export const personPairChange = z.strictObject({ verdict })
export const personPairChanged = z.object({ id: z.number().int(), verdict: z.enum(pairVerdicts) })

export const personPart = z.strictObject({
  cases: z.array(rowNumber('Такого дела нет.')).min(1, { error: 'Назовите хотя бы одно дело.' }).max(maxPersonCases),
})
export const personParted = z.object({ id: z.number().int() })

const personMerge = z.object({
  id: z.number().int(),
  ...why,
  is_automatic: z.boolean(),
  username: z.string().nullable(),
  merged_at: z.string(),
  left: z.object({ id: z.number().int(), name: z.string() }),
  right: z.object({ id: z.number().int(), name: z.string() }),
  person: z.number().int(),
  moved_count: z.number().int(),
})
export type PersonMerge = z.infer<typeof personMerge>
export const personMergeList = listOf(personMerge)
