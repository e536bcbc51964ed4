import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodingOf } from './decode-text.ts'

const encoder = (label: string): ((text: string) => Uint8Array) => {
  const letters = [...new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
  const bytes = new Map(letters.map((letter, byte) => [letter, byte]))
  return text => Uint8Array.from([...text].map(letter => bytes.get(letter) ?? 63))
}
const utf16Bytes = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'utf-8': text => new TextEncoder().encode(text),
  'utf-8 with a BOM': text => new TextEncoder().encode(`\ufeff${text}`),
  'utf-16le with a BOM': text => utf16Bytes(`\ufeff${text}`, 'le'),
  'utf-16be with a BOM': text => utf16Bytes(`\ufeff${text}`, 'be'),
  'windows-1251': encoder('windows-1251'),
  'koi8-r': encoder('koi8-r'),
  ibm866: encoder('ibm866'),
}

const words = (
  'мировой судья судебного участка рассмотрев материалы дела признать виновным назначить наказание штраф размере рублей ' +
  'подсудимый защитник приговор вступил законную силу осуждённый лишение свободы срок месяцев колонии строгого режима ' +
  'постановление жалоба оставить изменения прокурор возвратить свидетель показал квартире ночью ударил потерпевшего ' +
  'хищение имущество сотрудник полиции объяснил пикет площадь плакат съёмка подъезд жёлтый хозяйство чужого щенок'
).split(' ')
const cases: readonly ((word: string) => string)[] = [
  word => word,
  word => word.toUpperCase(),
  word => word.charAt(0).toUpperCase() + word.slice(1),
]
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...words), fc.constantFrom(...cases)).map(([word, as]) => as(word)),
  },
  { weight: 1, arbitrary: fc.constantFrom('в', 'и', 'с', '20.2', '№ 5-12', '500', '12.05.2026', '-', ',') },
)
/** From three words of a heading to pages. */
const texts = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 3 }), fc.array(piece, { maxLength: 300 }))
  .map(([first, rest]) => [...first, ...rest].join(' ').replaceAll('№', 'N'))

describe('bytes of a text', () => {
  it.each(Object.entries(encodings))('are read in %s, short and long', (_, encode) =>
    fc.assert(
      fc.property(texts, text => decodeText(encode(text)) === text),
      { numRuns: 300 },
    ),
  )
  it.each([
    'ПОСТАНОВИЛ',
    'Постановил',
    'постановил',
    'Судья Иванов',
    'ИМЕНЕМ РОССИЙСКОЙ ФЕДЕРАЦИИ',
    'штраф 500 рублей',
  ])('«%s» is enough to tell the encoding', text => {
    for (const encode of Object.values(encodings)) expect(decodeText(encode(text))).toBe(text)
  })
  it('are what they are declared to be only where their letters agree', () => {
    const text = 'Признать виновным и назначить наказание в виде штрафа в размере пятисот рублей.'
    for (const declared of ['utf-8', 'windows-1252', 'windows-1251', 'koi8-r', 'x-klingon', undefined])
      for (const label of ['windows-1251', 'koi8-r']) expect(encodingOf(encoder(label)(text), declared)).toBe(label)
    expect(encodingOf(encoder('x-mac-cyrillic')(text), 'x-mac-cyrillic')).toBe('x-mac-cyrillic')
  })
  it('stay UTF-8 when they are cut within a letter or hold no Russian', () => {
    const bytes = new TextEncoder().encode('Суд постановил')
    expect(decodeText(bytes.subarray(0, -1))).toMatch(/^Суд постанови/)
    for (const text of ['', 'court', '東京地方裁判所', 'Käßmann'])
      expect(decodeText(new TextEncoder().encode(text))).toBe(text)
  })
  it('never fail', () =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => typeof decodeText(bytes) === 'string')))
})
