import { describe, expect, it } from 'vitest'
import { isoDay } from '#shared/domain/written-day.ts'
import { proceedingsOf, proceedingsOfNumber, proceedingsOfUrl } from './catalogues.ts'
import { readResult, vocabulary } from './court-words.ts'
import { clockTime } from './site-dates.ts'

describe('the heading of a card or list (domain §6)', () => {
  it.each<[string, ReturnType<typeof proceedingsOf>]>([
    ['Дела об административных правонарушениях - первая инстанция', { type: 1, stage: 1 }],
    ['Дела об административных правонарушениях – жалобы на постановления', { type: 1, stage: 2 }],
    ['Дела об административных правонарушениях - первый пересмотр', { type: 1, stage: 2 }],
    [
      'Дела об административных правонарушениях - жалобы на вступившие в законную силу решения, постановления',
      { type: 1, stage: 2 },
    ],
    ['Уголовные дела - первая инстанция', { type: 2, stage: 1 }],
    ['УГОЛОВНЫЕ ДЕЛА - АПЕЛЛЯЦИЯ', { type: 2, stage: 2 }],
    ['Уголовные дела - кассация', { type: 2, stage: 2 }],
    ['Гражданские и административные дела - апелляция', 'other'],
    ['Административные дела (КАC РФ) - первая инстанция', 'other'],
    ['Производство по материалам', 'other'],
    ['Уголовные дела - неведомая ступень', undefined],
    ['Звёздные дела - первая инстанция', undefined],
  ])('%s', (heading, proceedings) => expect(proceedingsOf(heading)).toEqual(proceedings))
  it.each([
    ['delo_id=1500001', { type: 1, stage: 1 }],
    ['_deloId=1540006&_new=4', { type: 2, stage: 2 }],
    ['delo_id=5&new=5', undefined],
  ])('is told by the address when it is lost: %s', (query, proceedings) =>
    expect(proceedingsOfUrl(new URL(`https://x.sudrf.ru/modules.php?${query}`))).toEqual(proceedings),
  )
})

describe('a result the product knows', () => {
  const words = vocabulary([
    'Уголовное дело ПРЕКРАЩЕНО',
    'Передано (ст 29.9)',
    'Вынесено определение о возвращении протокола',
  ])
  it.each([
    ['уголовное дело прекращено', 'Уголовное дело ПРЕКРАЩЕНО', undefined],
    ['Уголовное дело ПРЕКРАЩЕНО\nсудебный штраф', 'Уголовное дело ПРЕКРАЩЕНО', 'судебный штраф'],
    ['Передано (ст 29.9)', 'Передано (ст 29.9)', undefined],
    [
      'Уголовное дело ПРЕКРАЩЕНО (ст. 25.1 УПК РФ)\nв связи  с примирением',
      'Уголовное дело ПРЕКРАЩЕНО',
      'ст. 25.1 УПК РФ; в связи с примирением',
    ],
    ['Вынесено определение о возвр...', 'Вынесено определение о возвращении протокола', undefined],
    ['Вынес...', undefined, undefined],
    ['Уголовное дело', undefined, undefined],
  ])('%s, with what stands beside it as its ground', (written, title, ground) =>
    expect(readResult(words, written)).toEqual(title && { title, ...(ground === undefined ? {} : { ground }) }),
  )
})

describe('a date and a time of a site', () => {
  it.each([
    ['05.06.2026', '2026-06-05'],
    ['5.6.2026 г.', '2026-06-05'],
    ['31.02.2026', undefined],
    ['05.06.1812', undefined],
    ['', undefined],
  ])('%s', (written, day) => expect(isoDay(written)).toBe(day))
  it.each([
    ['9:05', '09:05'],
    ['23:59:00', '23:59'],
    ['24:00', undefined],
    ['9-30', '09:30'],
    ['9 час. 30 мин.', '09:30'],
    ['14 ч 05', '14:05'],
    ['00-00', undefined],
    ['9-30-00', undefined],
    ['25 час. 00 мин.', undefined],
  ])('%s', (written, time) => expect(clockTime(written)).toBe(time))
})

it.each([
  ['5-174/2026', { type: 1, stage: 1 }],
  ['05-0042/424/2026', { type: 1, stage: 1 }],
  ['П16-5/2026', { type: 1, stage: 2 }],
  ['1-9/2026', { type: 2, stage: 1 }],
  ['22К-1372/2026', { type: 2, stage: 2 }],
  ['7У-1/2026', { type: 2, stage: 2 }],
  ['2-5/2026', undefined],
  ['33а-1/2026', undefined],
  ['7-120/2026', undefined],
])('a page that names no catalogue is known by its number: %s (domain §1)', (number, expected) => {
  expect(proceedingsOfNumber(number)).toEqual(expected)
})
