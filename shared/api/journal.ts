import { z } from 'zod'
import { listOf, strictQuery } from './lists.ts'

/** The journal of a case: every stored state and the changes between them (decision 0085). */
const value = z.unknown().meta({ description: 'Как в записи дела; текст — его SHA-256' })
const where = {
  number: z.int(),
  seen_at: z.string(),
  origin: z.string().nullable().meta({ description: 'Кто прочитал; null — сайт нового не сказал, прочитано заново' }),
  file: z.string().nullable(),
  page_hash: z.string().nullable().meta({ description: 'SHA-256 страницы' }),
  page_reader: z.int().nullable().meta({ description: 'Версия, которой читалась страница' }),
  text_reader: z.int().nullable().meta({ description: 'Версия, которой читался текст' }),
  carried_over: z
    .object({
      number: z.int().meta({ description: 'Номер записи журнала, которой состояние перенесено' }),
      at: z.string(),
      page_hash: z.string().nullable().meta({ description: 'SHA-256 страницы' }),
      page_reader: z.int().nullable().meta({ description: 'Версия, которой прочитана страница' }),
      text_page: z.string().nullable().meta({ description: 'SHA-256 страницы с текстом, если он был отдельно' }),
    })
    .nullable()
    .meta({ description: 'Запись тогда не хранилась: она прочитана позже из страницы, сохранённой тогда' }),
}
export const caseJournal = listOf(
  z.object({
    ...where,
    is_whole: z.boolean().meta({ description: 'Запись хранится целиком; иначе от неё остались только слова' }),
    changes: z.array(
      z.object({
        field: z.string(),
        before: value,
        after: value,
        on: z.string().nullable().meta({ description: 'День, о котором говорит суд' }),
        is_beside: z
          .boolean()
          .meta({
            description:
              'Не в записи: что сказано только в тексте решения, последнее заседание, есть ли карточка на сайте',
          }),
      }),
    ),
    told: z
      .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .nullable()
      .meta({ description: 'Только слова: так хранились изменения прежде' }),
  }),
)

export const caseStateQuery = strictQuery({
  number: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Номер состояния — целое число от 0.' })
    .transform(Number)
    .optional()
    .meta({ description: 'Номер в журнале' }),
  as_of: z.iso
    .date({ error: 'Дата нужна в виде ГГГГ-ММ-ДД.' })
    .optional()
    .meta({ description: 'Как было известно в конце этого дня по московскому времени' }),
})
export const caseState = z.object({
  ...where,
  until: z.string().nullable().meta({ description: 'Когда увидено следующее; null — так и сейчас' }),
  record: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
  text_is_away: z
    .boolean()
    // Nodes of the former version do not say.
    .default(false)
    .meta({ description: 'Текст есть, но сервер, где он лежит, не отвечает' }),
  lines: z.array(z.object({ field: z.string(), lines: z.array(z.string()) })).meta({ description: 'Запись словами' }),
})
export type CaseState = z.output<typeof caseState>
