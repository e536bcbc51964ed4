import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { selectCases } from '../cases/case-query.ts'
import type { CaseSet } from '../cases/engine/case-set.ts'
import { asOf } from '../db/as-of/as-of.ts'
import { demoCases } from '../demo/generate.ts'
import type { Expression, Term } from './expression.ts'
import { foldLetters } from './fold-letters.ts'
import { deleteOldWrites, foundCases } from './found-cases.ts'
import { readPhrase, readPlain, readRaw } from './read-expression.ts'
import { wordsOf } from './words.ts'

/** The five ways to search (§3 `text_search_type`), each against a reading of every text from its first letter to its last. */
const { db } = await testDatabase()
const texts = [...demoCases(600, { seed: 3, today: '2026-11-21', textShare: 1 })].flatMap(({ text }) => text ?? [])
const odd = [
  'Ещё и ещё раз: ПЛАКАТ «Нет — войне» на ст.20.2, ч.5.',
  'Еще раз: плакат на ч. 5 ст. 20.25 и на 20,2.',
  'п о с т а н о в и л : вину не признал, вины не признаёт',
  'не вину признал, а (100%_\\) что-то',
  '— 😀 —',
  `Признал${'о'.repeat(60)}, не ${'_'.repeat(300)} признал. Вину не признал`,
]
const all = [...texts, ...odd]
const ids = await buildCases(
  db,
  all.map((text, n) => ({ text, case_number: `5-${n}/2026` })),
)
/** What has just come waits to be sorted in, and each search reads it through. */
const sortIn = async (): Promise<void> => {
  for (const index of ['case_text_lexemes', 'case_text_strings'])
    await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db)
}
await sortIn()
await sql`analyze`.execute(db)
const read = all.map((text, n) => ({ id: ids[n] ?? 0, text, stems: wordsOf(text).map(({ stem }) => stem) }))

const found = async (text: string, mode: string): Promise<number[]> => {
  const rows = await selectCases(db, { accountId: null, regions: 'all' }, { result_text_search: { text, mode } })
    .select('court_case.id')
    .orderBy('court_case.id')
    .execute()
  return rows.map(({ id }) => id)
}

const fits = ({ stem, prefix }: Term, word: string | undefined): boolean =>
  word !== undefined && (prefix ? word.startsWith(stem) : word === stem)
const placesOf = (words: readonly Term[], stems: readonly string[]): number[] =>
  stems.flatMap((_, at) => (words.every((word, next) => fits(word, stems[at + next])) ? [at] : []))
const holds = (expression: Expression, stems: readonly string[]): boolean => {
  switch (expression.kind) {
    case 'and':
      return expression.of.every(part => holds(part, stems))
    case 'or':
      return expression.of.some(part => holds(part, stems))
    case 'not':
      return !holds(expression.of, stems)
    case 'word':
      return stems.some(stem => fits(expression.word, stem))
    case 'phrase':
      return placesOf(expression.words, stems).length > 0
    case 'near': {
      const { left, right, within } = expression
      const [lefts, rights] = [placesOf(left, stems), placesOf(right, stems)]
      return lefts.some(l =>
        rights.some(r => {
          const gap = l < r ? r - (l + left.length) : l - (r + right.length)
          return gap >= 0 && gap < within
        }),
      )
    }
  }
}
const readers: Readonly<Record<string, (text: string) => Expression>> = {
  plain: readPlain,
  phrase: readPhrase,
  raw: readRaw,
}
const byReading = (test: (one: (typeof read)[number]) => boolean): number[] =>
  read
    .filter(test)
    .map(({ id }) => id)
    .sort((a, b) => a - b)

describe('words, phrases and expressions find what reading every text finds', () => {
  it('has enough to read', () => expect(read.length).toBeGreaterThan(350))
  it.each([
    ['plain', 'плакат'],
    ['plain', 'плакаты площади'],
    ['plain', 'ч. 5 ст. 20.2'],
    ['plain', '20.2'],
    ['plain', 'ещё'],
    ['plain', 'постановил'],
    ['plain', 'такогословаестьтолькоздесь'],
    ['phrase', 'административного штрафа'],
    ['phrase', 'наказание в виде административного штрафа в размере'],
    ['phrase', 'вину не признал'],
    ['phrase', 'не признал вину'],
    ['phrase', 'в'],
    ['phrase', 'нет войне'],
    ['raw', 'плакат & (пикет | митинг)'],
    ['raw', 'плакат И НЕ штраф'],
    ['raw', 'НЕ плакат'],
    ['raw', 'НЕ (плакат | "признать виновным" | "в размере одна тысяча")'],
    ['raw', 'плакат | НЕ штраф'],
    ['raw', 'плакат | НЕ "административного штрафа в размере"'],
    ['raw', 'пикет*'],
    ['raw', '"административн* штраф*"'],
    ['raw', '"вин* не призна*"'],
    ['raw', 'сотрудник /3 полиция'],
    ['raw', 'полиции /2 рапорты & штраф'],
    ['raw', '"сотрудников полиции" /6 "административном правонарушении"'],
    ['raw', 'штраф & НЕ (сотрудник /3 полиция)'],
    ['raw', '(постановление | решение) & НЕ "вину признал полностью"'],
  ])('%s «%s»', async (mode, text) => {
    const expression = readers[mode]?.(text)
    if (!expression) throw new Error(mode)
    expect(await found(text, mode)).toEqual(byReading(({ stems }) => holds(expression, stems)))
  })

  const stemsSeen = [...new Set(read.flatMap(({ stems }) => stems.slice(0, 60)))].filter(stem =>
    /^[а-я]{3,}$/.test(stem),
  )
  const word = fc.constantFrom(...stemsSeen, 'в', 'с', 'не', '20.2', '5')
  /** Written, so that it is read again: a stem stands for its word. */
  const written = fc.letrec<{ any: string; leaf: string }>(tie => ({
    leaf: fc.oneof(
      word,
      word.filter(one => one.length > 3).map(one => `${one}*`),
      fc.array(word, { minLength: 2, maxLength: 4 }).map(words => `"${words.join(' ')}"`),
      fc
        .tuple(fc.nat(read.length - 1), fc.nat(80), fc.integer({ min: 2, max: 5 }))
        .map(([n, at, length]) => `"${(read[n]?.stems.slice(at, at + length) ?? []).join(' ') || 'плакат'}"`),
      fc.tuple(word, fc.integer({ min: 1, max: 9 }), word).map(([left, n, right]) => `${left} /${n} ${right}`),
    ),
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      tie('leaf'),
      fc.tuple(tie('any'), fc.constantFrom('&', '|', 'И', 'ИЛИ', ''), tie('any')).map(parts => `(${parts.join(' ')})`),
      tie('any').map(inside => `НЕ (${inside})`),
    ),
  })).any
  it('any expression', () =>
    fc.assert(
      fc.asyncProperty(written, async text => {
        const expression = readRaw(text)
        expect(await found(text, 'raw')).toEqual(byReading(({ stems }) => holds(expression, stems)))
      }),
      lawRuns(30),
    ))
})

describe('exact strings and regular expressions find what reading every text finds', () => {
  const folded = (text: string): string => foldLetters(text).toLowerCase()
  const lettersOf = new Map(read.map(({ id, text }) => [id, folded(text)]))
  const holding = (piece: string): number[] =>
    byReading(({ id }) => lettersOf.get(id)?.includes(folded(piece)) ?? false)
  it.each([
    'штрафа в размере',
    'с плакатом',
    'ЕЩЁ',
    '«Нет – войне»',
    '(100%_\\)',
    'ст.20.2',
    'ма',
    'судья\u00a0',
    '😀',
    'не признал',
    'признал ',
    ' не признал',
    'признал.',
    'не  признал',
    'вину не признал, ',
    '"вектор',
    '/2026',
    "вектор'\\",
    '_ признал.',
  ])('exact_match «%s»', async text => expect(await found(text, 'exact_match')).toEqual(holding(text)))
  it.each([
    ['плакат(ом|ы)', /плакат(ом|ы)/i],
    ['\\mст\\. ?20\\.2\\M', /(?<![\p{L}\d_])ст\. ?20\.2(?![\p{L}\d_])/iu],
    ['виновн(ым|ой) .{0,40} штраф', /виновн(ым|ой) .{0,40} штраф/is],
    ['ещё раз', /еще раз/i],
    ['плакат(ом|ы),', /плакат(ом|ы),/i],
    ['(не)?призна(л|ла), Что', /(не)?призна(л|ла), что/i],
    ['арест|ШТРАФ[ау]? в|признал\\.', /арест|штраф[ау]? в|признал\./i],
    ['штрафа в размере \\d', /штрафа в размере \d/i],
    ['\\d{2,} суток', /\d{2,} суток/i],
    ['(не)?виновн(ым|ой|ость)', /(не)?виновн(ым|ой|ость)/i],
    ['арест|обязательн[а-я]+ работ', /арест|обязательн[а-я]+ работ/i],
    ['^.{0,30}(№|N) 5-\\d+', /^.{0,30}(№|N) 5-\d+/i],
    // As most regular expressions write the edge of a word; PostgreSQL writes «\\y».
    ['\\bсуд\\b', /(?<![\p{L}\d_])суд(?![\p{L}\d_])/iu],
    ['\\\\b', /\\b/],
  ])('regexp «%s»', async (text, pattern) =>
    expect(await found(text, 'regexp')).toEqual(byReading(one => pattern.test(foldLetters(one.text)))),
  )
  it('letters that most texts hold are asked of their index: no text is put together anew', () =>
    db.transaction().execute(async trx => {
      // What the connection did a moment ago may be among them.
      const scans = async () =>
        (await sql`select pg_stat_get_xact_numscans('case_text'::regclass)::integer as scans`.execute(trx)).rows
      const before = await scans()
      await sql`select cases_with_forms('[[{"like": "%суд%"}]]', 'true', true)`.execute(trx)
      expect(await scans()).toEqual(before)
    }))
  it('so it is with any piece of any text, whether its forms are told or it was read before there were any', async () => {
    await sql`update case_text set grams = '~ _' where case_id % 10 = 0`.execute(db)
    await sql`update case_text set grams = '~', reading = 3 where case_id % 10 = 1`.execute(db)
    await sortIn()
    const pieces = fc.tuple(fc.nat(read.length - 1), fc.nat(1_000), fc.integer({ min: 2, max: 30 }))
    await fc.assert(
      fc.asyncProperty(pieces, async ([n, at, length]) => {
        const piece = read[n]?.text.slice(at, at + length) ?? ''
        fc.pre(piece.trim() !== '')
        expect(await found(piece, 'exact_match')).toEqual(holding(piece))
        const escaped = piece.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
        expect(await found(escaped, 'regexp')).toEqual(holding(piece))
      }),
      { ...lawRuns(10), endOnFailure: true },
    )
  })
})

describe('what was found is kept for who asks again', () => {
  const none = async (): Promise<null> => null
  const idsOf = (found: CaseSet): number[] => {
    if (!('list' in found)) throw new Error('These are few')
    return z
      .array(z.number())
      .parse(JSON.parse(found.list))
      .sort((a, b) => a - b)
  }
  const kept = async (text: string, mode: string): Promise<number[]> =>
    idsOf(await foundCases({ db, on: db, words: { text, mode }, others: none }))

  it('and never differs from what a search finds, whatever is written meanwhile', async () => {
    const asked = [
      ['вину не признал', 'phrase'],
      ['ст.20.2', 'exact_match'],
      ['плакат(ом|ы)', 'regexp'],
    ] as const
    const agree = async (): Promise<void> => {
      for (const [text, mode] of asked) expect(await kept(text, mode)).toEqual(await found(text, mode))
    }
    await agree()
    const [added = 0] = await buildCases(db, [{ text: 'С плакатом о ст.20.2 вину не признал.' }])
    await agree()
    await sql`update case_text set words = ' плакат ', grams = '_плакат', letters = 'плакат' where case_id = ${added}`.execute(
      db,
    )
    await agree()
    await sql`delete from case_text where case_id = ${added}`.execute(db)
    await agree()
    // One that has begun before and ends after is seen when it ends.
    const begun = await db.startTransaction().execute()
    await sql`update case_text set letters = 'ст.20.2', grams = '~ _' where case_id = ${ids[0] ?? 0}`.execute(begun)
    await agree()
    await begun.commit().execute()
    await agree()
    await deleteOldWrites(db)
    await agree()
  })

  it('letters that very many texts hold are looked for among what other filters leave, or refused at once', async () => {
    await sql`analyze case_text`.execute(db)
    const words = { text: 'по делу об', mode: 'exact_match' }
    const broad = { db, on: db, words, mostProposed: 100 }
    const few = ids.slice(0, 40)
    const all = await found('по делу об', 'exact_match')
    expect(idsOf(await foundCases({ ...broad, others: async () => JSON.stringify(few) }))).toEqual(
      few.filter(id => all.includes(id)),
    )
    await expect(foundCases({ ...broad, others: none })).rejects.toThrow('слишком многих текстах')
    // On a day as well, where texts stand behind a view; before it there were none.
    await sql`update case_text set known_from = '2026-03-02'`.execute(db)
    const [before, then] = [asOf(db, '2026-03-01'), asOf(db, '2026-03-02')]
    await expect(foundCases({ ...broad, db: then, on: then, others: none })).rejects.toThrow('слишком многих текстах')
    expect(idsOf(await foundCases({ ...broad, db: before, on: before, others: none }))).toEqual([])
  })
})
