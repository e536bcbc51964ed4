import { z } from 'zod'
import { bodyObject, idParam } from './lists.ts'

/** A decision about a pair of cases, as it is asked for; apart from what the first page of the web needs. */
export const pairParams = z.object({ id: idParam, other: idParam })
export const verdictRequest = bodyObject(
  {
    is_same: z
      .boolean({ error: 'Нужно true или false.' })
      .nullable()
      .meta({
        description:
          'Одно ли это дело в двух инстанциях; null — отметка снята, пара снова оценивается по сведениям судов',
      }),
  },
  'Нужен объект с полем is_same.',
)
