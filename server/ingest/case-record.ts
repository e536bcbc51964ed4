import { z } from 'zod'
import { isRegion } from '#shared/domain/regions.ts'

/**
 * One case as it enters the product: a line of its NDJSON, the output of every importer and collector, and of the
 * demonstration. JSON Schema: docs/case-record.schema.json. Dates are `YYYY-MM-DD`, times `HH:MM` of the court's clock.
 */
/** PostgreSQL keeps neither the character 0 nor half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()
const notStorable = 'содержит знак, которого не бывает в тексте'
const line = (max: number) => z.string().trim().max(max).refine(isStorable, notStorable)
const filled = (max: number) => line(max).min(1, 'не может быть пустым')
const day = z.iso
  .date('нужна дата ГГГГ-ММ-ДД')
  .refine(value => value >= '1990-01-01' && value <= '2100-12-31', 'год от 1990 до 2100')
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'нужно время ЧЧ:ММ')
const link = line(2000).refine(value => /^https?:\/\//.test(value), 'нужен адрес http или https')

export const articleRecord = z.strictObject({
  codex: z.enum(['koap', 'uk']),
  article_number: filled(20),
  part: line(20).default(''),
})
export type ArticleRecord = z.infer<typeof articleRecord>

export const caseRecord = z.strictObject({
  /** Stable identity of the case at its source; the same key again is the same case. */
  source_key: filled(300),
  type: z.literal([1, 2]),
  stage: z.literal([1, 2]),
  /** Found by `vnkod`, else by title and region; a court that is not in the directory is added to it. */
  court: z.strictObject({
    title: filled(300),
    region: z.number().int().refine(isRegion, 'нет такого региона'),
    city: line(200).optional(),
    vnkod: line(20).optional(),
  }),
  judge: filled(200).optional(),
  case_number: filled(200),
  case_uid: filled(100).optional(),
  protocol_number: filled(100).optional(),
  entry_date: day.optional(),
  result_date: day.optional(),
  result_published_date: day.optional(),
  result_valid_date: day.optional(),
  appeal_date: day.optional(),
  appeal_result: filled(500).optional(),
  /** Title of the result, as the site writes it. */
  result: filled(1000).optional(),
  articles: z.array(articleRecord).max(200).default([]),
  defendants: z
    .array(
      z.strictObject({
        name: filled(500),
        /** Absent: read from the name. */
        gender: z.enum(['m', 'f', 'na']).optional(),
        /** Absent: read from the name. */
        hidden: z.boolean().optional(),
        articles: z.array(articleRecord).max(200).default([]),
      }),
    )
    .max(1000)
    .default([]),
  /** `advocate`, `prosecutor`, or the role as the site writes it. */
  participants: z
    .array(z.strictObject({ role: filled(200), name: filled(500) }))
    .max(1000)
    .default([]),
  events: z
    .array(
      z.strictObject({
        type: filled(500),
        date: day,
        time: clock.optional(),
        result: line(1000).default(''),
        hall: line(200).default(''),
        note: line(2000).default(''),
      }),
    )
    .max(2000)
    .default([]),
  penalties: z
    .array(
      z.strictObject({
        type: z.enum(['fine', 'arrest', 'works', 'caution', 'suspension', 'deportation', 'no_data', 'error']),
        value: z.number().nonnegative().max(1e11).optional(),
        hidden: z.boolean().default(false),
        text: line(2000).default(''),
      }),
    )
    .max(1000)
    .default([]),
  defence_params: z
    .array(z.strictObject({ key: filled(200), value: filled(500) }))
    .max(200)
    .default([]),
  /** Text of the decision. */
  text: z.string().max(5_000_000).refine(isStorable, notStorable).optional(),
  text_url: link.optional(),
  /** The card on the court's site. */
  url: link.optional(),
})
export type CaseRecord = z.infer<typeof caseRecord>
/** As written in a file: what has a default may be left out. */
export type CaseRecordInput = z.input<typeof caseRecord>
