import { describe, expect, it } from 'vitest'
import { asRegistry, worldFigures } from '../../scripts/link-figures.ts'
import { testDatabase } from '../../test/database.ts'
import { fitsByTime, isCassation, reviewOrder } from './person-time.ts'
import type { NamedParticipant, Side } from './sides.ts'

/** What a registry without УИДs tells of two instances (domain §4, decision 0059). */
const { db } = await testDatabase()

let id = 0
const named = (name: string): NamedParticipant => {
  const [surname = '', given = '', father = ''] = name.split(' ')
  const form = `${surname} ${given.charAt(0)}.${father.charAt(0)}.`.toUpperCase()
  return { form, ...(father === '' ? { form: name.toUpperCase() } : { full: name.toUpperCase() }) }
}
const side = (given: Partial<Side>): Side => ({
  id: ++id,
  type: 1,
  stage: 1,
  case_number: `5-${id}/2026`,
  case_uid: null,
  court: 'Заречный районный суд',
  entry_date: '2026-03-01',
  result_date: '2026-03-10',
  result: 'Вынесено постановление о назначении административного наказания',
  article_ids: [1],
  article_numbers: ['20.2'],
  related: [],
  accused: [named('Ветрогонов Пётр Ильич')],
  maybe: [],
  ...given,
})
const decision = (given: Partial<Side> = {}): Side => side(given)
const review = (given: Partial<Side> = {}): Side =>
  side({
    stage: 2,
    case_number: `12-${id + 1}/2026`,
    court: 'Вымышленский краевой суд',
    entry_date: '2026-04-01',
    result_date: '2026-04-20',
    result: 'Оставлено без изменения',
    ...given,
  })
/** `linked` where one pair is plain and has no rival, else how many are proposed. */
const found = (firsts: readonly Side[], seconds: readonly Side[]): ('linked' | 'proposed')[] =>
  fitsByTime(firsts.flatMap(first => seconds.map(second => ({ first, second })))).map(({ isPlain, options }) =>
    isPlain && options === 1 ? 'linked' : 'proposed',
  )

const none: never[] = []
const namesake = { accused: [named('Иванов Пётр Ильич')] }
describe('a review that came soon after a decision about the same person', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, Partial<Side>, Partial<Side>, ('linked' | 'proposed')[]]>([
    ['is linked where nothing speaks against it', {}, {}, ['linked']],
    ['on the day of the decision', { result_date: '2026-04-01' }, {}, ['linked']],
    ['not before it', { result_date: '2026-04-02' }, {}, none],
    ['on the ninetieth day', { result_date: '2026-01-01' }, { entry_date: '2026-04-01' }, ['linked']],
    ['not after ninety days', { result_date: '2026-01-01' }, { entry_date: '2026-04-02' }, none],
    ['is told nothing without a day', { result_date: null }, {}, none],
    ['is told nothing without the day on which it came', {}, { entry_date: null }, none],
    ['by one УИД is linked', { case_uid: 'a' }, { case_uid: 'a' }, ['linked']],
    ['with a УИД of the decision alone is linked', { case_uid: 'a' }, {}, ['linked']],
    ['with a УИД of its own alone is linked', {}, { case_uid: 'b' }, ['linked']],
    ['about one of several articles is linked', { article_ids: [1, 2] }, { article_ids: [2, 3] }, ['linked']],
    ['by another УИД is another', { case_uid: 'a' }, { case_uid: 'b' }, none],
    ['under another codex is another', { type: 2 }, {}, none],
    ['of a namesake by initials is another', { accused: [named('Ветрогонов Павел Ильич')] }, {}, none],
    ['is proposed by initials', { accused: [named('ВЕТРОГОНОВ П.И.')] }, {}, ['proposed']],
    ['by initials and another part is nothing', { accused: [named('ВЕТРОГОНОВ П.И.')] }, { article_ids: [2] }, none],
    ['is proposed where a name is common', namesake, namesake, ['proposed']],
    ['is proposed where a role is not told', {}, { accused: [], maybe: [named('Ветрогонов Пётр Ильич')] }, ['proposed']],
    ['is proposed on another part', {}, { article_ids: [2] }, ['proposed']],
    ['is proposed on another article', {}, { article_ids: [2], article_numbers: ['19.3'] }, ['proposed']],
    ['is proposed where no article is told', {}, { article_ids: [], article_numbers: [] }, ['proposed']],
    ['is proposed in a court that is not above', {}, { court: 'Нагорный районный суд' }, ['proposed']],
    ['is proposed in a court of which nothing is known', {}, { court: 'Суд' }, ['proposed']],
    ['is proposed of what nobody complains of', { result: 'Вынесено определение о возвращении протокола' }, {}, ['proposed']],
    ['is proposed where it is not told what was decided', { result: null }, {}, ['proposed']],
    ['is nothing with two doubts', {}, { court: 'Нагорный районный суд', article_ids: [2] }, none],
    ['is proposed with two where it annuls', {}, { court: 'Нагорный районный суд', article_ids: [2], result: 'Отменено с прекращением производства' }, ['proposed']],
    ['but not by initials', { accused: [named('ВЕТРОГОНОВ П.И.')] }, { article_ids: [2], result: 'Отменено с прекращением производства' }, none],
    ['nor with three', { result: 'Вынесено определение о возвращении протокола' }, { court: 'Нагорный районный суд', article_ids: [2], result: 'Отменено с прекращением производства' }, none],
  ])('%s', (_, first, second, expected) => expect(found([decision(first)], [review(second)])).toEqual(expected))

  it('is proposed to each of several decisions', () =>
    expect(found([decision(), decision()], [review()])).toEqual(['proposed', 'proposed']))
  it('is proposed while an earlier decision could be what it reviews', () =>
    expect(found([decision(), decision({ result_date: '2025-12-15' })], [review()])).toEqual(['proposed']))
  it('is linked to the decision on its own article, and the others are left alone', () => {
    const other = { article_ids: [2], article_numbers: ['19.3'] }
    expect(found([decision(), decision(other)], [review(), review(other)])).toEqual(['linked', 'linked'])
  })
  const [other, untold] = [
    { article_ids: [2], article_numbers: ['19.3'] },
    { article_ids: [], article_numbers: [] },
  ]
  // biome-ignore format: a table reads best as one
  it.each<[string, Partial<Side>[], Partial<Side>[], ('linked' | 'proposed')[]]>([
    ['is linked beside a decision on another article', [{}, other], [{}], ['linked']],
    ['is proposed beside a decision on another part', [{}, { article_ids: [2], article_numbers: ['19.3', '20.2'] }], [{}], ['proposed', 'proposed']],
    ['is proposed beside a decision whose article is not told', [{}, untold], [{}], ['proposed', 'proposed']],
    ['is proposed beside a review whose article is not told', [{}], [{}, untold], ['proposed', 'proposed']],
    ['is proposed beside a decision whose result is not told', [{}, { result: null }], [{}], ['proposed', 'proposed']],
    ['is proposed on another article though another person’s pair is plain', [{}, { accused: [named('Сойкин Олег Львович')] }], [{}, { accused: [named('Сойкин Олег Львович')], ...other }], ['linked', 'proposed']],
  ])('%s', (_, firsts, seconds, expected) =>
    expect(found(firsts.map(decision), seconds.map(review))).toEqual(expected))
  it('is judged by whom of several people both name best', () => {
    const second = named('Ветрогонов Пётр Ильич')
    for (const first of [named('СОЙКИН О.Л.'), ...namesake.accused]) {
      const both = { accused: [first, second] }
      expect(found([decision(both)], [review(both)])).toEqual(['linked'])
    }
    const roles = { accused: namesake.accused, maybe: [second] }
    expect(found([decision(roles)], [review({ ...roles, article_ids: [2] })])).toEqual(['proposed'])
  })
  it('is proposed beside another review of its kind, and linked beside a cassation', () => {
    expect(found([decision()], [review(), review()])).toEqual(['proposed', 'proposed'])
    const cassation = review({ case_number: '16-1/2026', court: 'Седьмой кассационный суд общей юрисдикции' })
    expect(found([decision()], [review(), cassation])).toEqual(['linked', 'linked'])
  })
})

describe('links in a world that tells what a registry tells', () => {
  it('are right, and most pairs are found', async () => {
    const { pairs, found, links, right } = await worldFigures(db, { cases: 3_000, seed: 7, publish: asRegistry })
    expect(links).toBeGreaterThan(150)
    expect(right / links).toBeGreaterThanOrEqual(0.995)
    expect(found / pairs).toBeGreaterThanOrEqual(0.8)
  })
})

describe('which courts review whose decisions (КоАП, ст. 30.1)', () => {
  it.each([
    ['Вымышленский краевой суд', 'Заречный районный суд г. Вымышленска', 'yes'],
    ['Верховный Суд Республики Вымысел', 'Заречный городской суд', 'yes'],
    ['Московский городской суд', 'Мещанский районный суд города Москвы', 'yes'],
    ['суд Вымышленского автономного округа', 'Заречный межрайонный суд', 'yes'],
    ['Суд Вымышленского автономного округа - Югры', 'Заречный районный суд', 'yes'],
    ['Седьмой кассационный суд общей юрисдикции', 'Заречный районный суд', 'yes'],
    ['Заречный районный суд', 'Судебный участок № 3 Заречного района', 'yes'],
    ['2-й Западный окружной военный суд', 'Заречный гарнизонный военный суд', 'yes'],
    ['Заречный районный суд', 'Заречный районный суд', 'no'],
    ['Заречный районный суд', 'Нагорный городской суд', 'no'],
    ['Вымышленский областной суд', 'Судебный участок № 3', 'no'],
    ['Вымышленский областной суд', 'Заречный гарнизонный военный суд', 'no'],
    ['Заречный районный суд', 'Вымышленский областной суд', 'no'],
    ['Суд', 'Заречный районный суд', 'perhaps'],
    ['Заречный районный суд', 'Суд', 'perhaps'],
    ['Первый апелляционный суд общей юрисдикции', 'Вымышленский областной суд', 'yes'],
    ['Седьмой кассационный суд общей юрисдикции', 'Вымышленский областной суд', 'yes'],
    ['Апелляционный военный суд', '2-й Западный окружной военный суд', 'yes'],
    ['Кассационный военный суд', '2-й Западный окружной военный суд', 'yes'],
    ['Седьмой кассационный суд общей юрисдикции', 'Первый апелляционный суд общей юрисдикции', 'yes'],
    ['Первый апелляционный суд общей юрисдикции', 'Седьмой кассационный суд общей юрисдикции', 'no'],
  ] as const)('%s — %s: %s', (upper, lower, answer) => expect(reviewOrder(upper, lower)).toBe(answer))
  it.each([
    ['Седьмой кассационный суд общей юрисдикции', '7-1/2026', true],
    ['Вымышленский краевой суд', 'П16-1/2026', true],
    ['Вымышленский краевой суд', '7-16/2026', false],
    ['Вымышленский краевой суд', '16/2026', false],
  ] as const)('%s, № %s looks at what is in force: %s', (court, number, answer) =>
    expect(isCassation(court, number)).toBe(answer),
  )
})
