import { z } from 'zod'
import { firstYear } from '../domain/dates.ts'
import { deadlineKinds, ownFactKinds } from '../domain/deadlines/case-facts.ts'
import { crimeSeverities } from '../domain/deadlines/legal-term.ts'
import { keysOf } from '../domain/keys-of.ts'
import { bodyObject, listOf, pageParam, sizeParam, strictQuery } from './lists.ts'
import { readersDay } from './readers-day.ts'

/** Deadlines of a case, each with its grounds, the edition of the law, its source and its certainty. */
const day = z.string()
const edition = z.object({
  /** A key of `legalTerms`. */
  term: z.string(),
  article: z.string(),
  law: z.string().nullable(),
  since: day.nullable(),
  until: day.nullable(),
  source: z.object({ title: z.string(), url: z.string().nullable() }),
  confidence: z.enum(['high', 'medium', 'low']),
  status: z.enum(['in_force', 'superseded', 'unproved', 'unclear']),
})
const deadline = z.object({
  kind: z.enum(keysOf(deadlineKinds)),
  /** The ordinal of the accused whom it concerns; null for the case. */
  person: z.number().int().nullable(),
  title: z.string(),
  /** null when it cannot be calculated; `assumption` then tells why. */
  date: day.nullable(),
  /** `not_before`: the start is unknown, and the day is the earliest possible. */
  // These values are on the wire: `reckoned` is «calculated» in the code.
  certainty: z.enum(['told', 'reckoned', 'not_before']).nullable(),
  /** The day before it was moved from a day off. */
  unmoved: day.nullable(),
  is_past: z.boolean(),
  assumption: z.string(),
  /** The assumption in a few words, for a list; empty without a date. Absent on nodes of the previous version. */
  brief: z.string().optional(),
  /** The missing fact, which the reader may enter. */
  missing: z.enum([...ownFactKinds, 'severity']).nullable(),
  /** Why the law cannot be applied automatically. */
  why_not: z.string().nullable(),
  /** The court's words that state the day. */
  quote: z.string().nullable(),
  /** It concerns one of the people of the case, but it is unclear whom. */
  is_whose_unclear: z.boolean(),
  edition,
})
export type DeadlineRow = z.infer<typeof deadline>

const ownDay = z.object({
  kind: z.enum(ownFactKinds),
  person: z.number().int().nullable(),
  day,
  /** Severity of a crime (УК, ст. 15), given with its day; null when unknown. */
  severity: z.enum(keysOf(crimeSeverities)).nullable(),
})
export type OwnDay = z.infer<typeof ownDay>
export const caseDeadlines = z.object({
  today: day,
  deadlines: z.array(deadline),
  note: z.string().nullable(),
  accused: z.array(z.object({ ordinal: z.number().int(), name: z.string(), hidden: z.boolean() })),
  is_decided: z.boolean(),
  /** Facts entered by the asker. */
  own: z.array(ownDay),
  /** How many entered facts concern people whom the card no longer lists; they are ignored. */
  own_lost: z.number().int(),
})
export type DeadlinesAnswer = z.infer<typeof caseDeadlines>

const wrongDay = `День: нужна дата вида ГГГГ-ММ-ДД, не\u00a0раньше ${firstYear}\u00a0года.`
const ownDays = 'Нужен список дней.'
const person = { error: 'Лицо: нужен номер по\u00a0порядку или null.' }
const maxOwnDays = 200
/** Everything that the account knows about the case: facts left out are deleted. */
export const ownDaysRequest = bodyObject(
  {
    own: z
      .array(
        bodyObject(
          {
            kind: z.enum(ownFactKinds, { error: 'Вид дня: served или act.' }),
            person: z.int(person).min(0, person).max(32_767, person).nullable().default(null),
            day: z.iso.date({ error: wrongDay }).refine(given => given >= `${firstYear}-01-01`, { error: wrongDay }),
            severity: z
              .enum(keysOf(crimeSeverities), { error: `Тяжесть: ${keysOf(crimeSeverities).join(', ')} или null.` })
              .nullable()
              .default(null),
          },
          ownDays,
        ),
        { error: ownDays },
      )
      .max(maxOwnDays, { error: `Не\u00a0больше ${maxOwnDays} дней.` }),
  },
  'Нужен объект с\u00a0полем own.',
)

export const ownDaysAnswer = z.object({ own: z.array(ownDay) })

const longestAhead = 366
const aheadError = `Дней: нужно целое число от 0 до ${longestAhead}.`
export const caseDeadlinesQuery = strictQuery({ day: readersDay })
export const upcomingQuery = strictQuery({
  day: readersDay,
  days: z
    .string({ error: aheadError })
    .regex(/^\d{1,3}$/, { error: aheadError })
    .transform(Number)
    .refine(value => value <= longestAhead, { error: aheadError })
    .optional()
    .default(30)
    .meta({ description: `На сколько дней вперёд, до ${longestAhead}` }),
  page: pageParam,
  size: sizeParam(),
})
const upcomingDeadline = z.object({
  case: z.object({
    id: z.number().int(),
    case_number: z.string(),
    court: z.string(),
    /** The accused whom it concerns; `hidden`: by the court. */
    people: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  }),
  /** Negative: the earliest possible day has passed, and the deadline may still be running. */
  days_left: z.number().int(),
  deadline: deadline.extend({ date: day }),
})
export type UpcomingDeadline = z.infer<typeof upcomingDeadline>
export const upcomingDeadlines = listOf(upcomingDeadline)
