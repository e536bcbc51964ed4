// biome-ignore-all format: tables read best as tables
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { SaidValue } from './question-frames.ts'
import { articles, lists } from './question-names.ts'

/** Frames of names, numbers, directory rows, outcomes, terms, and of two values of one filter. */
const as = (how: SaidValue['as']) => (frame: string, slot: string, values: AnyValues, ...texts: readonly string[]): SaidValue[] => texts.map(text => ({ frame, text, values, slot, as: how }))
const [tail, bare, clause] = [as('tail'), as('bare'), as('clause')]

/** Surnames of invented people, in the masculine form of dictionaries, with their other cases. */
const people: readonly (readonly [string, string, string, string])[] = [['Ветошкин', 'Ветошкина', 'Ветошкину', 'Ветошкиным'], ['Сиротинин', 'Сиротинина', 'Сиротинину', 'Сиротининым'], ['Ломтев', 'Ломтева', 'Ломтеву', 'Ломтевым'], ['Радугодуб', 'Радугодуба', 'Радугодубу', 'Радугодубом']]
const ofPeople = people.flatMap(([who, whom]): SaidValue[] => [
  ...bare('лицо: фамилия И. О.', 'who', { defendant: `${who} А. П.` }, `${who} А. П.`), ...bare('лицо: обвиняемый', 'who', { defendant: who }, `обвиняемый ${who}`, `подсудимый ${who}`, `привлекаемый ${who}`), ...bare('лицо: обвиняемый И. О.', 'who', { defendant: `${who} А. П.` }, `обвиняемый ${who} А. П.`),
  ...clause('защитник: имя', 'advocate', { advocate: who }, `защитник ${who}`, `адвокат ${who}`), ...clause('прокурор: имя', 'prosecutor', { prosecutor: who }, `прокурор ${who}`), ...clause('участник: имя', 'participant', { participant: who }, `участник ${who}`),
  ...tail('лицо: дело кого', 'who', { defendant: `${who} А. П.` }, `${whom} А. П.`),
])
const ofJudges = lists.judges.filter(({ title }) => title.startsWith('Сиротинин')).flatMap(({ id }): SaidValue[] => [...bare('судья: им.', 'judge', { judge: [Number(id)] }, 'судья Сиротинин', 'судья Сиротинин Г. П.'), ...tail('судья: у судьи', 'judge', { judge: [Number(id)] }, 'у судьи Сиротинина', 'у судьи Сиротинина Г. П.', 'под председательством Сиротинина'), ...tail('судья: кроме', 'judge', { judge_not: [Number(id)] }, 'кроме судьи Сиротинина')])
const ofNumbers: readonly SaidValue[] = [
  ...bare('номер дела', 'number', { case_number: '5-1274/2024' }, '5-1274/2024', 'дело 5-1274/2024', 'дело № 5-1274/2024', 'номер 5-1274/2024', 'номер дела 5-1274/2024'), ...bare('УИД', 'number', { case_uid: '77RS0017-01-2025-004512-33' }, '77RS0017-01-2025-004512-33', 'УИД 77RS0017-01-2025-004512-33', 'с уидом 77RS0017-01-2025-004512-33'),
  ...bare('номер протокола', 'number', { protocol_number: '77АП0123456' }, 'протокол 77АП0123456', 'протокол № 77АП0123456', 'номер протокола 77АП0123456', 'по протоколу 77АП0123456'),
]
const ofRows: readonly SaidValue[] = [
  ...lists.tags.flatMap(({ id, title }) => [...clause('метка', 'tag', { tags: [Number(id)] }, `с меткой «${title}»`, `метка ${title}`, `с меткой ${title}`), ...clause('без метки', 'tag', { tags_not: [Number(id)] }, `без метки «${title}»`)]),
  ...lists.sets.flatMap(({ id, title }) => [...clause('подборка', 'set', { set: [Number(id)] }, `в подборке «${title}»`, `из подборки «${title}»`, `в моей подборке ${title}`), ...clause('не в подборке', 'set', { set_not: [Number(id)] }, `не в подборке «${title}»`)]),
  ...lists.event_types.filter((_, n) => n % 20 === 0).flatMap(({ id, title }) => clause('событие', 'event', { event_type: [Number(id)] }, `с событием «${title}»`, `событие «${title}»`)),
  ...lists.result_types.filter((_, n) => n % 9 === 0).flatMap(({ id, title }) => clause('результат', 'result', { result_type: [Number(id)] }, `с результатом «${title}»`, `результат «${title}»`)),
  ...lists.defence_params.filter((_, n) => n % 15 === 0).flatMap(({ id, title }) => clause('сведения о защите', 'defence', { case_defence_params: [Number(id)] }, `сведения о защите «${title}»`)),
]
const endings = (fits: (title: string) => boolean): AnyValues => ({ result_type: lists.result_types.filter(({ title }) => fits(title)).map(({ id }) => Number(id)) })
const terminated = endings(title => outcomeKind(title) === 'terminated' && !/жалоб|апелляц|отмен/iu.test(title))
const upheld = endings(title => reviewKind(title) === 'upheld')
const ofEndings: readonly SaidValue[] = [
  ...clause('прекращено', 'result', terminated, 'прекращено', 'прекращены', 'прекращённые', 'производство прекращено', 'где производство прекращено', 'дело прекратили', 'которые прекратили', 'где суд прекратил производство', 'с прекращением'),
  ...clause('без изменения', 'result', upheld, 'оставлено без изменения', 'оставлены без изменения', 'оставили без изменения', 'решение оставлено в силе', 'устояли', 'где решение оставлено без изменения'),
]
const ofTerms: readonly SaidValue[] = [['больше 30 дней', { min: 30.01 }], ['меньше 10 дней', { max: 9.99 }], ['не больше 5 дней', { max: 5 }], ['дольше трёх месяцев', { min: 90.01 }], ['от 10 до 20 дней', { min: 10, max: 20 }], ['до 15 дней', { max: 15 }]].flatMap(([said, amount]) =>
  typeof said !== 'string' || typeof amount === 'string' || /месяц/u.test(said) ? [] : clause('срок рассмотрения', 'result', { days_to_result: amount }, `рассматривались ${said}`, `срок рассмотрения ${said}`, `от поступления до решения ${said}`, `длились ${said}`))
const ids = (codex: string, number: string): number[] => articles.flatMap(one => (one.codex === codex && one.article_number === number ? [one.id] : []))
/** Conjunctions between two values of one filter. */
const joins: readonly string[] = ['и', 'или', 'либо']
const ofPairs = joins.flatMap((join): SaidValue[] => [
  ...tail(`два: регионы ${join}`, 'place', { regions: [36, 48] }, `в Воронежской области ${join} Липецкой области`, `в Воронежской ${join} Липецкой области`, `в Воронежской ${join} Липецкой областях`), ...tail(`два: регионы ${join}`, 'place', { regions: [77, 78] }, `в Москве ${join} Петербурге`, `в Москве ${join} в Санкт-Петербурге`), ...tail(`два: города ${join}`, 'place', { court_city: ['Казань', 'Самара'] }, `в Казани ${join} Самаре`, `в Казани ${join} в Самаре`),
  ...tail(`два: статьи ${join}`, 'article', { codex_articles: [...ids('koap', '20.2'), ...ids('koap', '20.2.2')] }, `по 20.2 ${join} 20.2.2`, `по ст. 20.2 ${join} ст. 20.2.2`, `по статьям 20.2 ${join} 20.2.2 КоАП`, `по 20.2 ${join} по 20.2.2`), ...tail(`два: статьи ${join}`, 'article', { codex_articles: [...ids('uk', '158'), ...ids('uk', '161')] }, `по 158 ${join} 161 УК`, `по ст. 158 ${join} 161`, `за кражу ${join} грабёж`, `за кражи ${join} грабежи`, `о краже ${join} грабеже`),
  ...bare(`два: наказания ${join}`, 'penalty', { penalty_type: ['fine', 'arrest'] }, `штраф ${join} арест`, `штрафы ${join} аресты`, `со штрафом ${join} арестом`), ...clause(`два: наказания ${join}`, 'penalty', { penalty_type: ['caution', 'fine'] }, `закончились предупреждением ${join} штрафом`),
])
const ofDenials: readonly SaidValue[] = [
  ...tail('кроме двух: регионы', 'place', { regions_not: [77, 78] }, 'кроме Москвы и Петербурга', 'кроме Москвы и Санкт-Петербурга', 'не в Москве и не в Петербурге', 'за исключением Москвы и Петербурга', 'без Москвы и Питера', 'кроме Москвы, Петербурга'), ...tail('кроме двух: города', 'place', { court_city_not: ['Казань', 'Самара'] }, 'кроме Казани и Самары', 'не в Казани и не в Самаре', 'помимо Казани и Самары'),
  ...tail('кроме двух: статьи', 'article', { codex_articles_not: [...ids('koap', '20.2'), ...ids('koap', '20.2.2')] }, 'кроме 20.2 и 20.2.2', 'не по 20.2 и не по 20.2.2', 'исключая ст. 20.2 и 20.2.2'), ...tail('кроме двух: наказания', 'penalty', { penalty_type_not: ['fine', 'arrest'] }, 'кроме штрафов и арестов', 'не штраф и не арест', 'без штрафов и арестов'),
]
/** Conditions that filters cannot combine: one of them must stay unread. */
export const impossible: readonly string[] = ['20.2 или аресты', 'в Туле или по 158', 'женщины или аресты', 'штрафы или в Москве', 'без адвоката или в Казани', 'прекращено или по 20.2', 'арест или женщины', '20.2 или в апелляции', 'в Москве или за 2024 год', 'аресты или за прошлый год']
export const saidOfRows: readonly SaidValue[] = [...ofPeople, ...ofJudges, ...ofNumbers, ...ofRows, ...ofEndings, ...ofTerms, ...ofPairs, ...ofDenials]
