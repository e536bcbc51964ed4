import { describe, expect, it } from 'vitest'
import type { TodayHearing, WatchedCase } from '#shared/api/today.ts'
import { articlesTyped, rowsOfList } from './starting.ts'
import {
  clashLine,
  cutLine,
  dayHeading,
  digestDays,
  hearingsLine,
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
  folder: null,
  client: null,
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
const clash = { case_id: 2, time: '10:30', court: 'Мещанский районный суд', minutes: 30 }
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
      'Сегодня 2 заседания, 2 из них пересекаются. Завтра 1 заседание.',
    ],
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
    expect(reasonOf({ folder: 'Тюмень', client: 'Ветрогонов' })).toBe('папка «Тюмень», следите за лицом: Ветрогонов')
  })
  it('says with what a hearing clashes', () => {
    expect(plain(clashLine({ case: of, clash }))).toBe(
      'Пересекается с заседанием в 10:30: Мещанский районный суд; между началами 30 минут',
    )
    expect(plain(clashLine({ case: of, clash: { ...clash, court: of.court.title, minutes: 0 } }))).toBe(
      'Пересекается с заседанием в 10:30 в том же суде; начинаются одновременно',
    )
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
})
