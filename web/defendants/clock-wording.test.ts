import { describe, expect, it } from 'vitest'
import type { Clock } from '#shared/api/risk.ts'
import { countWords, daysWords, lineWords, untilShort, untilWords } from './clock-wording.ts'

const rule: Clock['rule'] = {
  id: 'uk-212.1',
  follows: 'УК 212.1',
  articles: 'КоАП 20.2',
  says: '',
  source: '',
  needed: 3,
  after_execution: false,
}
const seen = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, case_number: '', court: '', from: '', until: '' }))
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('the clock of repeat prosecution in words (domain §5)', () => {
  it.each<[number, Clock['crossing'], string]>([
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
    expect(plain(daysWords({ until: '', days_left: 0 }))).toBe('сегодня последний день')
    expect(plain(daysWords({ until: '', days_left: 1 }))).toBe('остался 1 день')
    expect(plain(daysWords({ until: '', days_left: 12 }))).toBe('осталось 12 дней')
    expect([1, 2, 5].map(count => plain(countWords(count)))).toEqual([
      'Учитывается 1 дело',
      'Учитываются 2 дела',
      'Учитывается 5 дел',
    ])
  })
  it('does not promise a day that sites do not tell', () => {
    const time = { until: '2027-05-05', days_left: 3 }
    expect(plain(untilWords({ ...time, rule }))).toBe('до 5 мая 2027, осталось 3 дня')
    expect(plain(untilWords({ ...time, rule: { after_execution: true } }))).toMatch(
      /^не раньше 5 мая 2027: год считают/,
    )
    expect(plain(untilShort({ ...time, rule: { after_execution: true } }))).toBe('не раньше 5 мая 2027')
  })
})
