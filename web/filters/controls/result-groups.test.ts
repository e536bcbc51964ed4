import { describe, expect, it } from 'vitest'
import { commonestResults, groupResults } from './result-groups.ts'

const results = [
  { value: '1', label: 'Возвращено' },
  { value: '2', label: 'Возвращено без рассмотрения' },
  { value: '3', label: 'Вынесено постановление о назначении административного наказания' },
  { value: '4', label: 'Вынесено постановление о прекращении производства' },
  { value: '5', label: 'Невиданный исход' },
]
const counts: Readonly<Record<string, number>> = { 1: 0, 2: 158, 3: 10_833, 4: 884, 5: 2000 }

describe('results to choose from', () => {
  const grouped = groupResults(results, value => counts[value])
  it('stand by what they come to, the commonest first, others last', () =>
    expect(grouped.map(({ value, group }) => [value, group])).toEqual([
      ['3', 'Наказание, обвинение'],
      ['4', 'Прекращено'],
      ['2', 'Возвращено, передано'],
      ['1', 'Возвращено, передано'],
      ['5', 'Другое'],
    ]))
  it('are first seen without those that no case has', () =>
    expect([...commonestResults(grouped, 4)].toSorted()).toEqual(['2', '3', '4', '5']))
  it('keep the order they came in where nothing is counted', () =>
    expect(groupResults(results, () => null).map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']))
})
