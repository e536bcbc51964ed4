import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseNumbers } from './case-number.ts'

it.each([
  ['ДЕЛО № 5-174/2026', '5-174/2026', []],
  ['33а-647/2026 (33а-11786/2025;)', '33а-647/2026', ['33а-11786/2025']],
  ['2-5/2026 ∼ М-7523/2025', '2-5/2026', ['М-7523/2025']],
  ['7У-1297/2026 [77-655/2026]', '77-655/2026', ['7У-1297/2026']],
  ['77-655/2026 [7У-1297/2026]', '77-655/2026', ['7У-1297/2026']],
  ['7У-1297/2026, 77-655/2026', '77-655/2026', ['7У-1297/2026']],
  ['П16-5/2026 [16-7/2026] (16-2/2025)', '16-7/2026', ['П16-5/2026', '16-2/2025']],
  ['1-2/2026 (1-3/2025; 1-4/2024;)', '1-2/2026', ['1-3/2025', '1-4/2024']],
  // A mark of the court's office is no number.
  ['3/1-12/2026 (К/21548)', '3/1-12/2026', []],
  ['7У-11/2021 [77-9/2022 - (77-5/2021)]', '77-9/2022', ['7У-11/2021', '77-5/2021']],
  ['5(2)-17/2026', '5(2)-17/2026', []],
  ['5-123 (2021)', '5-123 (2021)', []],
  ['5-190/2020-20', '5-190/2020-20', []],
  ['Дело N 5-174/2026', '5-174/2026', []],
  ['ДЕЛО № 5-174/2026 (5-7/2025) УИД 43RS0001-01-2026-000667-40', '5-174/2026', ['5-7/2025']],
  ['ДЕЛО № 5-174/2026 (УИД: 43RS0001-01-2026-000667-40)', '5-174/2026', []],
  ['5-174/2026 – 43RS0001-01-2026-000667-40', '5-174/2026', []],
  ['', '', []],
])('«%s» is the case %s and its other numbers (domain §1)', (written, number, others) => {
  expect(caseNumbers(written)).toEqual({ number, others })
})

it('every number that is written is one of the two, once, whatever stands round them', () => {
  const number = fc.tuple(
    fc.constantFrom('5', '12', '1', '22', '77', '7У', '16'),
    fc.nat(9999),
    fc.constantFrom(2024, 2025, 2026),
  )
  const text = number.map(([index, serial, year]) => `${index}-${serial + 1}/${year}`)
  const space = fc.constantFrom('', ' ', '\u00a0', '  ')
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      space,
      fc.constantFrom('()', '[]'),
      (all, gap, [open, close]) => {
        const [first = '', ...rest] = all
        const { number: own, others } = caseNumbers(
          `ДЕЛО №${gap}${first}${rest.map(one => `${gap}${open}${one}${close}`).join('')}`,
        )
        expect([own, ...others].sort()).toEqual([...all].sort())
      },
    ),
  )
})
