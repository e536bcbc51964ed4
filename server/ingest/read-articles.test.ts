import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArticleRecord } from './case-record.ts'
import { readArticles } from './read-articles.ts'

/** «koap 20.2/5; uk 158/1 | - | …»: a person a bar, a dash for none. */
const brief = (written: string, codex?: 'koap' | 'uk'): string => {
  const read = readArticles(written, codex)
  return 'error' in read
    ? read.error
    : read.people
        .map(list => list.map(one => `${one.codex} ${one.article_number}/${one.part}`).join('; ') || '-')
        .join(' | ')
}

describe('articles as the sites write them (domain §2)', () => {
  it.each([
    ['ст.20.2 ч.5 КоАП РФ', 'koap 20.2/5'],
    ['КоАП: ст. 20.2 ч.5', 'koap 20.2/5'],
    ['ст.158 ч.2 п.п.а,б УК РФ', 'uk 158/2'],
    ['ст. 105 ч. 2 п. «а», «ж» УК РФ', 'uk 105/2'],
    ['ст. 105 ч. 2 пп. "а", "ж" УК РФ, Не заполнено', 'uk 105/2 | -'],
    ['ст.228 ч.2; ст.228 ч.1 УК РФ', 'uk 228/2; uk 228/1'],
    ['КоАП: ст. 20.2 ч.1; ст. 19.3 ч.1', 'koap 20.2/1; koap 19.3/1'],
    ['ст.20.2; ст.20.2 ч.5 КоАП РФ', 'koap 20.2/; koap 20.2/5'],
    ['ст.20.2 ч.5 КоАП РФ; ст.318 ч.1 УК РФ', 'koap 20.2/5; uk 318/1'],
    ['ст.30 ч.3 - ст.158 ч.1 УК РФ', 'uk 158/1'],
    ['ст.30 ч.3 – ст.33 ч.5 – ст.158 ч.2 п.а УК РФ', 'uk 158/2'],
    ['ст.30 ч.3 УК РФ', 'uk 30/3'],
    ['ст.228.1 ч.4 п.г УК РФ', 'uk 228.1/4'],
    ['ст.19.7.5-2 ч.1 КоАП РФ', 'koap 19.7.5-2/1'],
    ['ст.20.2.2 ч.1 КоАП РФ', 'koap 20.2.2/1'],
    ['ч. 6.1 ст. 20.2 КоАП РФ', 'koap 20.2/6.1'],
    ['ст. 20.2 КоАП РФ', 'koap 20.2/'],
    ['Не заполнено, ст.20.2 ч.6.1 КоАП РФ', '- | koap 20.2/6.1'],
    ['КоАП: ст. 20.2 ч.8, Не заполнено', 'koap 20.2/8 | -'],
    ['ст.20.2 ч.5 КоАП РФ, ст.19.3 ч.1 КоАП РФ', 'koap 20.2/5 | koap 19.3/1'],
    ['ст.20.2\u00a0ч.5\u00a0КоАП\u00a0РФ ', 'koap 20.2/5'],
    ['КоАП РФ Статья 20.2 Часть 5', 'koap 20.2/5'],
    ['УК РФ ст.158 ч.1, КоАП РФ ст.20.2 ч.5', 'uk 158/1 | koap 20.2/5'],
    ['ст.12.26ч.1 КоАП РФ', 'koap 12.26/1'],
    ['ст. 158 ч. 2 п. «а» и «в» УК РФ', 'uk 158/2'],
    ['ст. 264¹ ч.1 УК РФ (2 эпизода)', 'uk 264.1/1'],
    ['ст.­158 ч.­1 УК РФ', 'uk 158/1'],
    ['cт.20.2 ч.5 KоАП РФ', 'koap 20.2/5'],
    ['Не заполнено', '-'],
    ['', ''],
  ])('%s', (written, expected) => expect(brief(written)).toBe(expected))

  it.each([
    ['ст. 20.2 ч. 6.1', 'koap 20.2/6.1'],
    ['Ст. 20.2, Ч. 5', 'koap 20.2/5'],
    ['Ст. 20.2, Ч. 5, Ст. 19.3, Ч. 1', 'koap 20.2/5 | koap 19.3/1'],
    ['ст.19.7.5-2 ч.1', 'koap 19.7.5-2/1'],
    ['ст. 20.2 ч. 5 п. 2, Не заполнено', 'koap 20.2/5 | -'],
    ['ст. 318 ч. 1 УК РФ', 'uk 318/1'],
  ])('%s, in a case of КоАП', (written, expected) => expect(brief(written, 'koap')).toBe(expected))

  it.each([
    ['ст. 20.2 ч. 5', 'не назван кодекс'],
    ['иное нарушение', '«иное нарушение»: непонятно'],
    ['ст.20.2 ч.5 КоАП РФ; прочее', '«прочее» в «ст.20.2 ч.5 КоАП РФ; прочее»'],
    ['ст.20.2 ч.5 КоАП РФ и другие', '«и другие»'],
    ['ст.158 ч.1 УК РСФСР', '«РСФСР»'],
    ['ст.20.2 ч.5 - ст.19.3 ч.1 КоАП РФ', 'общей части УК'],
    ['ст.158 ч.1 - ст.161 ч.1 УК РФ', 'общей части УК'],
    ['УК РФ ст. 20.2 ч.5 КоАП РФ', 'названы два кодекса'],
    ['ст.20.2а ч.5 КоАП РФ', 'непонятно'],
    ['ст.20.2 ч.пятая КоАП РФ', '«ч.пятая КоАП РФ»'],
    ['ст.20.2 ч.1, 2 КоАП РФ', '«2 КоАП РФ»'],
  ])('refuses «%s» and names it', (written, sentence) => expect(brief(written)).toContain(sentence))
})

const numbers = fc.tuple(
  fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 3 }),
  fc.option(fc.integer({ min: 1, max: 9 })),
)
const anArticle = fc.record({
  article_number: numbers
    .map(([steps, branch]) => steps.join('.') + (branch === null ? '' : `-${branch}`))
    // Of the general part of УК: what follows it after a comma is the crime itself.
    .filter(written => !/^\d{1,2}$|^10[0-4]$/.test(written)),
  part: fc.oneof(fc.constant(''), fc.constantFrom('1', '5', '1.1', '6.1', '12')),
})
const onePerson = fc.record({
  codex: fc.constantFrom('koap' as const, 'uk' as const),
  articles: fc.array(anArticle, { maxLength: 3 }),
})
/** Ways to write one person's articles. */
type Style = { before: boolean; dot: string; gap: string; points: string }
const style: fc.Arbitrary<Style> = fc.record({
  before: fc.boolean(),
  dot: fc.constantFrom('ст.', 'ст. ', 'Ст. ', 'СТ.'),
  gap: fc.constantFrom(' ч.', ' ч. ', ', Ч. '),
  points: fc.constantFrom('', ' п.а', ' п.п.а,б', ' п. «а», «в»'),
})
const writtenAs = (
  { codex, articles }: { codex: 'koap' | 'uk'; articles: Omit<ArticleRecord, 'codex'>[] },
  how: Style,
) => {
  if (articles.length === 0) return 'Не заполнено'
  const list = articles
    .map(({ article_number, part }) => `${how.dot}${article_number}${part ? `${how.gap}${part}${how.points}` : ''}`)
    .join('; ')
  const name = codex === 'koap' ? 'КоАП' : 'УК'
  return how.before ? `${name}: ${list}` : `${list} ${name} РФ`
}

describe('laws of articles', () => {
  it('reads back what was written, person by person, in every notation', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(onePerson, style), { minLength: 1, maxLength: 5 }), people => {
        const written = people.map(([person, how]) => writtenAs(person, how)).join(', ')
        const expected = people.map(([{ codex, articles }]) => articles.map(one => ({ codex, ...one })))
        expect(readArticles(written)).toEqual({ people: expected })
      }),
    ))
  it('answers any text with articles or a sentence', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ст.ч.п 0123456789-;,КоАПУКРФ:«а»'.split('')) }), text => {
        const read = readArticles(text, 'koap')
        expect('error' in read ? read.error.length : read.people.length).toBeGreaterThanOrEqual(0)
      }),
    ))
})
