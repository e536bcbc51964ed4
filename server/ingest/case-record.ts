import { z } from 'zod'
import { penaltyStates, penaltyTypeNames } from '#shared/domain/outcomes.ts'
import { untoldArticleValues } from '#shared/domain/participant-roles.ts'
import { isRegion } from '#shared/domain/regions.ts'

/**
 * The input format of cases for importers, collectors and the demonstration. JSON Schema: docs/case-record.schema.json. Dates are `YYYY-MM-DD`, times
 * `HH:MM` by the court's clock.
 */

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()
const notStorable = 'содержит знак, которого не бывает в тексте'
const line = (max: number) => z.string().trim().max(max).refine(isStorable, notStorable)
const filled = (max: number) => line(max).min(1, 'не может быть пустым')
const day = z.iso
  .date('нужна дата ГГГГ-ММ-ДД')
  .refine(value => value >= '1990-01-01' && value <= '2100-12-31', 'год от 1990 до 2100')
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'нужно время ЧЧ:ММ')
/** Sites write midnight for an unknown time. */
export const withoutPlaceholder = (time: string): string | undefined => (time === '00:00' ? undefined : time)
const link = line(2000).refine(value => /^https?:\/\//.test(value), 'нужен адрес http или https')

const articleRecord = z.strictObject({
  codex: z.enum(['koap', 'uk']),
  article_number: filled(20),
  part: line(20).default(''),
})
export type ArticleRecord = z.infer<typeof articleRecord>

export const caseRecord = z.strictObject({
  source_key: filled(300).describe('Stable identity of the case at its source; the same key again is the same case.'),
  former_keys: z
    .array(filled(300))
    .max(10)
    .optional()
    .describe('Keys by which the same case may have been known before: what is stored under one is carried over.'),
  type: z.literal([1, 2]).describe('1: КоАП, 2: УК.'),
  stage: z.literal([1, 2]).describe('Instance: 1 the first, 2 any that reviews it.'),
  court: z
    .strictObject({
      title: filled(300),
      region: z
        .number()
        .int()
        .min(1)
        .max(99)
        .refine(isRegion, 'нет такого региона')
        .describe(
          'Number of the region, as on the plates of its cars: 2 is Башкортостан, 3 Бурятия, 4 Алтай, 82 Крым, 95 Чечня. УИД begins with others.',
        ),
      city: line(200).optional(),
      vnkod: line(20).optional().describe('Code of the court (ВНКОД), like 59RS0001.'),
    })
    .describe('Found by vnkod, else by title and region; a court that is not in the directory is added to it.'),
  judge: filled(200).optional(),
  case_number: filled(200),
  other_numbers: z
    .array(filled(200))
    .max(20)
    .optional()
    .describe('Its other numbers: those it had before, that of the complaint or material it grew from.'),
  case_uid: filled(100).optional(),
  protocol_number: filled(100).optional(),
  entry_date: day.optional(),
  result_date: day.optional(),
  result_published_date: day.optional(),
  result_valid_date: day.optional(),
  appeal_date: day.optional(),
  appeal_result: filled(500).optional(),
  result: filled(1000).optional().describe('Title of the result, as the site writes it.'),
  result_ground: filled(1000).optional().describe('What the site names beside it: «п.1 ч.1 ст.29.9 КоАП РФ».'),
  articles: z
    .array(articleRecord)
    .max(200)
    .default([])
    .describe('Articles of the case; those of its people are added to them.'),
  defendants: z
    .array(
      z.strictObject({
        name: filled(500).describe('As the site writes it.'),
        gender: z.enum(['m', 'f', 'na']).optional().describe('Absent: read from the name.'),
        hidden: z.boolean().optional().describe('The court hides the name. Absent: read from the name.'),
        articles: z.array(articleRecord).max(200).default([]),
        result: filled(1000).optional().describe('What the source says became of this person alone.'),
        result_date: day.optional(),
        role: z
          .enum(['accused', 'unknown'])
          .optional()
          .describe(
            'Whether the source says that the person is accused. Absent: yes, unless the name is that of an office, or another has articles and this one has none.',
          ),
        article_state: z
          .enum(untoldArticleValues)
          .optional()
          .describe(
            'Without articles: `none` where the source says that there are none, `not_told` where it may be any.',
          ),
      }),
    )
    .max(1000)
    .default([])
    .describe('Everybody who is accused, or may be.'),
  related: z
    .array(
      z.strictObject({
        case_number: filled(200),
        court: filled(300).optional().describe('Title of its court, where the card tells it.'),
      }),
    )
    .max(50)
    .optional()
    .describe(
      'Cases of the other instance that the card names: the lower one on a higher court’s card, or the reverse.',
    ),
  participants: z
    .array(z.strictObject({ role: filled(200), name: filled(500) }))
    .max(1000)
    .default([])
    .describe('Role: advocate, prosecutor, authority, representative, or as the site writes it.'),
  events: z
    .array(
      z.strictObject({
        type: filled(500),
        date: day,
        time: clock.transform(withoutPlaceholder).optional().describe('By the clock of the court; `00:00` is no time.'),
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
        type: z.enum(penaltyTypeNames),
        value: z.number().nonnegative().max(1e11).optional().describe('Rubles, days, hours or months, by type.'),
        hidden: z.boolean().default(false).describe('The court hides the amount.'),
        text: line(2000).default(''),
        person: filled(500).optional().describe('Whose it is, as `defendants` names them; absent: not told.'),
        additional: z.boolean().optional().describe('Beside the main penalty.'),
        suspended: z.boolean().optional(),
        probation_months: z.number().nonnegative().max(1200).optional(),
        percent: z.number().nonnegative().max(100).optional().describe('Of the earnings, withheld for the state.'),
        multiple: z.number().nonnegative().max(1000).optional().describe('So many times another sum.'),
        certainty: z.number().min(0).max(1).optional().describe('How surely it was read; absent: the site says it.'),
        state: z.enum(penaltyStates).optional().describe('What this instance did; absent: it imposed it.'),
      }),
    )
    .max(1000)
    .default([]),
  defence_params: z
    .array(z.strictObject({ key: filled(200), value: filled(500) }))
    .max(200)
    .default([]),
  text: z.string().max(5_000_000).refine(isStorable, notStorable).optional().describe('Text of the decision.'),
  text_url: link.optional(),
  url: link.optional().describe('The card of the case on the site of the court.'),
})
export type CaseRecord = z.infer<typeof caseRecord>
export type CaseRecordInput = z.input<typeof caseRecord>

export const caseSchema = (): string => {
  const schema = z.toJSONSchema(caseRecord, { io: 'input', target: 'draft-2020-12' })
  return `${JSON.stringify({ title: 'A court case of Судмонитор', ...schema }, null, 2)}\n`
}
