import { describe, expect, it } from 'vitest'
import { courtLevel } from './court-kinds.ts'
import { formerNumbers, isOfWhatIsInForce, numberAsked, numberMeaning } from './number-index.ts'

const district = 'Заречный районный суд'
const regional = 'Вымышленский областной суд'
const cassation = 'Первый кассационный суд общей юрисдикции'
const garrison = 'Заречный гарнизонный военный суд'
const brief = (number: string, court?: string): string => {
  const meaning = numberMeaning(number, court === undefined ? undefined : courtLevel(court))
  return meaning === undefined
    ? '-'
    : [meaning.procedure, meaning.instance, meaning.kind === 'case' ? '' : meaning.kind, meaning.isLoose ? 'loose' : '']
        .filter(Boolean)
        .join(' ')
}

describe('the index of a number (domain §1)', () => {
  it.each([
    ['5-17/2021', district, 'koap first'],
    ['5-9/2022 (5-700/2021;)', district, 'koap first'],
    ['05-0123/12/2024', district, 'koap first'],
    ['5-123/2024-7', district, 'koap first'],
    ['5|1|-17/2021', district, 'koap first'],
    ['5[2]-17/2021', district, 'koap first'],
    ['5(2)-17/2021', district, 'koap first'],
    ['5 - 17/2021', district, 'koap first'],
    ['5–17/2021', district, 'koap first'],
    ['B5-2-17/2021', district, 'koap first'],
    ['В5-2-17/2021', district, 'koap first'],
    ['5-А17/2021', district, 'koap first'],
    ['12-17/2021', district, 'koap appeal'],
    ['12-17/2021', regional, 'koap appeal'],
    ['21-17/2021', regional, 'koap appeal'],
    ['7-17/2021', regional, 'koap appeal'],
    ['7a-17/2021', regional, 'koap appeal'],
    ['7А-17/2021', regional, 'koap appeal'],
    ['7.1-17/2021', regional, 'koap appeal'],
    ['7/1-17/2021', regional, 'koap appeal'],
    ['30-1-17/2021', regional, 'koap appeal'],
    ['77-17/2021', regional, 'koap appeal'],
    ['16-17/2021', cassation, 'koap cassation'],
    ['П16-17/2021', cassation, 'koap cassation'],
    ['16-543/2022 - (16-9877/2021)', cassation, 'koap cassation'],
    ['5-АД22-12-К2', 'Верховный Суд Российской Федерации', 'koap cassation'],
    ['1-17/2021', district, 'uk first'],
    ['01-0012/3/2024', district, 'uk first'],
    ['1-12/2024/3', 'Судебный участок № 3 Заречного района', 'uk first'],
    ['A1-17/2021', district, 'uk first'],
    ['2-17/2021', regional, 'uk first'],
    ['10-17/2021', district, 'uk appeal'],
    ['10-2-3/2021', district, 'uk appeal'],
    ['22-17/2021', regional, 'uk appeal'],
    ['22К-17/2021', regional, 'uk appeal material'],
    ['22K-17/2021', regional, 'uk appeal material'],
    ['22-К-17/2021', regional, 'uk appeal material'],
    ['П-16-17/2021', cassation, 'koap cassation'],
    ['55-17/2021', 'Вымышленский апелляционный суд общей юрисдикции', 'uk appeal'],
    ['77-17/2021', cassation, 'uk cassation'],
    ['7У-17/2021 [77-9/2022 - (77-5/2021)]', cassation, 'uk cassation'],
    ['7y-17/2021', cassation, 'uk cassation'],
    ['44у-17/2018', regional, 'uk cassation'],
    ['78-УД23-5', 'Верховный Суд Российской Федерации', 'uk cassation'],
    ['3/1-17/2021', district, 'uk first material'],
    ['3.10-192', district, 'uk first material'],
    ['4/17-13/2014', district, 'uk first execution'],
    ['13-17/2021', district, 'civil first execution'],
    ['м-17/13', district, 'civil first material'],
    ['М-7523/2025', district, 'civil first material'],
    ['2-17/2021', district, 'civil first'],
    ['2а-17/2021', district, 'civil first'],
    ['11-17/2021', district, 'civil appeal'],
    ['33а-17/2021', regional, 'civil appeal'],
    ['88-17/2021', cassation, 'civil cassation'],
    ['8Г-17/2021', cassation, 'civil cassation'],
  ])('%s, %s: %s', (number, court, expected) => expect(brief(number, court)).toBe(expected))

  it.each<[string, string | undefined, string]>([
    ['7-17/2021', district, 'a district court files otherwise'],
    ['77-17/2021', undefined, 'of two meanings where the court is not told'],
    ['02/5-17/2021', district, 'is the court’s own'],
    ['4/17/2021', garrison, 'has no dash'],
    ['2у-17/2021', district, 'has a letter that no rule knows, on a number of гражданские дела'],
    ['а-17/2021', district, 'is no figure'],
    ['116-5/2021', district, 'is in no rule'],
    ['17/2021', district, 'is none'],
    ['', district, 'is none'],
  ])('«%s» says nothing in %s: it %s', (number, court, _why) => expect(brief(number, court)).toBe('-'))

  it('with a letter that no rule knows tells the instance, not the codex for sure', () =>
    expect(['5К-17/2021', '12а-17/2021', 'АД5-1/2021'].map(number => brief(number, district))).toEqual([
      'koap first loose',
      'koap appeal loose',
      'koap first loose',
    ]))
})

it.each([
  ['16-5/2026', true],
  ['П16-5/2026', true],
  ['4а-5/2026', true],
  ['4a-5/2026', true],
  ['П4а-5/2026', true],
  ['12-5/2026', false],
  ['116-5/2026', false],
  ['7-16/2026', false],
  ['7У-16/2026', true],
  ['4У-16/2026', true],
  ['44У-16/2026', true],
  ['22-16/2026', false],
])('a review of what is in force: %s: %s', (number, answer) => expect(isOfWhatIsInForce(number)).toBe(answer))
it('a review of what is in force is told by the court where the number leaves it open', () =>
  expect((['cassation', 'regional', undefined] as const).map(level => isOfWhatIsInForce('77-5/2026', level))).toEqual([
    true,
    false,
    false,
  ]))

it.each([
  ['1-39/2022 (1-264/2021;)', ['1-264/2021']],
  ['33а-647/2026 (33а-11786/2025; 33а-2/2024)', ['33а-11786/2025', '33а-2/2024']],
  ['7У-11/2021 [77-9/2022 - (77-5/2021)]', ['77-5/2021']],
  ['22К-238/2022 (22К-5201/2021;)', ['22К-5201/2021']],
  ['5(2)-409/2021', []],
  ['5-12 (2026)', []],
  ['3/1-12/2026 (К/21548)', []],
])('former numbers of %s: %j', (number, former) => expect(formerNumbers(number)).toEqual(former))

it.each([
  ['33а-647/2026 (33а-11786/2025;)', '33а-647/2026'],
  ['33а-647/2026(33а-11786/2025;)', '33а-647/2026'],
  ['7У-4410/2026 [77-2207/2026]', '7У-4410/2026'],
  ['7У-4410/2026[77-22', '7У-4410/2026'],
  ['5(2)-12/2024', '5(2)-12/2024'],
  ['5[2]-12/2024 (М-1/2024)', '5[2]-12/2024'],
  ['5-12 (2024)', '5-12 (2024)'],
  ['[77-655/2026]', '77-655/2026'],
  [' (33а-11786/2025;)', '33а-11786/2025'],
  ['[77-6', '77-6'],
  ['[]', '[]'],
  ['-209/', '-209/'],
  ['№ 12-66/2026', '12-66/2026'],
  ['Дело №12–66/2026', '12-66/2026'],
  ['материал № 3/2−7/2026', '3/2-7/2026'],
  ['№', '№'],
  ['дело', 'дело'],
])('of the number «%s» in a search «%s» is looked for (§3)', (written, asked) =>
  expect(numberAsked(written)).toBe(asked),
)
