import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hitsOf, partsRound } from './find-hits.ts'
import { type AskedWords, askedWords } from './read-expression.ts'

const asked = (text: string, mode: string): Exclude<AskedWords, { kind: 'regexp' }> => {
  const words = askedWords({ text, mode })
  if (words.kind === 'regexp') throw new Error('not here')
  return words
}
const marked = (body: string, text: string, mode: string): string[] =>
  hitsOf(body, asked(text, mode)).map(({ start, end }) => body.slice(start, end))

const body =
  'ФИО1 стоял с плакатом «Нет». Плакаты изъяты; ещё два плаката по ч. 5 ст. 20.2, а не по частью 1 статьи 20.25.'
describe('what is found in a text', () => {
  it.each([
    ['плакат', 'plain', ['плакатом', 'Плакаты', 'плаката']],
    ['ч. 5', 'plain', ['ч. 5']],
    ['20.2', 'plain', ['20.2']],
    ['стоял с плакатами', 'phrase', ['стоял с плакатом']],
    ['плакат & !арест', 'raw', ['плакатом', 'Плакаты', 'плаката']],
    ['плакат* /1 изъят*', 'raw', ['Плакаты', 'изъяты']],
    ['"стоял с плакатом" | два', 'raw', ['стоял с плакатом', 'два']],
    ['НЕ плакат', 'raw', []],
    ['"НЕТ"', 'exact_match', ['«Нет»']],
    ['еще', 'exact_match', ['ещё']],
  ])('«%s» as %s', (text, mode, expected) => expect(marked(body, text, mode)).toEqual(expected))

  const anyText = fc.array(fc.constantFrom('плакат ', 'Плакатом, ', 'ч. 5 ', 'арест. ', '\n', '😀 ', 'и ', 'ст.20.2'), {
    maxLength: 60,
  })
  it('has places in order that do not overlap, and a snippet that shows one of them', () =>
    fc.assert(
      fc.property(
        anyText.map(parts => parts.join('')),
        fc.constantFrom('плакат', 'плакат | арест', '"плакат арест"', 'плакат /2 арест', 'ч. 5 | 20.2'),
        (text, query) => {
          const hits = hitsOf(text, asked(query, 'raw'))
          for (const [n, { start, end }] of hits.entries()) {
            expect(start).toBeLessThan(end)
            expect(start).toBeGreaterThanOrEqual(hits[n - 1]?.end ?? 0)
          }
          const snippet = partsRound(text, hits)
          expect(snippet.some(({ hit }) => hit)).toBe(hits.length > 0)
          expect(snippet.map(part => part.text).join('').length).toBeLessThan(300)
          const shown = snippet
            .map(part => part.text)
            .join('')
            .replace(/^…|…$/g, '')
            .trim()
          expect(text.replace(/\s+/g, ' ')).toContain(shown)
        },
      ),
    ))
})

describe('a snippet', () => {
  const long = `${'слово '.repeat(100)}стоял с плакатом на площади${' ещё слово'.repeat(100)}`
  it('shows what stands round the hit, cut at words', () => {
    const snippet = partsRound(long, hitsOf(long, asked('плакат', 'plain')))
    expect(snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')).toMatch(
      /^…слово .* стоял с \[плакатом\] на площади ещё .*(слово|ещё)…$/,
    )
  })
  it('prefers the place with most hits', () => {
    const text = `плакат ${'слово '.repeat(100)} плакат и плакат`
    expect(partsRound(text, hitsOf(text, asked('плакат', 'plain'))).filter(({ hit }) => hit)).toHaveLength(2)
  })
  it('is empty where nothing is found', () => expect(partsRound('слово', [])).toEqual([]))
})
