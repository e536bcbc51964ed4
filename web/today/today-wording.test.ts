import { describe, expect, it } from 'vitest'
import type { TodayHearing, WatchedCase } from '#shared/api/today.ts'
import { lettersOfName, type OfferedPerson, personNamed, soughtLine } from './following.ts'
import { articlesTyped, rowsOfList } from './starting.ts'
import {
  clashLine,
  cutLine,
  dayHeading,
  digestDays,
  hearingsLine,
  laterLine,
  namesOfWatched,
  numberLine,
  reasonOf,
} from './today-wording.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
const of: WatchedCase = {
  id: 1,
  type: 1,
  stage: 1,
  case_number: '5-1/2026',
  case_uid: null,
  court: { id: 1, title: 'Тверской районный суд', city: 'Москва', region: 77 },
  judge: null,
  articles: ['20.2 ч. 5'],
  defendants: ['Ветрогонов И. А.'],
  entry_date: null,
  result_date: null,
  result: null,
  hearing: null,
  has_text: false,
  url: null,
  sets: [],
  client: null,
  watched_name: null,
}
const hearing = (date: string, more: Partial<TodayHearing> = {}): TodayHearing => ({
  case: of,
  date,
  time: '10:00',
  happens_at: null,
  title: 'Судебное заседание',
  hall: '',
  is_possible: false,
  moved_from: null,
  off: null,
  clash: null,
  ...more,
})
const clash = {
  case_id: 2,
  time: '10:30',
  here: { date: '2026-11-24', time: '10:30' },
  court: 'Мещанский районный суд',
  minutes: 30,
}
const none = { count: 0, next: null }

describe('the page «Сегодня»', () => {
  const today = '2026-11-24'
  it.each([
    [[], none, 'Сегодня заседаний нет.'],
    [[], { count: 2, next: '2026-12-14' }, 'Сегодня заседаний нет. Ближайшее 14 декабря.'],
    [[hearing(today)], none, 'Сегодня 1 заседание.'],
    [[hearing(today), hearing('2026-11-27')], none, 'Сегодня 1 заседание. Следующее 27 ноября.'],
    [
      [hearing(today, { clash }), hearing(today, { clash }), hearing('2026-11-25')],
      none,
      'Сегодня 2 заседания, они пересекаются. Завтра 1 заседание.',
    ],
    [
      [hearing(today, { clash }), hearing(today, { clash }), hearing(today)],
      none,
      'Сегодня 3 заседания, 2 из них пересекаются.',
    ],
    [[hearing(today, { clash })], none, 'Сегодня 1 заседание, оно пересекается с другим.'],
    [[hearing(today, { off: { moved_to: null } })], none, 'Сегодня заседаний нет.'],
  ])('says first what the day holds: %#', (hearings, later, line) =>
    expect(plain(hearingsLine({ hearings, later }, today))).toBe(line),
  )
  it.each([
    [1, 'Показаны первые 500. Ещё 1 заседание не поместилось.'],
    [2, 'Показаны первые 500. Ещё 2 заседания не поместились.'],
    [5, 'Показаны первые 500. Ещё 5 заседаний не поместилось.'],
  ])('says how many hearings it does not show: %d', (cut, line) => expect(plain(cutLine(500, cut))).toBe(line))
  it.each([
    ['2026-11-23', 'Вчера понедельник, 23 ноября: в суде день ещё не кончился'],
    ['2026-11-24', 'Сегодня вторник, 24 ноября'],
    ['2026-11-25', 'Завтра среда, 25 ноября'],
    ['2026-11-26', 'Четверг 26 ноября'],
  ])('calls %s «%s»', (day, heading) => {
    const { title, rest } = dayHeading(day, today)
    expect(plain(`${title} ${rest}`)).toBe(heading)
  })
  it('names a case by its people, else by its number, and says why it is there', () => {
    expect(plain(namesOfWatched({ ...of, defendants: ['Ветрогонов И.А.'] }))).toBe('Ветрогонов И. А.')
    expect(plain(namesOfWatched({ ...of, defendants: ['А', 'Б', 'В', 'Г'] }))).toBe('А, Б и ещё 2 лица')
    expect(namesOfWatched({ ...of, defendants: [] })).toBe('5-1/2026')
    expect(plain(numberLine({ ...of, defendants: [] }))).toBe('ст. 20.2 ч. 5 КоАП')
    expect(plain(numberLine(of))).toBe('5-1/2026, ст. 20.2 ч. 5 КоАП')
  })
  it.each([
    [{ sets: ['Тюмень'], client: of.defendants[0] ?? '' }, 'подборка «Тюмень», следите за этим лицом'],
    [{ sets: ['Апелляции', 'Тюмень'] }, 'подборки «Апелляции», «Тюмень»'],
    [
      { client: 'Сиротинин Г. П.', defendants: ['Ветрогонов И. А.', 'Сиротинин Г. П.'] },
      'следите за лицом: Сиротинин Г. П.',
    ],
    [{ watched_name: 'Ветрогонов И' }, 'подписка на имя «Ветрогонов И»'],
    [{}, ''],
  ])('says why a case is there, and repeats no name that heads its row: %#', (reason, said) =>
    expect(plain(reasonOf({ ...of, ...reason }))).toBe(said),
  )
  it('tells of hearings that lie too far ahead to be shown', () => {
    expect(plain(laterLine(2, '2027-03-08'))).toBe('Дальше ещё 2 заседания, ближайшее 8 марта 2027.')
  })
  it('says with what a hearing clashes, by the clock of its own court', () => {
    const date = '2026-11-24'
    expect(plain(clashLine({ case: of, date, clash }))).toBe(
      'Пересекается с заседанием в 10:30: Мещанский районный суд; между началами 30 минут',
    )
    expect(plain(clashLine({ case: of, date, clash: { ...clash, court: of.court.title, minutes: 0 } }))).toBe(
      'Пересекается с заседанием в 10:30 в том же суде; начинаются одновременно',
    )
    const far = { ...clash, time: '15:10', here: { date, time: '09:10' }, court: 'Выдуманный суд', minutes: 60 }
    expect(plain(clashLine({ case: of, date, clash: far }))).toBe(
      'Пересекается с заседанием в 09:10 по времени этого суда, там 15:10: Выдуманный суд; между началами 60 минут',
    )
    const before = { ...far, here: { date: '2026-11-23', time: '23:30' } }
    expect(plain(clashLine({ case: of, date, clash: before }))).toContain('23 ноября, 23:30 по времени этого суда')
  })
  it('says of a digest the days it tells, not the one it begins from', () => {
    expect(plain(digestDays({ from: '2026-11-23', to: '2026-11-24' }))).toBe('24 ноября 2026')
    expect(plain(digestDays({ from: '2026-11-17', to: '2026-11-24' }))).toBe('18 ноября — 24 ноября 2026')
  })
})

describe('where one begins', () => {
  const article = (id: number, codex: 'koap' | 'uk', article_number: string, part: string) => ({
    id,
    codex,
    article_number,
    part,
    name: '',
    title: '',
  })
  const known = [
    article(1, 'koap', '20.2', '5'),
    article(2, 'koap', '20.2', '6.1'),
    article(3, 'uk', '318', '1'),
    article(4, 'koap', '318', ''),
    article(5, 'koap', '20.22', ''),
  ]
  it.each([
    ['20.2 ч. 5', { type: '1', codex_articles: ['1'] }],
    ['ст. 20.2 часть 6.1 КоАП РФ', { type: '1', codex_articles: ['2'] }],
    ['20.2', { type: '1', codex_articles: ['1', '2'] }],
    ['318 УК', { type: '2', codex_articles: ['3'] }],
    ['318', { type: '1', codex_articles: ['4'] }],
    ['20.2 ч5, 6.1', { type: '1', codex_articles: ['1', '2'] }],
    ['20.2 ч. 5 и 6.1', { type: '1', codex_articles: ['1', '2'] }],
    ['20.2 ч. 5, 7', undefined],
    ['20.2 ч. 9', undefined],
    ['мелкое хулиганство', undefined],
    ['', undefined],
  ])('reads «%s» as an article', (typed, found) => expect(articlesTyped(typed, known)).toEqual(found))
  it('reads lines of a list: a case, its court; heads and empty lines are none', () =>
    expect(
      rowsOfList(
        'Номер дела;Суд\n5-1893/2026; Тверской районный суд\n\n"77RS0027-01-2026-001234-56"\r\nТверской\t5-2/2026',
      ),
    ).toEqual([
      { case: '5-1893/2026', court: 'Тверской районный суд' },
      { case: '77RS0027-01-2026-001234-56', court: '' },
      { case: '5-2/2026', court: '' },
    ]))
  it.each([
    ['5-2104/2026, Перовский районный суд', '5-2104/2026', 'Перовский районный суд'],
    ['5-2104/2026 Перовский районный суд', '5-2104/2026', 'Перовский районный суд'],
    ['№ 1-23/2026 (1-456/2025) Перовский районный суд', '№ 1-23/2026 (1-456/2025)', 'Перовский районный суд'],
    ['17,"5-2104/2026","Перовский районный суд, Москва"', '5-2104/2026', 'Перовский районный суд, Москва'],
    ['5-1/2026, Сиротинин Г. П., Перовский районный суд', '5-1/2026', 'Перовский районный суд'],
    ['77RS0027-01-2026-001234-56, Перовский районный суд', '77RS0027-01-2026-001234-56', 'Перовский районный суд'],
    ['https://example.test/case?n=1,2', 'https://example.test/case?n=1,2', ''],
    ['Иск М-12/2026', 'Иск М-12/2026', ''],
  ])('reads «%s» whatever parts its cells', (line, number, court) =>
    expect(rowsOfList(line)).toEqual([{ case: number, court }]),
  )
})

describe('whom a name means', () => {
  const person = (title: string, more: Partial<OfferedPerson> = {}): OfferedPerson => ({
    id: 1,
    title,
    filters: null,
    page: '/defendants/1',
    years: null,
    regions: [77],
    articles: [],
    cases_count: 1,
    namesakes_count: 0,
    is_initials_only: false,
    hearing: null,
    ...more,
  })
  const whole = 'Птицеваров Николай Борисович'
  it.each([
    ['a whole name', whole, [person(whole)], true],
    ['a whole name in other letters', 'птицеваров николай  борисович', [person(whole)], true],
    ['a whole name beside initials', whole, [person(whole), person('Птицеваров Н.Б.', { id: 2 })], true],
    ['a patronymic', 'Павлов', [person('Овсороев Виталий Павлович')], false],
    ['a surname', 'Птицеваров', [person(whole)], false],
    ['initials of a whole name', 'Птицеваров Н.Б.', [person(whole)], false],
    ['initials alone', 'Птицеваров Н.Б.', [person('Птицеваров Н. Б.')], false],
    ['a whole name of several', whole, [person(whole), person(whole, { id: 2 })], false],
    ['a whole name with namesakes', whole, [person(whole, { namesakes_count: 1 })], false],
    ['nobody', whole, [], false],
  ] as const)('follows at once only who is named whole: %s', (_, name, people, isFollowed) =>
    expect(personNamed({ name, people, more: false }) !== undefined).toBe(isFollowed),
  )
  it('follows nobody at once where there are more than were looked at', () =>
    expect(personNamed({ name: whole, people: [person(whole)], more: true })).toBeUndefined())
  it.each([
    [whole, 'Птицеваров Н'],
    ['Птицеваров Н.Б.', 'Птицеваров Н'],
    ['птицеваров  н', 'птицеваров Н'],
    ['Птицеваров', undefined],
    ['ООО «Заречье»', 'ООО «Заречье»'],
  ])('looks for «%s» by letters that both initials and the whole name have', (name, letters) =>
    expect(lettersOfName(name)).toBe(letters),
  )
  it('says that there are more than it offers', () => {
    const all = { page: '/defendants', filters: {}, count: 9 }
    const line = (more: object) => plain(soughtLine({ name: whole, people: [person(whole)], more: true, all, ...more }))
    expect(line({})).toBe('Нашли 9 лиц, показаны 1. Выберите или напишите имя полностью.')
    expect(line({ all: null })).toBe('Показаны 1, есть и другие. Выберите или напишите имя полностью.')
    expect(line({ more: false })).toBe('Выберите, за кем следить: 1 лицо.')
    expect(line({ people: [person(whole, { approximate: true })] })).toContain('Точно так никого не нашли')
  })
})
