import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formsOf } from '../names/name-forms.ts'
import { readPersonName } from '../names/person-name.ts'
import { maskCell } from './mask-cell.ts'
import { maskName, maskText } from './mask-text.ts'
import { nameFacts, nameWords } from './name-words.ts'

const tomb = '[Имя удалено по решению]'
const words = nameWords(nameFacts(['Вертоградов Пётр Ильич']))
const inDecision = (text: string): string => maskText(text, words, { as: 'decision' })

describe('the name of a forgotten person in a text (decision 0088)', () => {
  it.each([
    ['Суд признал Вертоградова Петра Ильича виновным.', `Суд признал ${tomb} виновным.`],
    ['ВЕРТОГРАДОВ ПЁТР ИЛЬИЧ виновен', `${tomb} виновен`],
    ['с Вертоградовым П.И. и П. И. Вертоградову', `с ${tomb} и ${tomb}`],
    ['вина Вертоградова П. доказана', `вина ${tomb} доказана`],
    ['О Вертоградове. Пётр Ильич пояснил', `О ${tomb}. ${tomb} пояснил`],
    ['Петром Ильичом Вертоградовым', tomb],
    ['Bертоградов', tomb],
    ['Верто\u00adградов\u00a0П.\u00a0И.', tomb],
    ['Верто-\nградовым', tomb],
    ['подсудимого В Е Р Т О Г Р А Д О В А П. И.', `подсудимого ${tomb}`],
    ['В Е Р Т О Г Р А Д О В А  П Е Т Р А  И Л Ь И Ч А виновным', `${tomb} виновным`],
    ['под именами Petr Vertogradov, Vertogradov Pyotr Il’ich', `под именами ${tomb}, ${tomb}`],
    ['с адреса vertogradov@example.org', `с адреса ${tomb}@example.org`],
    ['братья Вертоградовы', `братья ${tomb}`],
    ['свидетель видел Петра', `свидетель видел ${tomb}`],
    ['(Вертоградов)', `(${tomb})`],
  ])('%s → %s', (text, masked) => expect(inDecision(text)).toBe(masked))

  it.each([
    'Вертоградов С. К. вышел',
    'Вертоградова Анна Петровна вышла',
    'Вертоградов Олег Ильич вышел',
    'С. К. Вертоградов вышел',
    'судья Синичкин Пётр Ильич',
    'адвокат Пётр Кузнецов',
    'прокурор Олег Ильич',
    'в г. Петра',
    'Vertogradova Anna, С О Й К И Н А П. И.',
    'П Р И Г О В О Р и П О С Т А Н О В И Л',
    'Вертоград цветёт, вертоградов много',
    'Судебное заседание отложено. И. о. председателя суда Сойкина П. И.',
  ])('%s is about somebody else and stays', text => expect(inDecision(text)).toBe(text))

  it.each([
    // A card that tells initials alone, and the text of its decision.
    ['Вертоградов П.И.', 'Вертоградова Петра Ильича, Пётр Ильич Вертоградов', `${tomb}, ${tomb}`],
    ['Вертоградов П.', 'Вертоградову Петру Ильичу, П. И. Вертоградову', `${tomb}, ${tomb}`],
    ['Вертоградов Пётр', 'Вертоградов Пётр Ильич, Вертоградова П.И.', `${tomb}, ${tomb}`],
    ['Вертоградов', 'Вертоградов Пётр Ильич, Вертоградова П.И.', `${tomb}, ${tomb}`],
    ['Мамедов М.К. оглы', 'Мамедову Мураду Керим оглы, М.К. Мамедов', `${tomb}, ${tomb}`],
    ['Пётр Ильич Вертоградов', 'Вертоградова П.И., Пётр Ильич', `${tomb}, ${tomb}`],
    ['Осуждённый Вертоградов Пётр Ильич', 'Вертоградова П.И.', tomb],
    ['Вертоградова (Сойкина) Анна Ильинична', 'Сойкиной А.И., Вертоградовой Анне', `${tomb}, ${tomb}`],
    ['Вертоградова А. И. (до брака Сойкина)', 'Сойкиной Анны Ильиничны', tomb],
    ['Вертоградов П.И. (он же Сойкин О.Л.)', 'Сойкина О.Л., П.И. Вертоградов', `${tomb}, ${tomb}`],
    ['Вертоградов Пётр Ильич, он же Сойкин О.Л.', 'Сойкина О.Л., П.И. Вертоградов', `${tomb}, ${tomb}`],
    ['вертоградов пётр ильич', 'Вертоградов П.И.', tomb],
    ['Глава КФХ Вертоградов П.И.', 'Вертоградов Пётр Ильич', tomb],
    ['Несовершеннолетний Вертоградов П.И.', 'Вертоградова П.И.', tomb],
    ['Подсудимый Вертоградов', 'Вертоградов П.И.', tomb],
    ['Вертоградов Пётр-Павел Ильич', 'Вертоградов Пётр Ильич', tomb],
    ['Вертоградов П И', 'Вертоградов П.И.', tomb],
    ['Вертоградов-Сойкин Пётр Ильич', 'Сойкина П.И. и Петра Ильича Вертоградова', `${tomb} и ${tomb}`],
    ['Вертоградов Пётр И.', 'Вертоградов Пётр Ильич', tomb],
    ['Вертоградов Пётр Ильич, 1980 г.р.', 'Вертоградов П.И.', tomb],
  ])('of %s in «%s» nothing stays', (name, text, masked) => {
    const named = nameWords(nameFacts([name]))
    expect(maskText(text, named, { as: 'decision' })).toBe(masked)
    expect(maskName(name, named)).toBe('Имя удалено по решению')
  })
  it.each([
    ['Вертоградов П.И.', 'Вертоградов Олег Ильич, Вертоградов Пётр Кузьмич, Вертоградов П.К.'],
    ['Вертоградов Пётр', 'Вертоградов Олег Ильич, О.И. Вертоградов'],
    ['Вертоградов П.И.', 'Вертоградовой Полине Ильиничне, Полина Игоревна Вертоградова'],
    ['Вертоградова П.И.', 'Вертоградову Петру Ильичу'],
    ['Вертоградов П.И.; Вертоградов Пётр Ильич', 'Вертоградов Павел Игоревич'],
    ['ООО «Сойка» (Сойкин О.Л.)', 'Сойкин О.Л.'],
    ['Вертоградов-Сойкин Пётр Ильич', 'Сойкина Анна Ильинична, Вертоградов О.И., супруга Сойкина'],
  ])('beside %s other people stay: %s', (names, text) => {
    const named = nameWords(nameFacts(names.split('; ')))
    expect(maskText(text, named, { as: 'decision' })).toBe(text)
  })

  it.each([
    ['Вертоградов П.И.', 'Вертоградов Павел Игоревич, Павлом Игоревичем Вертоградовым'],
    ['Вертоградов Пётр', 'Вертоградова Петра Игоревича'],
    ['Вертоградов', 'Вертоградова Павла Игоревича'],
  ])('beside %s who is accused with them in full stays: %s', (name, text) => {
    const named = nameWords(nameFacts([name], ['Вертоградов Павел Игоревич', 'Вертоградов Пётр Игоревич']))
    expect(maskText(text, named, { as: 'decision' })).toBe(text)
    expect(maskText('Вертоградову Петру Ильичу', named, { as: 'decision' })).toBe(tomb)
  })

  it('a name of many parts is known by its own spelling, not by millions of forms', () =>
    expect(nameFacts(['Аб-Вг-Де-Жз-Ик-Лм-Но-Пр Иван']).size).toBeLessThan(100))

  it('a field that is a name becomes the tombstone, another name stays', () => {
    expect(maskName('вертоградов пётр ильич', words)).toBe('Имя удалено по решению')
    expect(maskName('Вертоградов П. И.', words)).toBe('Имя удалено по решению')
    expect(maskName('Синичкин Пётр Ильич', words)).toBe('Синичкин Пётр Ильич')
    expect(maskName('Вертоградова Анна Петровна', words)).toBe('Вертоградова Анна Петровна')
    expect(readPersonName('Имя удалено по решению').kind).toBe('hidden')
  })

  it('elsewhere a surname alone may be a namesake’s', () => {
    const said = 'Дело Вертоградова; Вертоградов Пётр; вертоградов п.и.'
    expect(maskText(said, words, { as: 'whole', small: true })).toBe(`Дело Вертоградова; ${tomb}; ${tomb}`)
    expect(maskText(said, words, { as: 'whole', small: true, isOnlyBearer: true })).toBe(
      `Дело ${tomb}; ${tomb}; ${tomb}`,
    )
  })
})

it('what people note of such a case loses the name as text and as texts by column, in small letters too', () => {
  const noted = (cell: unknown) => maskCell('note', cell, { words, isOnlyBearer: false })
  expect(noted('передать вертоградову')).toBe(`передать ${tomb}`)
  expect(noted({ c1: 'передать вертоградову', c2: 'Пресс-служба' })).toEqual({
    c1: `передать ${tomb}`,
    c2: 'Пресс-служба',
  })
})

const surnames = [
  'Вертоградов',
  'Сладкопевцева',
  'Тонконогий',
  'Белозорская',
  'Крапивец',
  'Мурзин-Неустроев',
  'Гарсия',
  'Коваль',
  'Орёлкин',
]
const given = { m: ['Пётр', 'Лев', 'Илларион', 'Никита'], f: ['Анфиса', 'Ия', 'Любовь'] } as const
const father = { m: ['Ильич', 'Иннокентьевич', 'Львович'], f: ['Ильинична', 'Иннокентьевна', 'Львовна'] } as const
const person = fc
  .constantFrom('m' as const, 'f' as const)
  .chain(gender =>
    fc.record({
      gender: fc.constant(gender),
      surname: fc.constantFrom(...surnames.filter(one => /(?:ая|ева|ова)$/.test(one) === (gender === 'f'))),
      given: fc.constantFrom(...given[gender]),
      father: fc.constantFrom(...father[gender]),
    }),
  )
const capital = (form: string): string =>
  form.replace(/(^|-)(\p{L})/gu, (_, dash: string, letter: string) => dash + letter.toUpperCase())
const spellings: readonly ((word: string) => string)[] = [
  word => word,
  word => word.toUpperCase(),
  word => word.replaceAll('ё', 'е'),
  word => `${word.slice(0, 3)}\u00ad${word.slice(3)}`,
  word => word.replaceAll('а', 'a').replaceAll('о', 'o'),
]
const fillers = ['суд установил, что ', 'виновен', ', вышел на площадь; ', '\n', ' постановил. ', ' (', ') ']

describe('laws of masking', () => {
  it('no form of the surname, the given name or the patronymic is left, in whatever order and spelling', () =>
    fc.assert(
      fc.property(
        person,
        fc.array(
          fc.record({
            order: fc.nat(6),
            form: fc.nat(40),
            spelling: fc.nat(4),
            filler: fc.constantFrom(...fillers),
            gap: fc.constantFrom(' ', '\u00a0', '  '),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        ({ gender, ...one }, pieces) => {
          const formOf = (word: string, form: number): string => {
            const parts = word.split('-').map(part => [...formsOf(part, gender)])
            return capital(parts.map(forms => forms[form % forms.length] ?? '').join('-'))
          }
          const known = nameWords(nameFacts([`${one.surname} ${one.given} ${one.father}`]))
          const told = pieces.map(({ order, form, spelling, filler, gap }) => {
            const [s, g, f] = [one.surname, one.given, one.father].map(word =>
              (spellings[spelling] ?? String)(formOf(word, form)),
            )
            const [i, j] = [one.given.charAt(0), one.father.charAt(0)]
            const name =
              [[s, g, f], [g, f, s], [s, `${i}.${j}.`], [`${i}.${gap}${j}.`, s], [s], [g, f], [s, g]][order] ?? []
            return { name: name.join(gap), filler }
          })
          const text = told.map(({ name, filler }) => `суд, ${name}, ${filler}`).join('')
          const masked = maskText(text, known, { as: 'decision' })
          const plain = masked
            .toLowerCase()
            .replaceAll('ё', 'е')
            .replaceAll('\u00ad', '')
            .replaceAll('a', 'а')
            .replaceAll('o', 'о')
          for (const word of [one.surname, one.given, one.father])
            for (let form = 0; form < 12; form++)
              expect(plain.split(/[^\p{L}-]+/u)).not.toContain(formOf(word, form).toLowerCase().replaceAll('ё', 'е'))
          expect(masked.replaceAll(tomb, '').length).toBeLessThan(text.length)
        },
      ),
    ))
  it('a text without the name does not change by a letter', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...fillers, 'Сойкин А. Б. ', 'Ранетки ', 'ПОСТАНОВЛЕНИЕ', 'А.', '«Мир» ', 'é', '😀'), {
          maxLength: 30,
        }),
        pieces => {
          const text = pieces.join('')
          expect(inDecision(text)).toBe(text)
        },
      ),
    ))
  it('masking twice is masking once', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...fillers, 'Вертоградов', ' Пётр ', 'Ильича ', 'П. И. '), { maxLength: 30 }),
        pieces => {
          const once = inDecision(pieces.join(''))
          expect(inDecision(once)).toBe(once)
        },
      ),
    ))
})
