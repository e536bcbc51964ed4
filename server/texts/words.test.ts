import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { demoCases } from '../demo/generate.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { type TextIndexRow, textIndexRow } from './text-index.ts'
import { wordForms } from './word-forms.ts'
import { stemsOf, wordsOf } from './words.ts'

const { db } = await testDatabase()
const stems = (text: string): string =>
  wordsOf(text)
    .map(({ stem }) => stem)
    .join(' ')
const texts = [...demoCases(1500, { seed: 5, today: '2026-11-21', textShare: 1 })].flatMap(({ text }) => text ?? [])

describe('the words of a text', () => {
  it.each([
    ['плакаты, Плакатом; ПЛАКАТ', 'плакат плакат плакат'],
    ['ещё и еще', 'ещ и ещ'],
    ['ст. 20.2 КоАП', 'ст 20.2 коап'],
    ['ст.20.2 ч.5', 'ст 20.2 ч 5'],
    ['частью 5 статьи 20.2', 'ч 5 ст 20.2'],
    ['5-209/2026 от 05.03.2026.', '5 209 2026 от 05.03.2026'],
    ['п о с т а н о в и л:', 'постанов'],
    ['а в и с', 'авис'],
    ['адми\u00adнистративный', 'административн'],
    ['за\u0301мок', 'замок'],
    ['и\u0306од', 'йод'],
    ['«Вектор-М» 77RS0001', 'вектор м 77 rs 0001'],
    ['№ — !', ''],
  ])('«%s» are «%s»', (text, expected) => expect(stems(text)).toBe(expected))
  it('stand where they were written', () => {
    for (const text of texts.slice(0, 50))
      for (const { stem, start, end } of wordsOf(text)) expect(stems(text.slice(start, end))).toBe(stem)
  })
  it('are the same read with their places and without', () => {
    for (const text of texts.slice(0, 50)) expect(stemsOf(text).join(' ')).toBe(stems(text))
  })
  it('are bounded in length, for an index takes no word of any length', () =>
    expect(wordsOf('ж'.repeat(5000)).map(({ stem }) => stem.length)).toEqual([64]))
  it('have the stems PostgreSQL gives them, but for words of notation', async () => {
    const known = new Set(['ст', 'ч', 'п', 'пп', 'абз'])
    const pairs = [
      ...new Set(
        texts.flatMap(
          text =>
            text
              .toLowerCase()
              .replaceAll('ё', 'е')
              .match(/[а-я]{3,}/g) ?? [],
        ),
      ),
    ]
      .map((word): [string, string] => [word, stems(word)])
      .filter(([, stem]) => !known.has(stem))
    expect(pairs.length).toBeGreaterThan(2000)
    const { rows } = await sql<{ word: string; stem: string }>`
      select word, (ts_lexize('russian_stem', word))[1] as stem from unnest(${pairs.map(([word]) => word)}::text[]) word
      where ts_lexize('russian_stem', word) <> '{}'`.execute(db)
    const ours = new Map(pairs)
    expect(rows.filter(({ word, stem }) => ours.get(word) !== stem)).toEqual([])
  })
})

describe('folded letters', () => {
  const odd = 'Ёё «ёлка» „низ“ ’ – — − \u00a0\t\n İ 😀'
  it('keep every place', () => {
    expect(foldLetters(odd)).toHaveLength(odd.length)
    expect(smallLetters(odd)).toHaveLength(odd.length)
  })
})

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Постановил',
        'СУД',
        'виновным',
        ' ',
        ' ',
        '. ',
        '\n',
        'ст.20.2',
        'ул._Лесная',
        "д'Артаньян",
        'C:\\',
        '«ёж»',
        '№5',
        '\u00a0',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }).map(one => one.replaceAll('\0', '').toWellFormed()),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))

describe('what the index holds of a text', () => {
  const made = ({ words, grams, letters }: Pick<TextIndexRow, 'words' | 'grams' | 'letters'>) =>
    sql`word_index(${words}, text_grams(${grams}, ${letters}))`
  const indexed = async (row: TextIndexRow) => {
    const { rows } = await sql<{ count: number; has: boolean }>`
      select length(${made(row)}) as count, ${made(row)} @@ '''+плакат с'''::tsquery as has`.execute(db)
    return rows[0]
  }
  it('is every stem, every pair of neighbours, what tells longer phrases, and every form', async () =>
    expect(await indexed(textIndexRow('Стоял с плакатом, с плакатом с флагом.'))).toEqual({ count: 19, has: true }))
  it('is its letters alone for a text without words', async () =>
    expect(await indexed(textIndexRow('— 😀 —'))).toEqual({ count: 1, has: false }))
  it('is the same of a text whose forms stand among its grams, and whose signs stand one by one, as the version before has written them (decision 0134)', () =>
    fc.assert(
      fc.asyncProperty(anyText, async text => {
        const row = textIndexRow(text)
        const forms = wordForms(row.letters)
        const signs = row.grams.replaceAll(/([~=])(\S{16,})/g, (_, kind: string, all: string) =>
          all.replaceAll(/.{8}/g, `${kind}$& `).trim(),
        )
        const former = { ...row, grams: [signs, ...forms.map(form => `_${form}`)].filter(Boolean).join(' ') }
        const { rows } =
          await sql`select ${made(row)} as now, word_index(${row.words}, ${former.grams}) as before, ${made(former)} as kept`.execute(
            db,
          )
        const { now, before, kept } = z.object({ now: z.string(), before: z.string(), kept: z.string() }).parse(rows[0])
        expect([now, kept]).toEqual([before, before])
      }),
      lawRuns(60),
    ))
  it('takes a text of any length', async () => {
    const long = `плакат с ${Array.from({ length: 50_000 }, (_, n) => `слово${(n * 7919) % 50_021} длинноеприлагательное${n % 7}`).join(' ')}`
    const found = await indexed(textIndexRow(long))
    expect(found?.has).toBe(true)
    expect(found?.count).toBeGreaterThan(20_000)
  })
})
