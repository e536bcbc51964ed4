import { describe, expect, it } from 'vitest'
import { officeRole, rolesOf, saidToBeAccused } from './case-roles.ts'

const article = { codex: 'koap' as const, article_number: '20.2', part: '5' }
const other = { ...article, article_number: '19.3', part: '1' }
type Given = { name?: string; told?: boolean; role?: 'accused' | 'unknown'; state?: 'none' | 'not_told' }
const person = ({ name = 'Сёмин П.И.', told = false, role, state }: Given) => ({
  name,
  articles: told ? [article] : [],
  ...(role && { role }),
  ...(state && { article_state: state }),
})
/** `+` an article of their own, `-` accused without one, else the role. */
const shown = (people: readonly Given[], articles = [article, other]): string[] => {
  const { accused, others } = rolesOf({ articles, defendants: people.map(person) })
  return [
    ...accused.map(one => (one.articles.length > 0 ? `+${one.articles.length}` : '-')),
    ...others.map(({ role, articles }) => [role, articles].filter(Boolean).join(' ')),
  ]
}
const told = { told: true }
const office = 'Прокуратура Заречного района'

describe('who of a case is accused (design §14)', () => {
  it.each<[string, Given[], string[]]>([
    ['who has an article', [told], ['+1']],
    ['an office of which the source says so', [{ ...told, name: office }], ['+1']],
    ['an office that is said to be accused', [told, { name: office, role: 'accused' }], ['+1', '-']],
    ['not a person without an article beside one with an article', [told, {}], ['+1', 'unknown not_told']],
    ['nor one of whom it is said that there is none', [told, { state: 'none' }], ['+1', 'unknown none']],
    ['but one who is said to be accused', [told, { role: 'accused' }], ['+1', '-']],
    ['several of whom nothing else is said; whose the articles are is not told', [{}, {}], ['-', '-']],
    ['not whose role is not told', [{ role: 'unknown' }], ['unknown not_told']],
    ['not an office', [{}, { name: office }], ['+2', 'prosecutor']],
    ['not an office alone', [{ name: office }], ['prosecutor']],
    ['nor who brings the charge', [{}, { name: 'Государственный обвинитель Сойкин О.Л.' }], ['+2', 'prosecutor']],
    ['nor a service that watches over others', [{}, { name: 'Ространснадзор' }], ['+2', 'authority']],
    ['nor who suffered', [{}, { name: 'Потерпевшая Сойкина О.Л.' }], ['-', 'unknown not_told']],
    ['nor who asks', [{}, { name: 'Заявитель Сойкин Олег Львович' }], ['-', 'unknown not_told']],
    ['also without a surname', [{}, { name: 'Потерпевшая О.Л.' }], ['-', 'unknown not_told']],
    ['but whose surname is like that', [{ name: 'Свидетелев Пётр Ильич' }], ['+2']],
    ['or is told with no patronymic', [{ name: 'Свидетелев Пётр' }], ['+2']],
    ['a company whose name begins so', [{ name: 'Экспертиза плюс' }], ['+2']],
    ['a company', [{ name: 'ООО «Ромашка»' }], ['+2']],
    ['the only one is accused under the articles of the case', [{}], ['+2']],
    ['unless somebody else may be meant', [{ role: 'accused' }, { role: 'unknown' }], ['-', 'unknown not_told']],
    ['or the source says that there are none', [{ role: 'accused', state: 'none' }], ['-']],
  ])('%s', (_, people, expected) => expect(shown(people)).toEqual(expected))

  it('is not said in the record where it goes without saying', () => {
    const people = [told, {}, { name: office }].map(person)
    expect(saidToBeAccused(people).map(({ role }) => role)).toEqual([undefined, 'accused', 'accused'])
    expect(saidToBeAccused([person({})])).toEqual([person({})])
    for (const all of [people, [person({})], [person({ name: office })]])
      expect(rolesOf({ articles: [], defendants: saidToBeAccused(all) }).others).toEqual([])
  })
})

describe('what a name says of the part its bearer takes', () => {
  it.each([
    ['Прокуратура Заречного района г. Вымышленска', 'prosecutor'],
    ['Заместитель прокурора области Ким Д.В.', 'prosecutor'],
    ['Ким Д.В. - помощник прокурора Заречного района', 'prosecutor'],
    ['Адвокат Вымышленской коллегии адвокатов «Довод» Ким Дмитрий Ильич', 'advocate'],
    ['Ким Дмитрий Ильич в защиту интересов Сёмина П.И.', 'advocate'],
    ['Сёмина Анна Ильинична (защитник Сёмина Петра Ильича)', 'advocate'],
    ['Ким Дмитрий Ильич - законный представитель Сёмина П.И.', 'representative'],
    ['УУП ОП № 5 Ким Д.В.', 'authority'],
    ['ОМВД России по Заречному району', 'authority'],
    ['му мвд заречное', 'authority'],
    ['Инспектор ИАЗ Ким Д.В.', 'authority'],
    ['Администрация Заречного сельского поселения', 'authority'],
    ['Старший судебный пристав Ким Д.В.', 'authority'],
    ['Сёмин Пётр Ильич', undefined],
    ['Прокуроров Иван Ильич', undefined],
    ['Защитникова А.П.', undefined],
    ['Инспекторов Пётр Ильич', undefined],
    ['ООО «Защитник»', undefined],
    ['АО «Отдел продаж»', undefined],
    ['АНО Служба помощи', undefined],
    ['Общество с ограниченной ответственностью Управление', undefined],
    ['Заречное отделение политической партии «Вымысел»', undefined],
    ['Информация скрыта', undefined],
    ['группа лиц', undefined],
  ] as const)('%s: %s', (name, role) => expect(officeRole(name)).toBe(role))
})
