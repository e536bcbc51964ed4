import { describe, expect, it } from 'vitest'
import { defaultNewsKinds, newsKindValues } from '#shared/domain/news.ts'
import { deliveryLine, hitLines, kindsLine, messageTitle, standingLine, whenLine } from './subscription-wording.ts'

/** What the cards of subscriptions say (§2 /subscriptions). */
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')
const hours = { at: '09:00', weekday: 1, zone: 'Europe/Moscow', quiet: null } as const
const night = { from: '22:00', to: '08:00' }

describe('a subscription in words', () => {
  it.each([
    [{ ...hours, cadence: 'at_once' }, 'Сразу'],
    [{ ...hours, cadence: 'at_once', quiet: night }, 'Сразу; не беспокоить с 22:00 до 08:00 (Москва)'],
    [{ ...hours, cadence: 'daily' }, 'Раз в день, в 09:00 (Москва)'],
    [{ ...hours, cadence: 'weekly', zone: 'Asia/Tokyo' }, 'Раз в неделю, понедельник, 09:00 (Asia/Tokyo)'],
  ] as const)('says when it tells: %#', (timing, said) => {
    expect(spaced(whenLine(timing))).toBe(said)
  })

  it.each([
    ['filters', defaultNewsKinds('filters'), 'Обо всех новостях'],
    ['case', defaultNewsKinds('case'), 'Обо всех новостях'],
    ['filters', newsKindValues, 'Обо всех новостях и исправлениях карточки'],
    [
      'filters',
      defaultNewsKinds('filters').filter(kind => kind !== 'event'),
      'Обо всём, кроме: движение дела, другие изменения карточки',
    ],
    ['filters', ['result', 'text'], 'Только: результат, опубликован текст'],
  ] as const)('says of what, whichever way is shorter: %#', (about, kinds, said) => {
    expect(kindsLine({ about, kinds: [...kinds], sends: 'news' })).toBe(said)
  })

  const created_at = '2026-03-12T07:00:00Z'
  const standing = {
    recent_hits: 0,
    last_hit_at: null,
    next_at: null,
    channels: ['email' as const],
    sends: 'news' as const,
    created_at,
  }
  it.each([
    [0, 0, /^Создана 12 марта 2026, \d\d:00, с тех пор новостей не было$/],
    [29, 2, /^Создана 12 марта 2026, \d\d:00, с тех пор 2 новости$/],
    [30, 0, /^За 30 дней новостей не было$/],
    [31, 2, /^За 30 дней 2 новости$/],
  ])('says since when there was no news, %d days after it was made', (days, recent_hits, said) => {
    const now = new Date(Date.parse(created_at) + days * 86_400_000)
    expect(spaced(standingLine({ ...standing, recent_hits }, now))).toMatch(said)
  })

  it('says of a digest what it is, its days and its next hour, and no news', () => {
    expect(kindsLine({ about: 'filters', kinds: ['result'], sends: 'changes' })).toBe(
      'Сводка: что появилось, изменилось и ушло',
    )
    expect(spaced(standingLine({ ...standing, sends: 'changes', next_at: '2026-03-12T07:00:00Z' }))).toMatch(
      /^Следующая сводка 12 марта/,
    )
    const days = { from: '2026-03-01', to: '2026-03-08' }
    expect(spaced(messageTitle({ kind: 'changes', count: 0, days }))).toBe('Сводка изменений, 2 марта — 8 марта 2026')
  })

  const tried = { channel: 'email', delivered_at: null, attempts: 0, next_at: null, dead: false, error: null }
  it.each([
    [tried, /^Почта: отправляется$/],
    [{ ...tried, delivered_at: '2026-03-12T07:00:00Z' }, /^Почта: доставлено 12 марта 2026/],
    [
      { ...tried, attempts: 2, next_at: '2026-03-12T07:00:00Z', error: 'Сервер молчит.' },
      /^Почта: попытка 2 не удалась, следующая 12 марта 2026, \d\d:00\. Сервер молчит\.$/,
    ],
    [{ ...tried, attempts: 9, dead: true, error: 'Сервер молчит.' }, /^Почта: не доставлено\. Сервер молчит\.$/],
  ])('says what became of a message: %#', (delivery, said) => {
    expect(spaced(deliveryLine(delivery))).toMatch(said)
  })

  it('says each thing that happened once, with what was and what is', () => {
    const details = [
      { kind: 'hearing_moved' as const, before: '12 марта', after: '20 марта' },
      { kind: 'hearing_moved' as const, before: '12 марта', after: '20 марта' },
      { kind: 'disappeared' as const, before: 'Текст решения', after: null },
    ]
    expect(hitLines({ kinds: ['hearing_moved', 'disappeared', 'result'], details })).toEqual([
      'Результат',
      'Заседание перенесено: 12 марта → 20 марта',
      'Сведения убраны с сайта суда: Текст решения',
    ])
  })
})
