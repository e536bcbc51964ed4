import { z } from 'zod'
import { maxId, maxListValues } from '../domain/limits.ts'
import { caseIds } from './favourites.ts'
import { bodyObject } from './lists.ts'

/** Moving favourites, all or nothing; apart from what the first page of the web needs. */
export const favouritesChange = bodyObject(
  {
    keep: z
      .array(
        bodyObject(
          {
            folder: z
              .int({ error: 'Нужен номер папки или null.' })
              .positive({ error: 'Нужен номер папки или null.' })
              .max(maxId, { error: 'Нет такой папки.' })
              .nullable(),
            cases: caseIds,
          },
          'Нужны folder и cases.',
        ),
        { error: 'Нужен список из folder и cases.' },
      )
      .max(maxListValues, { error: `Не больше ${maxListValues} папок за раз.` })
      .default([]),
    remove: caseIds,
  },
  'Нужен объект с полями keep и remove.',
)
