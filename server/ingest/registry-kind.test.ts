import { describe, expect, it } from 'vitest'
import { codexOfNumber, registryKind } from './registry-kind.ts'

const district = 'Заречный районный суд'
const regional = 'Вымышленский областной суд'
const cassation = 'Первый кассационный суд общей юрисдикции'
const garrison = 'Вымышленский гарнизонный военный суд'
const military = 'Вымышленский окружной военный суд'
const first = 'Вынесено постановление о назначении административного наказания'
const koap = [{ codex: 'koap', article_number: '20.2' }] as const
const uk = [{ codex: 'uk', article_number: '158' }] as const
const unnamed = (article_number: string) => [{ codex: undefined, article_number }]
const kindOf = (
  number: string,
  court: string,
  articles: Parameters<typeof registryKind>[0]['articles'],
  result?: string,
) => registryKind({ number, court, articles, result })

describe('codex and instance of a row of a registry (domain §1)', () => {
  it.each([
    ['5-17/2021', district, [], undefined, 1, 1],
    ['12-17/2021', regional, koap, undefined, 1, 2],
    ['7.1-17/2021', regional, [], 'Оставлено без изменения', 1, 2],
    ['П16-17/2021', cassation, koap, 'Возвращено без рассмотрения', 1, 2],
    ['1-17/2021', district, [], 'Вынесен ПРИГОВОР', 2, 1],
    ['10-17/2021', district, uk, 'Вынесено другое ПОСТАНОВЛЕНИЕ', 2, 2],
    ['22К-17/2021', regional, [], undefined, 2, 2],
    ['7У-17/2021 [77-3/2021]', cassation, [], 'ВЫНЕСЕНО РЕШЕНИЕ ПО СУЩЕСТВУ ДЕЛА', 2, 2],
    ['2-17/2021', regional, uk, 'Вынесен ПРИГОВОР', 2, 1],
    ['1-17/2021', district, unnamed('158'), undefined, 2, 1],
    ['1-17/2021', military, uk, 'Вынесен ПРИГОВОР', 2, 1],
    ['2-17/2021', military, uk, undefined, 2, 1],
    ['22-17/2021', military, uk, 'ПРИГОВОР ОТМЕНЕН', 2, 2],
    // Courts that number otherwise: the articles and the result tell.
    ['7-17/2021', district, koap, first, 1, 1],
    ['4/17/2021', garrison, koap, first, 1, 1],
    ['02/5-17/2021', district, koap, first, 1, 1],
    ['а-17/2021', district, koap, 'Оставлено без изменения', 1, 2],
    ['5К-17/2021', district, koap, undefined, 1, 1],
    ['10-17/2021', district, [], 'Вынесен ПРИГОВОР', 2, 2],
    ['5-17/2021', district, koap, 'Прекращено: возбуждено уголовное дело', 1, 1],
    ['17/2021', regional, unnamed('158'), 'ОБВИНИТЕЛЬНЫЙ приговор ОТМЕНЕН', 2, 2],
    ['17/2021', regional, unnamed('20.2'), undefined, 1, 2],
    ['17/2021', district, unnamed('158'), 'Вынесен ПРИГОВОР', 2, 1],
  ] as const)('%s, %s, %j, %s: type %i, stage %i', (number, court, articles, result, type, stage) =>
    expect(kindOf(number, court, articles, result)).toEqual({ type, stage }),
  )

  it.each([
    ['1-17/2021', district, koap, undefined, 'говорят о разных кодексах'],
    ['5-17/2021', district, uk, undefined, 'говорят о разных кодексах'],
    ['5-17/2021', district, unnamed('158'), undefined, 'говорят о разных кодексах'],
    ['1-17/2021', district, unnamed('20.2'), undefined, 'говорят о разных кодексах'],
    ['5-17/2021', district, [], 'Вынесен ПРИГОВОР', 'говорят о разных кодексах'],
    ['17/2021', district, [...koap, ...uk], undefined, 'говорят о разных кодексах'],
    ['17/2021', district, [], undefined, 'не видно, по какому кодексу'],
    ['12а-17/2021', district, [], undefined, 'не видно, по какому кодексу'],
    ['17/2021', district, koap, undefined, 'не видно, какая это инстанция'],
    ['7-17/2021', district, koap, 'Возвращено без рассмотрения', 'не видно, какая это инстанция'],
    ['17/2021', regional, uk, undefined, 'не видно, какая это инстанция'],
    ['12-17/2021', district, koap, first, 'говорят о разных инстанциях'],
    ['5-17/2021', regional, koap, undefined, 'говорят о разных инстанциях'],
    ['1-17/2021', regional, uk, undefined, 'говорят о разных инстанциях'],
    ['10-17/2021', military, koap, undefined, 'говорят о разных кодексах'],
    ['11-58/2021', district, [], undefined, 'номер гражданского дела'],
    ['3/1-17/2021', district, uk, undefined, 'номер материала'],
    ['4/17-3/2021', district, [], undefined, 'номер материала'],
  ] as const)('is not guessed: %s, %s, %j, %s: %s', (number, court, articles, result, sentence) =>
    expect(kindOf(number, court, articles, result)).toMatchObject({ reason: expect.stringContaining(sentence) }),
  )
})

it.each([
  ['158', 'uk'],
  ['228.1', 'uk'],
  ['30', 'uk'],
  ['20.2', 'koap'],
  ['5.26', 'koap'],
  ['19.7.5-2', 'koap'],
  ['23.1', undefined],
])('№ %s is an article of %s', (number, codex) => expect(codexOfNumber(number)).toBe(codex))
