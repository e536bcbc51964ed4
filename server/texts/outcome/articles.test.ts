// biome-ignore-all format: rows of tables, a few a line
import { describe, expect, it } from 'vitest'
import { articlesIn, citedGround, codexOf } from './articles.ts'

const named = (plain: string, otherwise: 'koap' | 'uk'): string =>
  articlesIn(plain, otherwise)
    .map(({ codex, article_number, part }) => `${codex} ${article_number}/${part}`)
    .join('; ')

describe('articles of offences', () => {
  it.each([
    ['ч. 5 ст. 20.2 коап рф', 'koap 20.2/5'], ['ст. 158 ч. 2 ук рф', 'uk 158/2'], ['п. «а» ч. 3 ст. 158 ук рф', 'uk 158/3'], ['статьей 6.4 коап', 'koap 6.4/'],
    ['ч. 5, ч. 6.1 ст. 20.2 коап рф', 'koap 20.2/5; koap 20.2/6.1'], ['ч. 1, 2 и 3 ст. 12.37 коап', 'koap 12.37/1; koap 12.37/2; koap 12.37/3'],
    ['ч. 1 ст. 158, ч. 1 ст. 161 ук рф', 'uk 158/1; uk 161/1'], ['ч. 1 ст. 158, ч. 1 ст. 158 ук рф', 'uk 158/1'],
    ['ч. 1 ст. 158, ч. 2 ст. 158 ук рф', 'uk 158/1; uk 158/2'], ['ст. 158 какого-то ук рф', 'uk 158/'], ['ст. 158 уголовного кодекса', 'uk 158/'],
    ['ст. 20.2 кодекса об административных правонарушениях', 'koap 20.2/'],
    // Of the special parts alone.
    ['ст. 4.1 коап', ''], ['ст. 5.1 коап', 'koap 5.1/'], ['ст. 21.1 коап', 'koap 21.1/'], ['ст. 22.1 коап', ''], ['ст. 20 коап', ''], ['ст. 104 ук рф', ''],
    ['ст. 105 ук рф', 'uk 105/'], ['ст. 361 ук рф', 'uk 361/'], ['ст. 362 ук рф', ''],
    // Of other codices.
    ['ст. 237 упк рф', ''], ['ст. 237 гк рф', ''], ['ст. 20.2 фз', ''], ['ст. 6.4. упк', ''], ['ст. 158 ук, ст. 237 упк', 'uk 158/'],
  ])('%s: %s', (plain, expected) =>
    expect(['koap', 'uk'].map(codex => named(plain, codex === 'uk' ? 'uk' : 'koap'))).toEqual([expected, expected]),
  )
  it('are of the codex of the case where none is named near them', () => {
    expect([named('ст. 20.2', 'koap'), named('ст. 20.2', 'uk')]).toEqual(['koap 20.2/', ''])
    expect([named('ст. 158', 'koap'), named('ст. 158', 'uk')]).toEqual(['', 'uk 158/'])
    expect([
      named(`ст. 158 ${'а'.repeat(390)} ук рф`, 'koap'),
      named(`ст. 158 ${'а'.repeat(400)} ук рф`, 'koap'),
    ]).toEqual(['uk 158/', ''])
    expect(named('ст. 20.2 закона, упк', 'koap')).toBe('koap 20.2/')
  })
  it('are found where they stand', () =>
    expect(articlesIn('по ч. 5 ст. 20.2 коап', 'koap').map(({ at }) => at)).toEqual([3]))
})

describe('the codex of a decision', () => {
  it.each([
    'приговор', 'уголовное дело', 'уголовного преследования', 'уголовной ответственности', 'подсудимый', 'осужденный', 'ук рф', 'упк рф', 'преступление',
    'приговор, коап', 'коап, приговор, ук рф',
  ])('УК: %s', plain => expect(codexOf(plain)).toBe('uk'))
  it.each([
    'коап', 'административное правонарушение', 'административного наказания', 'административный материал', 'административной ответственности',
    'административное дело', 'административный протокол', 'административный арест', 'административный штраф', 'коап, приговор', 'приговор, коап, коап',
  ])('КоАП: %s', plain => expect(codexOf(plain)).toBe('koap'))
  it.each(['гражданское дело', 'сук рф', ''])('neither: %s', plain => expect(codexOf(plain)).toBeUndefined())
})

describe('the ground of an ending', () => {
  const ground = (words: string, before = ''): string | null =>
    citedGround(before + words, { start: before.length, end: before.length + words.length })
  it.each([
    ['п. 2 ч. 1 ст. 24.5 коап рф', '24.5 ч.1 п.2'], ['ч. 1 ст. 24.5 коап', '24.5 ч.1'], ['ст. 2.9 коап', '2.9'], ['ст. 24.5', '24.5'],
    ['п. 1.1 ч. 1 ст. 29.4 коап', '29.4 ч.1 п.1.1'], ['п. 3 ст. 30.7 коап', '30.7'], ['п. 12 ч. 11 ст. 24.5 коап', '24.5 ч.11 п.12'], ['п. 1 ч. 1.12 ст. 24.5 коап', '24.5 ч.1.12 п.1'], ['ч. 1ст. 24.5 коап', '24.5 ч.1'],
    ['ст. 24.5, 29.4 упк, ст. 28 упк', '28 УПК'], ['ст. 75, ст. 76 ук рф', '75 УК'], ['подп. 1 п. 4 ч. 1 ст. 29.4 коап', '29.4 ч.1 п.4'],
    ['ч.1 ст. 29.5 коап', '29.5 ч.1'], ['ст. 30.4 коап', '30.4'], ['пунктом 2 части 1 статьи 24 упк рф', '24 ч.1 п.2 УПК'],
    ['п.2 ч.1 ст.24 упк', '24 ч.1 п.2 УПК'], ['статьей 28 упк', '28 УПК'], ['ст. 254 упк', '254 УПК'], ['ст. 446.3 упк', '446.3 УПК'],
    ['ст. 76.2 ук рф, ст. 25.1 упк рф', '76.2 УК, 25.1 УПК'], ['статьям 75 ук', '75 УК'], ['ст. 78 ук', '78 УК'], ['ст. ст. 75, 76 ук рф', '75 УК'],
    // Two are told, each once.
    ['ст. 25 упк, ст. 28 упк, ст. 27 упк', '25 УПК, 28 УПК'], ['ст. 24.5 коап, ст. 24.5 коап, ст. 2.9 коап', '24.5, 2.9'],
    // A number that is of a codex must be said to be of it.
    ['ст. 24', null], ['ст. 76 коап', null], ['ст. 24.5 упк', null], ['ст. 20.2 коап', null], ['отст. 24.5 коап', null],
  ])('%s: %s', (words, expected) => {
    expect(ground(words)).toBe(expected)
    // What guided the court stands before the operative part.
    expect(ground('дело прекратить', `руководствуясь ${words} `)).toBe(expected)
  })
  it('of the operative part comes first', () =>
    expect(ground('прекратить по ст. 2.9 коап', 'руководствуясь ст. 24.5 коап ')).toBe('2.9'))
  it('is not sought far away', () => {
    expect(ground('прекратить', `ст. 2.9 коап${' '.repeat(480)}`)).toBe('2.9')
    expect(ground('прекратить', `ст. 2.9 коап${' '.repeat(505)}`)).toBeNull()
    expect([ground(`${'а'.repeat(1_480)} ст. 2.9 коап`), ground(`${'а'.repeat(1_500)} ст. 2.9 коап`)]).toEqual([
      '2.9',
      null,
    ])
    expect(citedGround('дело прекратить. ст. 2.9 коап', { start: 0, end: 16 })).toBeNull()
  })
})
