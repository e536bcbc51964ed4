import { z } from 'zod'
import { maxPageSize } from '../domain/limits.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { pastDay } from '../filters/wire-kinds.ts'
import { caseRow } from './cases.ts'
import { listOf, pageParam, sizeParam } from './lists.ts'

/** Changes among the cases of filters between the ends of two days (decision 0086). */
export const changeKinds = [
  { value: 'appeared', label: 'Появилось', description: 'Теперь подходит под фильтры, а прежде не подходило' },
  { value: 'changed', label: 'Изменилось', description: 'Подходит, как и прежде, но о деле известно другое' },
  { value: 'gone', label: 'Ушло', description: 'Больше не подходит под фильтры, или карточка исчезла с сайта суда' },
] as const
export type ChangeKind = (typeof changeKinds)[number]['value']

const kind = z.enum(['appeared', 'changed', 'gone'])
const days = {
  from: pastDay.meta({ description: 'День, с конца которого' }),
  to: pastDay.meta({ description: 'День, до конца которого' }),
}
/** The two days replace «На дату». */
const { as_of: _, ...fields } = caseListFields
export const changedFields = fields

const isInOrder = ({ from, to }: { from?: unknown; to?: unknown }): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || from < to
const inOrder = { error: 'Второй день — после первого.', path: ['to'] }
export const changesQuery = querySchema(fields, { ...days, page: pageParam, size: sizeParam(maxPageSize) }).refine(
  isInOrder,
  inOrder,
)
export const changesFileQuery = querySchema(fields, days).refine(isInOrder, inOrder)

const caseChange = z.object({
  kind,
  case: caseRow.meta({ description: 'Каким дело было на второй день; ушедшее — на первый' }),
  seen_at: z.string().meta({ description: 'Когда увидено последнее из изменений' }),
  is_new: z.boolean().meta({ description: 'На первый день дела в базе не было' }),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export const changeList = listOf(caseChange).extend({
  counts: z.record(kind, z.int()).meta({ description: 'Сколько каких дел' }),
})
export type ChangeList = z.output<typeof changeList>
