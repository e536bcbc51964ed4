import { defendantOrderings } from '#shared/domain/defendant-orderings.ts'
import { orderOptions } from '../filters/sort-heads.tsx'

export const peopleOrders = orderOptions(defendantOrderings, column =>
  column === 'entry_date'
    ? ['сначала старые', 'сначала новые']
    : column === 'name'
      ? ['от А до Я', 'от Я до А']
      : ['по возрастанию', 'по убыванию'],
)
