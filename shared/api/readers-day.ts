import { z } from 'zod'
import { dayIn, daysBetween } from '../domain/dates.ts'

/** Whoever looks is in some zone of the world: no further from the day of UTC than one day. */
const nearDay = (given: string): boolean => Math.abs(daysBetween(dayIn('UTC', new Date()), given)) <= 1
const dayError = 'День: нужен сегодняшний, вида ГГГГ-ММ-ДД.'
export const readersDay = z.iso
  .date({ error: dayError })
  .refine(nearDay, { error: dayError })
  .optional()
  .meta({ description: 'Какой день у читателя; без параметра — московский' })
