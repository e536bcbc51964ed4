import { describe, expect, it } from 'vitest'
import { showBytes } from '#shared/domain/wording.ts'
import { exportSign, exportSize, exportStatusText, exportTitle } from './export-wording.ts'

const standing = { status: 'waiting', count: null, written: 0, sent_at: null, bytes: null, error: null } as const

describe('an asked-for export is told', () => {
  it.each([
    [{}, 'none', 'В очереди'],
    [{ status: 'writing' }, 'next', 'Готовится'],
    [{ status: 'writing', count: 41_977, written: 2_000 }, 'next', 'Готовится: 2\u00a0000 из 41\u00a0977\u00a0дел'],
    [{ status: 'writing', count: 1, written: 0 }, 'next', 'Готовится: 0 из 1\u00a0дела'],
    [{ status: 'sending' }, 'next', 'Отправляется в Telegram'],
    [{ status: 'ready' }, 'past', 'Готова'],
    [{ status: 'ready', error: 'Бот заблокирован.' }, 'returned', 'Готова, но не отправлена'],
    [{ status: 'failed', error: 'Сбой.' }, 'penalty', 'Не получилась'],
  ] as const)('%j', (change, sign, sentence) => {
    expect(exportSign({ ...standing, ...change })).toBe(sign)
    expect(exportStatusText({ ...standing, ...change })).toBe(sentence)
  })

  it('by its filters and its size', () => {
    expect(exportTitle({ readable: [] })).toBe('Все дела')
    expect(
      exportTitle({
        readable: [
          ['Кодекс', 'КоАП'],
          ['Регион', 'Москва'],
        ],
      }),
    ).toBe('Кодекс: КоАП · Регион: Москва')
    expect(exportSize({ count: 300, bytes: 12_400 })).toBe('300\u00a0дел, 12,4\u00a0КБ')
    expect([999, 1_000, 48_000_000, 3_200_000_000].map(showBytes)).toEqual([
      '999\u00a0байт',
      '1\u00a0КБ',
      '48\u00a0МБ',
      '3,2\u00a0ГБ',
    ])
  })
})
