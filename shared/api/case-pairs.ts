import { z } from 'zod'
import { bodyObject, idParam } from './lists.ts'

/** A decision about a pair of cases; in a file of its own, because the first page of the web does not need it. */
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
