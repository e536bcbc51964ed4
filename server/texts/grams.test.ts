import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gramsOf, phraseGrams, tooManyGrams } from './grams.ts'

/** Of few different words, so that runs repeat themselves and stand among different neighbours. */
const words = fc.constantFrom('в', 'вид', 'штраф', 'размер')
const texts = fc.array(words, { minLength: 1, maxLength: 40 })

const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)
const holds = (text: readonly string[], phrase: readonly string[]): boolean =>
  ` ${text.join(' ')} `.includes(` ${phrase.join(' ')} `)

/** As `text_grams` of migration 0114 tells them. */
const signsOneByOne = (grams: string): string =>
  grams.replaceAll(/([~=])(\S{16,})/g, (_, kind: string, signs: string) =>
    signs.replaceAll(/.{8}/g, `${kind}$& `).trim(),
  )

/** As PostgreSQL answers `surely` and `possibly` of words-in-sql.ts. */
const asked = (text: readonly string[], phrase: readonly string[]) => {
  const told = new Set(signsOneByOne(gramsOf(text)).split(' '))
  const pairs = new Set(pairsOf(text))
  const has = (quoted: string): boolean => told.has(quoted.slice(1, -1))
  const { needed, doubts } = phraseGrams(phrase)
  const possibly =
    pairsOf(phrase).every(pair => pairs.has(pair)) &&
    needed.every(either => {
      const [mark = '', gram = ''] = either.slice(2, -1).split('|')
      return !has(mark) || has(gram)
    })
  return { possibly, surely: possibly && !doubts.some(has) }
}

describe('§3 a phrase is found without reading the text', () => {
  it('what is said to be there is there, and what is there is never passed over', () =>
    fc.assert(
      fc.property(texts, fc.array(words, { minLength: 3, maxLength: 8 }), fc.nat(40), (text, made, from) => {
        for (const phrase of [made, text.slice(from, from + made.length)]) {
          if (phrase.length < 3) continue
          const { possibly, surely } = asked(text, phrase)
          if (surely) expect(holds(text, phrase)).toBe(true)
          if (holds(text, phrase)) expect(possibly).toBe(true)
        }
      }),
      { numRuns: 500 },
    ))

  it('up to five words there is never a doubt', () =>
    fc.assert(
      fc.property(texts, fc.array(words, { minLength: 3, maxLength: 5 }), (text, phrase) => {
        expect(asked(text, phrase).surely).toBe(holds(text, phrase))
      }),
      { numRuns: 500 },
    ))

  it('a text of far too many repetitions says that it is to be read', () => {
    const stems = Array.from({ length: 60_000 }, (_, n) => `с${((n * n) % 65_537) % 251}`)
    expect(gramsOf(stems)).toBe(tooManyGrams)
  })
})
