import { describe, expect, it } from 'vitest'
import { type CaseOrderColumn, defaultOrdering } from '#shared/domain/orderings.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { goesUpFirst, orderedBy } from './column-order.ts'

const hearing = 'last_scheduled_hearing_date'

describe('the first click on a column', () => {
  it.each<[column: CaseOrderColumn, values: CaseValues, up: boolean]>([
    ['case_number', {}, true],
    ['region', {}, true],
    ['entry_date', {}, false],
    ['result_date', {}, false],
    [hearing, {}, true],
    [hearing, { state: 'is_planned' }, true],
    [hearing, { state: 'in_past' }, false],
    [hearing, { state: 'no_info' }, false],
  ])('on %s under %o goes up: %s', (column, values, up) => {
    expect(goesUpFirst({ values })(column)).toBe(up)
  })

  it('on «Заседание» shows the nearest hearing ahead first, among the cases that have one', () => {
    const values = { type: '1' } as const
    expect(orderedBy({ values, ordering: defaultOrdering }, hearing)).toEqual({
      ordering: hearing,
      values: { type: '1', state: 'is_planned' },
    })
  })

  it('keeps to the filter that a person has set', () => {
    const values = { state: 'in_past' } as const
    expect(orderedBy({ values, ordering: defaultOrdering }, hearing)).toEqual({ ordering: hearing })
  })

  it('is the only one that filters: both directions are there, and other columns', () => {
    const values = { type: '1' } as const
    for (const [before, after] of [
      [hearing, `-${hearing}`],
      [`-${hearing}`, hearing],
      [defaultOrdering, `-${hearing}`],
      [hearing, 'case_number'],
    ] as const)
      expect(orderedBy({ values, ordering: before }, after)).toEqual({ ordering: after })
  })
})
