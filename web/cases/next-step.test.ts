import { describe, expect, it } from 'vitest'
import { nearestDeadline, placeOfNext, resultOf, whatIsNext } from './next-step.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const one = {
  stage: 1,
  state: 'no_info',
  annulled: false,
  changed: false,
  in_question: false,
  result_date: null,
  result_type: null,
  result_valid_date: null,
  appeal_date: null,
  appeal_result: null,
  last_scheduled_hearing_date: null,
  last_scheduled_hearing_time: null,
  possible_hearing: null,
  hearing_said: null,
} as const
const decided = {
  ...one,
  state: 'in_past',
  result_date: '2026-10-22',
  result_type: { id: 1, title: 'Вынесено постановление о назначении административного наказания' },
} as const
const second = { ...one, stage: 2 } as const
const reviewed = (title: string) => ({ ...second, result_date: '2026-11-18', result_type: { id: 2, title } })
const today = '2026-11-21'

const planned = {
  ...one,
  state: 'is_planned',
  last_scheduled_hearing_date: '2026-11-25',
  last_scheduled_hearing_time: '11:30',
} as const
const possible = { ...planned, possible_hearing: { date: '2026-12-03', time: '10:00' } }
const penalty = 'Наказание назначено 22 октября 2026'

describe('what matters next', () => {
  it('quotes what the card says of the hearing ahead', () => {
    const hearing_said = 'Заседание отложено'
    const [off, perhaps] = [planned, possible].map(of => whatIsNext([{ ...of, hearing_said }], today))
    expect(off?.main.replaceAll('\u00a0', ' ')).toBe('Заседание 25 ноября в 11:30 (в карточке: «Заседание отложено»)')
    expect(perhaps?.rest.replaceAll('\u00a0', ' ')).toBe(
      'вероятно, заседание 3 декабря в 10:00 (в карточке: «Заседание отложено»)',
    )
  })
  it.each([
    ['no hearing set', [one], 'Рассматривается в первой инстанции', 'заседание не назначено'],
    ['a hearing set', [planned], 'Заседание 25 ноября в 11:30', 'через 4 дня'],
    ['a hearing today', [{ ...planned, last_scheduled_hearing_date: today }], 'Заседание 21 ноября в 11:30', 'сегодня'],
    [
      'a hearing next year, its hour unknown',
      [{ ...planned, last_scheduled_hearing_date: '2027-01-12', last_scheduled_hearing_time: null }],
      'Заседание 12 января 2027',
      'через 52 дня',
    ],
    [
      'what is perhaps a hearing ahead',
      [possible],
      'Рассматривается в первой инстанции',
      'вероятно, заседание 3 декабря в 10:00',
    ],
    [
      'decided, and what is perhaps a hearing ahead',
      [{ ...decided, state: 'is_planned', possible_hearing: possible.possible_hearing }],
      penalty,
      'о вступлении в силу сведений нет',
    ],
    [
      'a hearing past, nothing decided',
      [{ ...one, state: 'in_past', last_scheduled_hearing_date: '2026-11-20' }],
      'Рассматривается в первой инстанции',
      'заседание было 20 ноября 2026',
    ],
    ['decided', [decided], penalty, 'о вступлении в силу сведений нет'],
    [
      'decided, the site does not say how',
      [{ ...decided, result_type: null }],
      'Решено 22 октября 2026',
      'о вступлении в силу сведений нет',
    ],
    ['in force today', [{ ...decided, result_valid_date: today }], penalty, 'вступило в силу 21 ноября 2026'],
    [
      'in force before it was made, as an earlier decision was',
      [{ ...decided, result_valid_date: '2026-10-21' }],
      penalty,
      'о вступлении в силу сведений нет',
    ],
    ['in force tomorrow', [{ ...decided, result_valid_date: '2026-11-22' }], penalty, 'вступит в силу 22 ноября 2026'],
    [
      'appealed, no case of the second instance here',
      [{ ...decided, appeal_date: '2026-11-06' }],
      penalty,
      'обжаловано, рассмотрение — 6 ноября 2026',
    ],
    ['appealed and waiting', [decided, second], 'Рассматривается во второй инстанции', 'заседание не назначено'],
    ['appealed, a hearing set', [decided, { ...planned, stage: 2 }], 'Заседание 25 ноября в 11:30', 'через 4 дня'],
    [
      'reviewed and in force',
      [decided, { ...reviewed('Оставлено без изменения'), result_valid_date: '2026-11-18' }],
      'Во второй инстанции: без изменения 18 ноября 2026',
      'вступило в силу 18 ноября 2026',
    ],
    [
      'annulled, and the card still tells a day of force',
      [{ ...decided, result_valid_date: '2026-11-03', annulled: true }],
      penalty,
      'отменено во второй инстанции',
    ],
    [
      'changed',
      [{ ...decided, result_valid_date: '2026-11-03', changed: true }],
      penalty,
      'изменено во второй инстанции',
    ],
    ['perhaps annulled', [{ ...decided, result_valid_date: '2026-11-03', in_question: true }], penalty, 'под вопросом'],
    [
      'appealed in vain by its own card',
      [{ ...decided, appeal_date: '2026-11-06', appeal_result: 'Оставлено БЕЗ ИЗМЕНЕНИЯ', result_valid_date: today }],
      penalty,
      'обжаловано, рассмотрение — 6 ноября 2026: оставлено БЕЗ изменения, вступило в силу 21 ноября 2026',
    ],
    ['reviewed', [decided, reviewed('Отменено')], 'Во второй инстанции: отменено 18 ноября 2026', ''],
    [
      'returned: the first instance hears it again',
      [planned, reviewed('Отменено')],
      'Заседание 25 ноября в 11:30',
      'через 4 дня',
    ],
  ] as const)('%s', (_, instances, main, rest) => {
    const step = whatIsNext(instances, today)
    expect([plain(step.main), plain(step.rest)]).toEqual([main, rest])
  })
  it('does not take for annulled what leaves the decision as it is', () => {
    expect(resultOf(reviewed('Отменено с прекращением производства')).sign).toBe('annulled')
    const another = 'ОТМЕНЕНО РЕШЕНИЕ суда на постановление БЕЗ ОТМЕНЫ ПОСТАНОВЛЕНИЯ'
    expect(resultOf(reviewed(another))).toEqual({
      sign: 'same',
      words: 'Отменено решение суда на постановление БЕЗ отмены постановления',
    })
  })
  it('says where the next hearing is, and its hour by the reader’s clock where it differs', () => {
    const court = { id: 1, title: 'Дальний суд', city: '', region: 25, url: '', time_zone: 'Asia/Vladivostok' }
    const event = { type: 'Рассмотрение', is_hearing: true, is_possible_hearing: false, result: '', note: '' }
    const at = { date: '2026-11-25', time: '11:30', happens_at: '2026-11-25T01:30:00Z', hall: '5' }
    const ahead = { ...planned, court, events: [{ ...event, ...at }] }
    const place = (zone: string) => plain(placeOfNext([ahead], zone))
    expect(place('Asia/Vladivostok')).toBe('Дальний суд, зал 5.')
    expect(place('Europe/Moscow')).toBe('Дальний суд, зал 5. Время суда, мск+7; у вас 04:30.')
    expect(place('America/New_York')).toBe('Дальний суд, зал 5. Время суда, мск+7; у вас 20:30 24 ноября.')
    expect(placeOfNext([{ ...decided, court, events: [] }], 'Europe/Moscow')).toBe('')
    // Of the hearing that the sentence names, and of none that it does not.
    const perhaps = { ...possible, stage: 2 as const, court: { ...court, title: 'Краевой суд' }, events: [] }
    expect(plain(placeOfNext([ahead, perhaps], 'Asia/Vladivostok'))).toBe('Дальний суд, зал 5.')
    const reviewedThere = { ...reviewed('Отменено'), court, events: [] }
    expect(placeOfNext([{ ...possible, court, events: [] }, reviewedThere], 'Asia/Vladivostok')).toBe('')
  })
})

describe('the nearest deadline in the sentence', () => {
  const deadline = {
    kind: 'complaint',
    person: null,
    date: '2026-11-30',
    title: 'Обжаловать до\u00a030 ноября 2026 включительно',
  } as const
  it('is said where the card tells nothing of a decision, from the last day on, of nobody alone', () => {
    expect(nearestDeadline([deadline], '2026-11-30')).toBe('обжаловать до\u00a030 ноября 2026 включительно')
    expect(nearestDeadline([deadline], '2026-12-01')).toBeUndefined()
    expect(nearestDeadline([{ ...deadline, person: 1 }], today)).toBeUndefined()
    expect(nearestDeadline([{ ...deadline, kind: 'custody' }], today)).toBeUndefined()
    expect(whatIsNext([decided], today, 'обжаловать до').rest).toBe('обжаловать до')
    expect(plain(whatIsNext([decided], today).rest)).toBe('о вступлении в силу сведений нет')
    expect(whatIsNext([decided], today, '').rest).toBe('')
    expect(plain(whatIsNext([{ ...decided, result_valid_date: '2026-11-05' }], today, 'обжаловать до').rest)).toBe(
      'вступило в силу 5 ноября 2026',
    )
  })
})
