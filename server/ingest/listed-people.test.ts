import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseListedPeople, readListed } from './listed-people.ts'

/** «Name: accused 158/2 п.а <30 ч.3>; …», a bar a person. */
const brief = (line: string): string => {
  const read = readListed(line, 'uk')
  if ('error' in read) return read.error
  const people = read.people.map(({ name, standing, charges }) => {
    const told = charges.map(({ codex, article_number, part, points, general_part, incomplete }) =>
      [
        codex === 'uk' ? '' : codex,
        `${article_number}/${part}`,
        points,
        general_part && `<${general_part}>`,
        incomplete && '…',
      ]
        .filter(Boolean)
        .join(' '),
    )
    return `${name}: ${[standing, told.join('; ')].filter(Boolean).join(' ')}`
  })
  const lower = Object.entries(read.lower).map(([field, value]) => `${field} ${value}`)
  return [...people, ...lower].join(' | ')
}

describe('people and articles as lists print them (domain §1, §2)', () => {
  // biome-ignore format: a table reads best as one
  it.each([
    ['Сёмин П.И. - ст.158 ч.2 п.а; ст.161 ч.1 УК РФ', 'Сёмин П.И.: accused 158/2 п.а; 161/1'],
    ['Сёмин П.И. - УК РФ: ст. 158 ч.2 пп. а,в', 'Сёмин П.И.: accused 158/2 пп. а,в'],
    ['Сёмин П.И. - ст.158 ч.1 УК РФ; Ким Д.В. - ст.314.1 УК РФ', 'Сёмин П.И.: accused 158/1 | Ким Д.В.: accused 314.1/'],
    ['Сёмин П.И. - УК РФ: [ст. 158 ч.1] [ст. 158 ч.1; ст. 161 ч.2]; Ким Д.В. - УК РФ: [ст. 105 ч.1]', 'Сёмин П.И.: accused 158/1; 158/1; 161/2 | Ким Д.В.: accused 105/1'],
    ['Сёмин П.И. - ст. 30 ч.3, ст.158 ч.1; ст.228 ч.2 УК РФ', 'Сёмин П.И.: accused 158/1 <30 ч.3>; 228/2'],
    ['Сёмин П.И. - УК РФ: ст. 228 ч.1; ст. 30 ч.3 - ст. 228.1 ч.1', 'Сёмин П.И.: accused 228/1; 228.1/1 <30 ч.3>'],
    ['Сёмин П.И. - ст.30 ч.3, ст.33 ч.5-ст.228 ч.1 УК РФ', 'Сёмин П.И.: accused 228/1 <30 ч.3, 33 ч.5>'],
    ['Сёмин П.И. - ст. 30 ч.3', 'Сёмин П.И.: accused 30/3 …'],
    ['Сёмин П.И. - ст.30 ч.1; ст.162 ч.3 УК РФ', 'Сёмин П.И.: accused 30/1 …; 162/3'],
    ['Сёмин П.И. - УПК РФ: ст. 125', 'Сёмин П.И.: not_accused upk 125/'],
    ['Сёмин П.И. - ст.125 УПК РФ', 'Сёмин П.И.: not_accused upk 125/'],
    ['Сёмин П.И.', 'Сёмин П.И.: unknown'],
    ['Сёмин П.И.; Ким Д.В.', 'Сёмин П.И.: unknown | Ким Д.В.: unknown'],
    ['Сёмин Эльдар Игнат оглы - ст.162 ч.3 УК РФ', 'Сёмин Эльдар Игнат оглы: accused 162/3'],
    ['<Информация скрыта на основании ст 5, 14; 15 ФЗ № 262> - ст.158 ч.1 УК РФ', '<Информация скрыта на основании ст 5, 14; 15 ФЗ № 262>: accused 158/1'],
    ['Сёмин П.И. - ст.158 ч.1 УК РФ Суд (судебный участок) первой инстанции: Заречный районный суд Номер дела в первой инстанции: 3/1-9/2014', 'Сёмин П.И.: accused 158/1 | court Заречный районный суд | number 3/1-9/2014'],
    ['Сёмин П.И. Судья (мировой судья) первой инстанции: Судьина Р.И. Номер дела в первой инстанции: 1-1/2014', 'Сёмин П.И.: unknown | judge Судьина Р.И. | number 1-1/2014'],
    ['Сёмин П.И., Ким Д.В. - ст.158 ч.1 УК РФ', 'Сёмин П.И.: unknown | Ким Д.В.: unknown'],
    ['Сёмин П.И., Ким Д.В., ст.158 ч.1 УК РФ', 'Сёмин П.И.: unknown | Ким Д.В.: unknown'],
    ['Сёмин П.И., ст.158 ч.1 УК РФ', 'Сёмин П.И.: accused 158/1'],
    ['ст.158 ч.1 УК РФ', ''],
    ['ст.30 ч.3 - ст.158 ч.1 УК РФ', ''],
    ['Сёмин П.И. - ч.3 ст.30, ч.2 ст.228.1 УК РФ', 'Сёмин П.И.: accused 228.1/2 <30 ч.3>'],
    ['Сёмин П.И. - ст.30 ч.3 ст.158 ч.1 УК РФ', 'Сёмин П.И.: accused 158/1 <30 ч.3>'],
    ['Сёмин П.И. - ч.3 ст.30 - п.«а» ч.2 ст.158 УК РФ', 'Сёмин П.И.: accused 158/2 п.«а» <30 ч.3>'],
    ['Сёмин П.И. - УК РФ: ст. 158 ч.1 (2 эпизода)', 'Сёмин П.И.: accused 158/1'],
    ['Сёмин Пётр Ильич-ст.158 ч.1 УК РФ', 'Сёмин Пётр Ильич: accused 158/1'],
    ['Сёмин П.И. -- ст.158 ч.1 УК РФ', 'Сёмин П.И.: accused 158/1'],
    ['Сёмин П.И. - ст.ст. 158 ч.1, 161 ч.2 УК РФ', 'Не удалось прочитать статью «ст.ст. 158 ч.1, 161 ч.2 УК РФ»: непонятно'],
    ['Сёмин П.И. - ст.158 ч.1 (прекращено) УК РФ', 'Не удалось прочитать статью «(прекращено) УК РФ» в «ст.158 ч.1 (прекращено) УК РФ»: непонятно'],
    ['', ''],
  ])('%s', (line, expected) => expect(brief(line)).toBe(expected))
})

const names = fc.constantFrom(
  'Сёмин Пётр Ильич',
  'СЁМИН ПЁТР ИЛЬИЧ',
  'Ким Д.В.',
  'Петрова-Водкина Анна Олеговна',
  'Мамедов Эльдар Игнат оглы',
  '<Информация скрыта>',
  'ООО «Рога, копыта; и др.»',
)
const charge = fc.record({
  article_number: fc.constantFrom('105', '158', '228.1', '314.1', '111'),
  part: fc.constantFrom('', '1', '2', '1.1'),
  general: fc.constantFrom('', '30 ч.3', '33 ч.5'),
})
const person = fc.record({ name: names, charges: fc.array(charge, { maxLength: 4 }) })
const style = fc.record({
  before: fc.boolean(),
  acts: fc.boolean(),
  st: fc.constantFrom('ст.', 'ст. ', 'Ст. '),
  points: fc.constantFrom('', ' п.а', ' п.п.а,б', ' пп. в,г'),
  link: fc.constantFrom(', ', ' - ', '-'),
  gap: fc.constantFrom(' ', '\u00a0', '  '),
})
type Style = typeof style extends fc.Arbitrary<infer S> ? S : never
const written = ({ name, charges }: { name: string; charges: readonly Charge[] }, how: Style): string => {
  if (charges.length === 0) return name
  const list = charges
    .map(({ article_number, part, general }) => {
      const own = `${how.st}${article_number}${part === '' ? '' : ` ч.${part}${how.points}`}`
      const whole = general === '' ? own : `${how.st}${general}${how.link}${own}`
      return how.before && how.acts ? `[${whole}]` : whole
    })
    .join(how.before && how.acts ? ' ' : '; ')
  return `${name} - ${how.before ? `УК РФ: ${list}` : `${list} УК РФ`}`.replaceAll(' ', how.gap)
}
type Charge = typeof charge extends fc.Arbitrary<infer C> ? C : never

describe('laws of lists', () => {
  it('reads back who was written and with what, in every notation, with whatever stands behind', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(person, style), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(
          '',
          ' Суд (судебный участок) первой инстанции: Заречный районный суд',
          ' Судья (мировой судья) первой инстанции: Судьина Р.И.',
        ),
        (people, behind) => {
          const read = readListed(people.map(([one, how]) => written(one, how)).join('; ') + behind)
          expect(read).toMatchObject({
            people: people.map(([{ name, charges }]) => ({
              name,
              standing: charges.length === 0 ? 'unknown' : 'accused',
              charges: charges.map(({ article_number, part, general }) => ({
                codex: 'uk',
                article_number,
                part,
                ...(general === '' ? {} : { general_part: general }),
              })),
            })),
          })
        },
      ),
    ))
  it('answers any text with people or a sentence', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'Иё ст.ч.п 0123-;,[]<>«»"УПКРФ:'.split('')) }), text => {
        const read = readListed(text, 'uk')
        expect('error' in read ? [read.error] : read.people.map(({ name }) => name)).not.toContain('')
        expect(parseListedPeople(text).every(({ name }) => name === name.trim())).toBe(true)
      }),
    ))
})
