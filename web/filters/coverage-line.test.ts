import { describe, expect, it } from 'vitest'
import type { CaseSource, Coverage } from '#shared/api/collecting.ts'
import { coverageLine, gapWords } from './coverage-line.tsx'

const told: Coverage = {
  courts: 120,
  checked: 38,
  stale: 0,
  unread: 0,
  unwatched: 0,
  flagged: 0,
  oldest_check_at: '2025-11-22T12:00:00Z',
  days: null,
  sources: [{ source: 'collector', cases: 5, last_at: '2026-11-20T12:00:00Z' }],
}
const demo: CaseSource = { source: 'demo', cases: 1607, last_at: '2026-11-01T12:00:00Z' }
const file: CaseSource = { source: 'files', cases: 1, last_at: '2026-11-22T12:00:00Z' }
const unchecked = { checked: 0, oldest_check_at: null, unread: 120 }

describe('the line of coverage under a list', () => {
  it.each<[Partial<Coverage>, string]>([
    [{}, 'Проверено 38 из 120 судов; самая давняя проверка — 22 ноября 2025.'],
    // Days are Moscow's.
    [{ oldest_check_at: '2025-11-22T21:00:00Z' }, 'Проверено 38 из 120 судов; самая давняя проверка — 23 ноября 2025.'],
    [
      { days: { min: '2026-03-01', max: '2026-03-09' } },
      'Проверено 38 из 120 судов (поступление 1 марта — 9 марта 2026); самая давняя проверка — 22 ноября 2025.',
    ],
    [{ unwatched: 82 }, 'Проверено 38 из 120 судов; самая давняя проверка — 22 ноября 2025. 82 суда не отслеживаются.'],
    [{ ...unchecked, courts: 1 }, 'Проверено 0 из 1 суда: что нового на его сайте, неизвестно.'],
    [{ ...unchecked, courts: 3 }, 'Проверено 0 из 3 судов: что нового на их сайтах, неизвестно.'],
    [{ ...unchecked, sources: [demo] }, 'Сайты судов не проверялись; в базе 1 607 демонстрационных дел.'],
    [
      { ...unchecked, sources: [demo, file] },
      'Сайты судов не проверялись; в базе 1 607 демонстрационных дел, 1 дело из файла от 22 ноября 2026.',
    ],
    [
      { ...unchecked, sources: [{ ...file, cases: 22 }] },
      'Сайты судов не проверялись; в базе 22 дела из файлов, последние от 22 ноября 2026.',
    ],
    [
      { sources: [...told.sources, file, demo] },
      'Проверено 38 из 120 судов; самая давняя проверка — 22 ноября 2025. В базе также 1 дело из файла от 22 ноября 2026, 1 607 демонстрационных дел.',
    ],
    [{ ...unchecked, sources: [] }, 'Сайты судов ещё не проверялись.'],
    [{ ...unchecked, courts: 0, sources: [] }, 'Под эти фильтры не подходит ни один суд.'],
  ])('%j', (change, line) => expect(coverageLine({ ...told, ...change }).replaceAll('\u00a0', ' ')).toBe(line))

  it.each([
    ['unwatched', 1, '1 суд не отслеживается'],
    ['unread', 2, '2 суда ещё не прочитаны'],
    ['stale', 37, '37 судов прочитаны больше недели назад'],
  ] as const)('names what is missing: %s, %i', (kind, count, words) =>
    expect(gapWords[kind](count).replaceAll('\u00a0', ' ')).toBe(words),
  )
})
