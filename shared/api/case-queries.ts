import { z } from 'zod'
import { defaultOrdering, listOrderingValues } from '../domain/orderings.ts'
import { isSetOrdering, type SetOrdering } from '../domain/set-orderings.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { pastDay } from '../filters/wire-kinds.ts'
import { pageParam, sizeParam, strictQuery } from './lists.ts'

/** Query parameters of lists of cases. Pages do not need them: they build their queries themselves. */
const unknown = `Возможный порядок: ${listOrderingValues.join(', ')}; в подборке ещё set_position, set_status, set_c1.`
/** Cases of one set (`set`) can also be sorted by its notes. */
const ofSet = z.string().transform((text, context): SetOrdering => {
  if (isSetOrdering(text)) return text
  context.addIssue({ code: 'custom', message: unknown })
  return z.NEVER
})
const ordering = z
  .union([z.enum(listOrderingValues), ofSet], { error: unknown })
  .optional()
  .default(defaultOrdering)
  .meta({
    description:
      'Порядок; минус впереди обращает его. relevance: по релевантности, когда ищутся слова. Дела одной подборки (`set`): set_position — как в ней, set_status — по состоянию, set_c1 — по её столбцу с ключом c1',
  })
export const caseListQuery = querySchema(caseListFields, { ordering, page: pageParam, size: sizeParam() })

/** The ids of all found cases in the order of the list; in the default order for relevance and orders of a set. */
export const caseIdsQuery = querySchema(caseListFields, { ordering })

export const asOfQuery = strictQuery({
  as_of: pastDay.optional().meta({ description: 'На дату: каким это было известно к концу дня по Москве' }),
})
