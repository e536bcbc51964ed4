import { describe, expect, it } from 'vitest'
import type { Coverage } from '#shared/api/collecting.ts'
import { coverageSentence } from './coverage-line.tsx'

const told: Coverage = {
  courts: 120,
  checked: 12,
  flagged: 0,
  last_checked_at: '2026-11-21T12:00:00',
  sources: ['files', 'collector'],
  last_case_at: '2026-11-20T12:00:00',
}
const unchecked = { checked: 0, last_checked_at: null }

describe('the line of coverage under a list', () => {
  it.each([
    [{}, 'Проверено 12 из 120 судов, последняя проверка 21 ноября 2026, 12:00.'],
    [
      { flagged: 1 },
      'Проверено 12 из 120 судов, последняя проверка 21 ноября 2026, 12:00. С 1 судом неполадки: оттуда могло прийти не всё.',
    ],
    [{ ...unchecked, courts: 1 }, 'Проверено 0 из 1 суда: что нового на его сайте, неизвестно.'],
    [{ ...unchecked, courts: 3 }, 'Проверено 0 из 3 судов: что нового на их сайтах, неизвестно.'],
    [
      { ...unchecked, sources: ['demo', 'files'] },
      'Дела загружены из файлов, последние — 20 ноября 2026. Сайты судов не проверялись.',
    ],
    [{ ...unchecked, sources: ['demo'] }, 'Дела демонстрационные. Сайты судов не проверялись.'],
    [{ ...unchecked, sources: [], last_case_at: null }, 'Сайты судов ещё не проверялись.'],
    [{ ...unchecked, courts: 0 }, 'Судов под эти фильтры нет.'],
  ] as const)('%j', (change, sentence) =>
    expect(
      coverageSentence({
        ...told,
        ...change,
        sources: [...('sources' in change ? change.sources : told.sources)],
      }).replaceAll('\u00a0', ' '),
    ).toBe(sentence),
  )
})
