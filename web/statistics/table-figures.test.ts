import { describe, expect, it } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readTableDefinition, unreadOfTable, writeTableDefinition } from '../filters/table-definition.ts'
import { formatDifference, formatFigure, isOfFew, sortedRowIndexes, type TableData } from './table-figures.ts'

/** The page of data (§2 /data): its address, its order, how its figures are written. */
describe('the address of a table', () => {
  it('is read leniently and says what is shown', () =>
    expect(
      writeTableDefinition(
        readTableDefinition(
          { rows: 'bogus', columns: 'regions', metrics: ['x', 'fine_sum', 'fine_sum'] },
          caseListFields,
        ),
      ),
    ).toEqual({ rows: 'regions', columns: 'none', metrics: ['fine_sum'] }))
  const many = ['cases', 'first', 'second', 'decided', 'penalty', 'terminated', 'overturned']
  it.each([
    [{}, []],
    [{ rows: 'court', columns: 'none', metrics: many.slice(0, 6), compare: 'all', shape: 'numbers' }, []],
    [
      { rows: 'courts', columns: 'no', metrics: ['x', 'cases'], shape: 'pie' },
      ['rows=courts', 'columns=no', 'metrics=x', 'shape=pie'],
    ],
    [{ rows: ['court', 'regions'] }, ['rows=court']],
    // One family cannot cross; a table has six metrics at most.
    [{ rows: 'entry_year', columns: 'entry_month' }, ['columns=entry_month']],
    [{ rows: 'entry_year' }, []],
    [{ metrics: many }, ['metrics=overturned']],
    [{ compare: 'type=2&stage=9&colour=red' }, ['compare=stage=9', 'compare=colour=red']],
  ])('says what of it the table is not of: %o', (search, unread) =>
    expect(unreadOfTable(search, caseListFields)).toEqual(unread),
  )
  it('says of what is compared with which filters one may not use', () => {
    const { tags: _tags, ...fields } = caseListFields
    expect(unreadOfTable({ compare: 'tags=4&type=2' }, fields)).toEqual(['compare=tags=4'])
  })
  it.each([
    [{ compare: 'all' }, 'all'],
    [{ compare: 'type=2&nonsense=1' }, 'type=2'],
    [{}, undefined],
  ])('keeps what is compared with: %o', (search, compare) =>
    expect(writeTableDefinition(readTableDefinition(search, caseListFields)).compare).toBe(compare),
  )
})

describe('figures of a table', () => {
  it.each([
    ['cases', [1204, 1204], '1\u00a0204'],
    ['penalty_share', [12.345, 40], '12,3\u00a0%'],
    ['penalty_share', [50, 4], '—'],
    ['penalty_share', [60, 5], '60,0\u00a0%'],
    ['penalty_share', [0.01, 9_000], '<\u00a00,1\u00a0%'],
    ['penalty_share', [99.99, 9_000], '99,9\u00a0%'],
    ['penalty_share', [100, 9], '100,0\u00a0%'],
    ['fine_sum', [10_000.5, 3], '10\u00a0001'],
    ['fine_median', [null, 0], '—'],
    ['fine_median', [10_000, 4], '—'],
    ['fine_median', [10_000, 5], '10\u00a0000'],
  ] as const)('%s %o is «%s»', (metric, [value, of], text) => expect(formatFigure(metric, [value, of])).toBe(text))
  it.each([
    ['cases', 100, 80, '−20,0\u00a0%'],
    ['cases', 0, 5, '+5'],
    ['text_share', 20, 25.5, '+5,5\u00a0п.\u00a0п.'],
    ['days_median', 4, 50, '+46'],
    ['days_median', null, 50, '—'],
    ['fine_sum', 7, 7, '0'],
  ] as const)('%s from %s to %s is «%s»', (metric, one, other, text) =>
    expect(formatDifference(metric, [one, 30], [other, 30])).toBe(text),
  )
  it('are not compared where either side has too few for a share', () =>
    expect(formatDifference('text_share', [20, 30], [25, 4])).toBe('—'))
  it('mark shares and medians of few, not sums and counts', () =>
    expect((['penalty_share', 'days_median', 'fine_sum', 'cases'] as const).map(one => isOfFew(one, [1, 19]))).toEqual([
      true,
      true,
      false,
      false,
    ]))
  it('are sorted with everything above, nothing known below, and gaps last whichever way', () => {
    const line = (key: number | null, label: string) => ({ key, label, hint: '', is_open: false })
    const shown: TableData = {
      metrics: ['fine_sum'],
      rows: [line(null, 'Всего'), line(1, 'Б'), line(2, 'А'), line(3, 'В'), line(null, 'не назван')],
      columns: [line(null, 'Всего')],
      sides: [{ name: '', cells: [[[[9, 9]]], [[[5, 5]]], [[[null, 0]]], [[[7, 7]]], [[[1, 1]]]] }],
    }
    const by = { column: 0, metric: 0, side: 0 }
    expect(sortedRowIndexes(shown, undefined)).toEqual([0, 1, 2, 3, 4])
    expect(sortedRowIndexes(shown, { by, up: false })).toEqual([0, 3, 1, 2, 4])
    expect(sortedRowIndexes(shown, { by, up: true })).toEqual([0, 1, 3, 2, 4])
    expect(sortedRowIndexes(shown, { by: 'name', up: true })).toEqual([0, 2, 1, 3, 4])
  })
})
