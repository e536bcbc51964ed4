import { z } from 'zod'
import { defaultOrdering, listOrderingValues } from '../domain/orderings.ts'
import { isSetOrdering, type SetOrdering } from '../domain/set-orderings.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema, withoutEmpty } from '../filters/wire.ts'
import { pastDay } from '../filters/wire-kinds.ts'
import { pageParam, sizeParam } from './lists.ts'

/** What lists of cases are asked by. Pages need none of it: they write their queries themselves. */
const unknown = `Возможный порядок: ${listOrderingValues.join(', ')}; в подборке ещё set_position, set_status, set_c1.`
/** Cases of one set (`set`) also by what is noted of them. */
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

/** Every found case by its number, in the order of the list; by the usual order where that is relevance or of a set. */
export const caseIdsQuery = querySchema(caseListFields, { ordering })

/** Of what can be asked as it was known at the end of a day in Moscow. */
export const asOfQuery = z.preprocess(
  withoutEmpty,
  z.object({
    as_of: pastDay.optional().meta({ description: 'На дату: каким это было известно к концу дня по Москве' }),
  }),
)
