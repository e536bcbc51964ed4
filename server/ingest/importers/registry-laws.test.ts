import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { importFiles } from './import-file.ts'
import { readRegistryRow } from './registry.ts'

/** Laws of registry rows over generated numbers (domain §1). */
const { db } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'sudmonitor-registry-'))
afterAll(() => rmSync(folder, { recursive: true }))

const district = 'Королёвский городской суд'
const regional = 'Вымышленский областной суд'
const cassation = 'Седьмой кассационный суд общей юрисдикции'
const indices = [
  ['5', district, 1, 1],
  ['12', district, 1, 2],
  ['7', regional, 1, 2],
  ['7а', regional, 1, 2],
  ['21', regional, 1, 2],
  ['16', cassation, 1, 2],
  ['П16', cassation, 1, 2],
  ['1', district, 2, 1],
  ['10', district, 2, 2],
  ['22', regional, 2, 2],
  ['22К', regional, 2, 2],
  ['7У', cassation, 2, 2],
  ['77', cassation, 2, 2],
] as const

/** As different clerks would type it. */
const style = fc.record({
  branch: fc.constantFrom('', 'A', 'Б', 'В'),
  zero: fc.constantFrom('', '0'),
  isLatin: fc.boolean(),
  isLower: fc.boolean(),
  dash: fc.constantFrom('-', ' - ', '–', ' -', '- ', '‑'),
  seat: fc.constantFrom('', '[1]', '(2)', '|3|'),
  series: fc.constantFrom('', '1-', '2-'),
  tail: fc.constantFrom(
    '',
    '/2021',
    '/2021/3',
    '/2021-7',
    ' (2021)',
    '/3/2021',
    '/2021З',
    '/2022 (5-1/2021;)',
    '/2021 [77-2/2021]',
  ),
  opens: fc.constantFrom('', ' ', '№ ', 'Дело № '),
})
const numberLike = fc.tuple(fc.constantFrom(...indices), fc.integer({ min: 1, max: 99_999 }), style)
type NumberLike = typeof numberLike extends fc.Arbitrary<infer N> ? N : never
const lookalikes = new Map([...'АВКУавку'].map((letter, at) => [letter, 'ABKYabky'[at] ?? letter]))
const written = ([[index], serial, how]: NumberLike): string => {
  const hasLetters = /\p{L}/u.test(index)
  const adorned = hasLetters ? index : `${how.branch}${how.zero}${index}`
  const letters = how.isLatin ? adorned.replace(/\p{L}/gu, letter => lookalikes.get(letter) ?? letter) : adorned
  const seat = hasLetters ? '' : how.seat
  return `${how.opens}${how.isLower ? letters.toLowerCase() : letters}${seat}${how.dash}${how.series}${serial}${how.tail}`
}
const rowOf = (given: Record<string, string | null>) => ({
  persons: null,
  articles: null,
  entry_date: '01.02.2021',
  region: 'Московская область',
  court: district,
  result: null,
  result_date: null,
  ...given,
})

describe('laws of registry rows', () => {
  it('a number tells codex and instance, whoever typed it', () =>
    fc.assert(
      fc.property(numberLike, one => {
        const [[, court, type, stage]] = one
        expect(readRegistryRow(rowOf({ number: written(one), court }))).toMatchObject({ record: { type, stage } })
      }),
      { numRuns: 1000 },
    ))

  const crimes = fc.constantFrom(
    'ст.158 ч.1 УК РФ',
    'УК РФ: ст. 105 ч.2 п. а',
    'Статья 228 Часть 1',
    'ст. 30 ч.3, ст.161 ч.1',
  )
  const offences = fc.constantFrom('ст.20.2 ч.5 КоАП РФ', 'КоАП: ст. 19.3 ч.1', 'Статья 6.1.1', 'Не заполнено', '')
  it('no row of УК is filed as КоАП, nor the reverse: what contradicts itself is refused', () =>
    fc.assert(
      fc.property(
        // «77-» is of КоАП in regional courts.
        numberLike.filter(([[index]]) => index !== '77'),
        fc.oneof(crimes, offences),
        fc.constantFrom(district, regional, cassation),
        (one, articles, court) => {
          const [[, , type]] = one
          const said = /Не заполнено|^$/.test(articles) ? type : /КоАП|6\.1\.1/.test(articles) ? 1 : 2
          const read = readRegistryRow(rowOf({ number: written(one), articles, court }))
          if ('record' in read) expect([read.record.type, said]).toEqual([type, type])
          else expect(read.reason).toMatch(/\p{Script=Cyrillic}/u)
        },
      ),
      { numRuns: 1000 },
    ))

  const anyText = fc.oneof(
    fc.string({
      unit: fc.constantFrom(...'0157У22К -–/|[](){};,.…<>«»"ёЁAKст.ч.п:КоАПУКРФ\u00a0'.split('')),
      maxLength: 40,
    }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    crimes,
    offences,
    numberLike.map(written),
  )
  const anyRow = fc.record({
    number: anyText,
    persons: anyText,
    articles: anyText,
    court: fc.oneof(anyText, fc.constantFrom(district, regional, cassation)),
    result: anyText,
  })
  it('any row is a case or a reason in Russian', () =>
    fc.assert(
      fc.property(anyRow, given => {
        const read = readRegistryRow(rowOf(given))
        if ('reason' in read) expect(read.reason).toMatch(/^[a-z_.[\]0-9]+: .*\p{Script=Cyrillic}/su)
        else expect([1, 2]).toContain(read.record.type)
      }),
      { numRuns: 2000 },
    ))

  it('a file tells each refused row once, with the number of its line and the reason', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 12 }), fc.nat(), async (given, serial) => {
        const rows = given.map(one => rowOf(one))
        const refused = rows.flatMap((row, at) => {
          const read = readRegistryRow(JSON.parse(JSON.stringify(row)))
          return 'reason' in read ? [{ line: at + 1, reason: read.reason }] : []
        })
        const file = join(folder, `${serial}.ndjson`)
        writeFileSync(file, rows.map(row => JSON.stringify(row)).join('\n'))
        const { rejectedPath, ...summary } = await importFiles(db, [file])
        expect(summary.new + summary.changed + summary.same).toBe(rows.length - refused.length)
        const told =
          rejectedPath === undefined
            ? []
            : readFileSync(rejectedPath, 'utf8')
                .trimEnd()
                .split('\n')
                .map(line => JSON.parse(line))
        expect(told.map(({ line, reason }) => ({ line, reason }))).toEqual(refused)
      }),
      { numRuns: 15 },
    ))
})
