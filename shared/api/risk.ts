import { z } from 'zod'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** Clocks of repeat prosecution, by what sites of courts say (domain §5). Days are `YYYY-MM-DD` by the clock of Moscow. */
const rule = z.object({
  id: z.string(),
  /** «УК 212.1» */
  follows: z.string(),
  /** «КоАП 20.2» */
  articles: z.string(),
  says: z.string(),
  source: z.string(),
  /** With so many that count, the next one is a crime. */
  needed: z.number().int(),
  /** The law counts from the end of execution, which sites do not tell: `until` is the earliest possible. */
  after_execution: z.boolean(),
})
const shortCase = z.object({ id: z.number().int(), case_number: z.string(), court: z.string() })
const clock = z.object({
  rule,
  counted: z.array(shortCase.extend({ from: z.string(), until: z.string() })),
  coming: z.array(shortCase.extend({ entry_date: z.string().nullable() })),
  /** The next one is a crime, or one that is coming makes it so. */
  at_line: z.boolean(),
  /** The last day on which that many count, and how many days are left with it. */
  until: z.string(),
  days_left: z.number().int(),
  /** A case that is coming: `beyond` the line that is reached, or the one that `reaches` it. */
  crossing: z.object({ id: z.number().int(), how: z.enum(['beyond', 'reaches']) }).nullable(),
})
export type Clock = z.infer<typeof clock>

/** Of one person, from cases the account may see. */
export const personRisk = z.object({ today: z.string(), clocks: z.array(clock) })
export type PersonRisk = z.infer<typeof personRisk>

export const longestAhead = 366
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
/** Whose time runs out soon: the line is reached, and will not be when the time is over. */
export const expiringRisks = listOf(
  z.object({
    defendant: z.object({ id: z.number().int(), name: z.string() }),
    rule: rule.pick({ id: true, follows: true, articles: true, needed: true, after_execution: true }),
    counted: z.number().int(),
    until: z.string(),
    days_left: z.number().int(),
  }),
)
export type ExpiringRisks = z.infer<typeof expiringRisks>
