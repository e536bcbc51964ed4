import { z } from 'zod'
import { dayIn, daysBetween } from '../domain/dates.ts'

/** In any time zone the local day differs from the UTC day by at most one. */
const nearDay = (given: string): boolean => Math.abs(daysBetween(dayIn('UTC', new Date()), given)) <= 1
const dayError = 'День: нужен сегодняшний, вида ГГГГ-ММ-ДД.'
export const readersDay = z.iso
  .date({ error: dayError })
  .refine(nearDay, { error: dayError })
  .optional()
  .meta({ description: 'Какой день у читателя; без параметра — московский' })
