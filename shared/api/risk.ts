import { z } from 'zod'
import { clockDoubtKeys } from '../domain/clock-doubts.ts'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** Repeat-prosecution clocks, by what court sites state (domain §5). Days in Moscow time. */
const rule = z.object({
  id: z.string(),
  /** Leads to a crime, or to a graver offence of the same codex. */
  kind: z.enum(['koap-to-uk', 'koap-to-koap']),
  /** «УК 212.1» */
  follows: z.string(),
  also_follows: z.array(z.string()),
  /** «КоАП 20.2» */
  articles: z.string(),
  next: z.string(),
  says: z.string(),
  source: z.string(),
  /** How well the source was verified. */
  confidence: z.enum(['high', 'medium', 'low']),
  notes: z.array(z.string()),
  /** The next violation after these has the consequence. */
  needed: z.number().int(),
  /** The period begins on the day of the decision, or when it takes effect. */
  from: z.enum(['decision', 'force']),
  /** The law counts from the end of execution, which sites do not state. */
  after_execution: z.boolean(),
})
const shortCase = z.object({ id: z.number().int(), case_number: z.string(), court: z.string() })
/** `until_is_earliest`: the earliest possible day, because sites do not state everything. */
const end = z.object({ until: z.string(), until_is_earliest: z.boolean() })
const clock = z.object({
  rule,
  /** `from_is_earliest`: the earliest possible day; the card does not state when the decision took effect. */
  counted: z.array(shortCase.extend({ from: z.string(), from_is_earliest: z.boolean(), ...end.shape })),
  coming: z.array(shortCase.extend({ entry_date: z.string().nullable() })),
  /** Why it does not count: shared/domain/clock-doubts.ts. */
  doubtful: z.array(shortCase.extend({ reason: z.enum(clockDoubtKeys) })),
  /** The next violation has the consequence. */
  at_line: z.boolean(),
  /** null when nothing counts. */
  end: end.extend({ days_left: z.number().int() }).nullable(),
  /** A pending case beyond the threshold, or the one that reaches it. */
  crossing: z.object({ id: z.number().int(), how: z.enum(['beyond', 'reaches']) }).nullable(),
})
export type Clock = z.infer<typeof clock>

/** A rule that applies but cannot be computed, with the reason. */
const namedRule = rule
  .pick({ id: true, follows: true, also_follows: true, articles: true, says: true, source: true })
  .extend({ why: z.string() })
export type NamedRule = z.infer<typeof namedRule>

export const personRisk = z.object({ today: z.string(), clocks: z.array(clock), named: z.array(namedRule) })

const longestAhead = 366
export const expiringQuery = strictQuery({
  days: z
    .string()
    .regex(/^\d{1,3}$/, { error: `Нужно целое число от 0 до ${longestAhead}.` })
    .transform(Number)
    .refine(days => days <= longestAhead, { error: `Не больше ${longestAhead}.` })
    .optional()
    .default(30)
    .meta({ description: 'Срок кончается не позже чем через столько дней' }),
  page: pageParam,
  size: sizeParam(),
})
export const expiringRisks = listOf(
  z.object({
    defendant: z.object({ id: z.number().int(), name: z.string() }),
    rule: rule.pick({ id: true, follows: true, articles: true, needed: true, after_execution: true }),
    counted: z.number().int(),
    ...end.shape,
    days_left: z.number().int(),
  }),
)
export type ExpiringRisks = z.infer<typeof expiringRisks>
