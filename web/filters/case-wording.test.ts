import { describe, expect, it } from 'vitest'
import { defendantLines, hearingOf, isNew, nameLines, personName, shortName } from './case-wording.ts'
import { courtTitle } from './titles.ts'

const person = (name: string, hidden = false) => ({ id: null, name, gender: 'na' as const, hidden })
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('the hearing of a row', () => {
  const none = {
    possible_hearing: null,
    hearing_said: null,
    last_scheduled_hearing_date: null,
    last_scheduled_hearing_time: null,
  }
  const past = { ...none, last_scheduled_hearing_date: '2020-03-05', last_scheduled_hearing_time: '10:00' }
  const perhaps = { state: 'is_planned', possible_hearing: { date: '2020-04-07', time: '11:30' } } as const
  it.each([
    [{ ...past, state: 'is_planned' }, 'next', 'Назначено 5 марта 2020, 10:00'],
    [
      { ...past, state: 'is_planned', hearing_said: 'Отложено' },
      'open',
      'Назначено 5 марта 2020, 10:00 (в карточке: «Отложено»)',
    ],
    [{ ...past, state: 'in_past' }, 'past', 'Было 5 марта 2020'],
    [{ ...none, state: 'no_info' }, 'none', 'Не назначено '],
    [{ ...none, ...perhaps }, 'open', 'Вероятно, заседание 7 апреля 2020, 11:30'],
    [{ ...past, ...perhaps }, 'open', 'Вероятно, заседание 7 апреля 2020, 11:30'],
  ] as const)('%o is told by a sign and words', (row, sign, words) => {
    const told = hearingOf(row)
    expect([told.sign, plain(`${told.label} ${told.when}`)]).toEqual([sign, words])
  })
})

describe('people of a row', () => {
  it('stand surname first', () => expect(nameLines('Мамед-Заде Рустам Эльдар оглы').first).toBe('Мамед-Заде'))
  it('keep initials together, apart by a space', () => {
    expect(personName('Орлова М.С.')).toBe('Орлова\u00a0М.\u00a0С.')
    expect(nameLines('Орлова М.С.')).toEqual({ first: 'Орлова', second: 'М.\u00a0С.' })
  })
  it.each([
    ['Ветрогонов Илья Аркадьевич', 'Ветрогонов И. А.'],
    ['Мамед-Заде Рустам Эльдар оглы', 'Мамед-Заде Рустам Эльдар оглы'],
    ['Орлова М.С.', 'Орлова М. С.'],
    ['Информация скрыта', 'Информация скрыта'],
  ])('may be short: %s', (name, short) => expect(plain(shortName(name))).toBe(short))
  it('leave a single name whole', () => expect(nameLines('Ромашка')).toEqual({ first: 'Ромашка', second: '' }))
  it('say how many more there are', () =>
    expect(
      plain(
        defendantLines({
          defendants: [1, 2, 3].map(() => person('Орлова М.С.')),
          defendants_hidden: false,
          roles_unknown: 0,
        }).second,
      ),
    ).toBe('и ещё 2 лица'))
  it('say that the court has hidden them', () => {
    expect(defendantLines({ defendants: [], defendants_hidden: true, roles_unknown: 0 })).toMatchObject({
      hidden: true,
    })
    expect(
      defendantLines({ defendants: [person('ФИО1', true)], defendants_hidden: true, roles_unknown: 0 }),
    ).toMatchObject({ first: 'ФИО1', hidden: true })
  })
})

describe('a court beside its region', () => {
  it.each([
    ['Ишимский городской суд (Тюменская область)', 72, 'Ишимский городской суд'],
    ['Дигорский районный суд (Республика Северная Осетия-Алания)', 15, 'Дигорский районный суд'],
    ['Лениногорский городской суд (Республика Татарстан )', 16, 'Лениногорский городской суд'],
    ['Тверской районный суд (Город Москва)', 77, 'Тверской районный суд'],
    ['Городищенский районный суд (Пензенская область)', 34, 'Городищенский районный суд (Пензенская область)'],
    ['Ленинский районный суд г. Томска', 70, 'Ленинский районный суд г.\u00a0Томска'],
    ['235 гарнизонный военный суд', 77, '235 гарнизонный военный суд'],
  ])('%s', (title, region, shown) => expect(courtTitle({ title, region })).toBe(shown))
})

it('calls a case new on the day it came and the day after', () => {
  const now = new Date('2026-11-21T12:00:00')
  expect(['2026-11-21', '2026-11-20', '2026-11-19', null].map(day => isNew(day, now))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
