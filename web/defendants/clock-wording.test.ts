import { describe, expect, it } from 'vitest'
import type { Clock } from '#shared/api/risk.ts'
import {
  countWords,
  daysWords,
  earliestWords,
  lineWords,
  namedWords,
  noteWords,
  periodWords,
  untilWords,
} from './clock-wording.ts'

const rule: Clock['rule'] = {
  id: 'uk-212.1',
  kind: 'koap-to-uk',
  follows: 'УК 212.1',
  also_follows: [],
  articles: 'КоАП 20.2',
  next: 'КоАП 20.2',
  says: '',
  source: '',
  confidence: 'high',
  notes: [],
  needed: 3,
  from: 'decision',
  after_execution: false,
}
const one = { id: 1, case_number: '', court: '', from: '2026-03-12', until: '2027-03-12' }
const certain = { ...one, from_is_earliest: false, until_is_earliest: false }
const seen = (count: number) => Array.from({ length: count }, (_, id) => ({ ...certain, id }))
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('the clock of repeat prosecution in words (domain §5)', () => {
  it.each<[number, Clock['crossing'], string]>([
    [0, null, 'Ни одно дело пока не учитывается по УК 212.1'],
    [1, null, 'До ответственности по УК 212.1: ещё 2 дела и новое нарушение'],
    [3, null, 'Следующее нарушение может повлечь ответственность по УК 212.1'],
    [3, { id: 1, how: 'beyond' }, 'Дело на рассмотрении может повлечь ответственность по УК 212.1'],
    [
      2,
      { id: 1, how: 'reaches' },
      'Если подтвердятся дела на рассмотрении, следующее нарушение может повлечь ответственность по УК 212.1',
    ],
  ])('%i counted, %j', (count, crossing, words) =>
    expect(plain(lineWords({ counted: seen(count), rule, crossing }))).toBe(words),
  )
  it('counts days and cases', () => {
    expect(plain(daysWords({ days_left: 0 }))).toBe('сегодня последний день')
    expect(plain(daysWords({ days_left: 1 }))).toBe('остался 1 день')
    expect(plain(daysWords({ days_left: 12 }))).toBe('осталось 12 дней')
    expect([1, 2, 5].map(count => plain(countWords(count)))).toEqual([
      'Учитывается 1 дело',
      'Учитываются 2 дела',
      'Учитывается 5 дел',
    ])
  })
  it('does not promise a day that sites do not tell, and says why', () => {
    const told = { until: '2027-05-05', days_left: 3, until_is_earliest: false }
    const untold = { ...told, until_is_earliest: true }
    expect(plain(untilWords(told))).toBe('срок истечёт 5 мая 2027, осталось 3 дня')
    expect(plain(untilWords(told, false))).toBe('срок истечёт 5 мая 2027')
    expect(plain(untilWords(untold))).toBe('срок истечёт не раньше 5 мая 2027')
    expect(earliestWords(told, rule)).toBe('')
    expect(plain(earliestWords(untold, rule))).toMatch(/^: дату вступления в силу/)
    expect(plain(earliestWords(untold, { after_execution: true }))).toMatch(/^: год считают со дня исполнения/)
  })
  it('tells the days of each case as surely as its card does', () => {
    const earliest = { ...certain, from_is_earliest: true, until_is_earliest: true }
    expect(plain(periodWords(certain, rule))).toBe('постановление от 12 марта 2026, учитывается по 12 марта 2027')
    expect(plain(periodWords(certain, { from: 'force' }))).toBe('в силе с 12 марта 2026, учитывается по 12 марта 2027')
    expect(plain(periodWords(earliest, { from: 'force' }))).toBe(
      'в силе не раньше 12 марта 2026, учитывается как минимум по 12 марта 2027',
    )
  })
  it('tells the conditions of a rule, how far it was read, and why one is not computed', () => {
    expect(noteWords(rule)).toEqual([])
    const partly = { ...rule, confidence: 'medium', also_follows: ['УК 282.4 ч.\u00a02'], notes: ['Условие.'] } as const
    expect(
      noteWords({ ...partly, also_follows: [...partly.also_follows], notes: [...partly.notes] }).map(plain),
    ).toEqual(['Тот же счёт ведёт и к УК 282.4 ч. 2.', 'Условие.', 'Текст закона прочитан не полностью.'])
    const named = { ...rule, why: 'текст закона не проверен' }
    expect(plain(namedWords(named))).toBe('КоАП 20.2 → УК 212.1: текст закона не проверен')
  })
})
