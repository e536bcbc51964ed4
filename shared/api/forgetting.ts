import { z } from 'zod'
import { forgettingGrounds, forgettingGroundValues } from '../domain/forgetting.ts'
import { givenText, listOf, rowNumber } from './lists.ts'

/** Forgetting a person: decisions of superusers, and their public register in numbers. */

export const forgettingPreview = z.object({
  name: z.string(),
  cases: z.array(
    z.object({
      id: z.number().int(),
      case_number: z.string(),
      court: z.string(),
      entry_date: z.string().nullable(),
      /** The name in this case. */
      name: z.string(),
    }),
  ),
})
export type ForgettingPreview = z.infer<typeof forgettingPreview>

const grounds = z.enum(forgettingGroundValues, {
  error: `Основание: ${forgettingGroundValues.map(value => `${value} — ${forgettingGrounds[value]}`).join('; ')}.`,
})
const mostCases = 10_000
export const forgettingRequest = z.strictObject({
  cases: z
    .array(rowNumber('Такого дела нет.'), { error: 'Нужен список номеров дел.' })
    .min(1, { error: 'Назовите хотя бы одно дело.' })
    .max(mostCases)
    .meta({ description: 'Дела этого лица, из которых убрать имя' }),
  grounds,
  reason: givenText('Пояснение', 2000).default('').meta({ description: 'Без имени: оно будет убрано и отсюда' }),
  until: z.iso
    .date({ error: 'Срок: нужна дата ГГГГ-ММ-ДД.' })
    .nullable()
    .default(null)
    .meta({ description: 'Последний день, когда имя убирается и из того, что прочитано заново; `null` — бессрочно' }),
})
export const forgettingMade = z.object({ id: z.number().int(), cases: z.number().int() })

const decision = z.object({
  id: z.number().int(),
  decided_at: z.string(),
  username: z.string().nullable(),
  grounds,
  reason: z.string(),
  until: z.string().nullable(),
  cases: z.number().int(),
  state: z.enum(['in_force', 'ended', 'undone']),
  undone_at: z.string().nullable(),
  /** null when it can no longer be undone. */
  undo_until: z.string().nullable(),
})
export type ForgettingDecision = z.infer<typeof decision>
export const forgettingDecisions = listOf(decision)

const shown = z.number().int().nullable().meta({ description: '`null` — меньше трёх, но не ноль' })
const numbers = { decisions: shown, in_force: shown, undone: shown }
export const forgettingRegister = z.object({
  all: z.object(numbers),
  grounds: z.array(z.object({ grounds, ...numbers })),
  years: z.array(z.object({ year: z.number().int(), ...numbers })),
})
export type ForgettingRegister = z.infer<typeof forgettingRegister>
