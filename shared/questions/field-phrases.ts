// biome-ignore-all format: a table reads best as one

import { penaltyTypes } from '../domain/outcomes.ts'
import type { Dimension, Metric } from '../domain/pivot.ts'
import type { CaseFields } from '../filters/case-fields.ts'
import type { Value } from '../filters/field.ts'
import type { QuestionView } from './reading.ts'
import { type Phrase, phraseOf } from './words.ts'

/**
 * What words of a question set, beside labels of options and names of rows. A phrase stands here only where it says what the filter says:
 * «без адвоката» does not, for a card that names no defence lawyer does not tell that there was none.
 */
type Key = keyof CaseFields
type Setting = Partial<Record<Key | `${Key}_not`, Value>>
const settings: readonly (readonly [Setting, ...string[]])[] = [
  [{ type: '1' }, '=коап =рф?', 'кодекс~ об административн~ правонарушени~', 'административный дело', 'административка', 'административный'],
  [{ type: '2' }, '=ук =рф?', 'уголовный кодекс =рф?', 'уголовный дело', 'уголовка', 'уголовный'],
  [{ stage: '1' }, 'первый|=1-я|=1-й инстанция', '=1 инстанция'],
  [{ stage: '2' }, 'второй|=2-я|=2-й|апелляционный инстанция', '=2 инстанция', 'апелляция', 'апелляционный дело|жалоба|производство?', 'жалоба =во? второй? инстанция?', 'жалоба и? протест?'],
  [{ state: 'no_info' }, 'заседание|слушание =не =назначено|=назначены', '=без назначенный заседание|слушание', 'неназначенный заседание'],
  [{ is_gone: true }, 'удалённый|исчезнувший =с сайта|сайтов суда|судов?', 'удалено|удалены =с сайта|сайтов суда|судов?', 'исчезли|пропали =с сайта|сайтов суда|судов?'],
  [{ is_gone: false }, '=не удалённый|удалено|удалены =с сайта|сайтов суда|судов?'],
  [{ has_result: true }, '=есть =решение', '=с =решением', '=решение =есть'],
  [{ has_result: false }, '=без =решения|=результата', '=не решённый|=решены|=решено|рассмотренный|=рассмотрены', 'нерешённый|нерассмотренный', '=решения =нет', '=нет =решения', '=решение =не =вынесено', '=ещё? =не =решены'],
  [{ in_question: true }, 'решение|наказание? =под =вопросом', '=под =вопросом'],
  [{ in_question: false }, 'решение? =не =под =вопросом'],
  [{ has_penalty: true }, '=с =наказанием', '=есть =наказание', '=наказание =назначено|=есть', '=с назначенный =наказанием'],
  [{ has_penalty: false }, '=без =наказания', '=нет =наказания', '=наказания =нет', '=наказание =не =назначено'],
  [{ penalty_hidden: true }, '=размер =наказания? =скрыт =судом?', 'скрытый размер|сумма =наказания?'],
  [{ penalty_hidden: true, penalty_type: ['fine'] }, '=размер|=сумма =штрафа =скрыт|=скрыта =судом?'],
  [{ penalty_hidden: true, penalty_type: ['arrest'] }, '=срок =ареста =скрыт =судом?'],
  [{ penalty_suspended: true }, '=условно', 'условный наказание?'],
  [{ penalty_suspended: true, penalty_type: ['imprisonment'] }, 'условный срок', 'условка'],
  [{ penalty_suspended: false, penalty_type: ['imprisonment'] }, 'реальный срок'],
  [{ penalty_suspended: false }, '=не =условно'],
  [{ penalty_certain: true }, '=наказание? =прочитано =уверенно', 'основной =наказание =прочитано? =уверенно?'],
  [{ defendant_gender: 'm' }, 'мужчина', 'мужской пол?'],
  [{ defendant_gender: 'f' }, 'женщина', 'женский пол?'],
  [{ defendant_gender: 'na' }, '=пол =не =указан|=определён|=известен', '=без =пола'],
  [{ defendant_risk_group: true }, 'группа риска', '=в группа риска', '=из группа риска'],
  [{ defendant_risk_group: false }, '=не =в|=из? группа риска', '=вне группа риска'],
  [{ defendant_hidden: true }, '=имя|=имена скрытый|=скрыто|=скрыты =судом?', '=со? скрытый имя|=именами|=именем', 'скрытый =имя|=имена|=имён'],
  [{ defendant_hidden: false }, '=имя|=имена =не =скрыто|=скрыты|=скрыт =судом?', 'открытый =имя|=имена'],
  [{ has_advocate: true }, '=с адвокат|защитник', '=есть адвокат|защитник'],
  [{ has_advocate: true, has_prosecutor: true }, '=с|=есть адвокат|защитник =и прокурор', '=с|=есть прокурор =и адвокат|защитник'],
  [{ has_advocate: false }, 'адвокат|защитник =не =назван|=указан|=названы|=указаны', '=не =назван|=указан|=названы|=указаны адвокат|защитник'],
  [{ has_prosecutor: true }, '=с прокурор', '=есть прокурор'],
  [{ has_prosecutor: false }, 'прокурор =не =назван|=указан', '=не =назван|=указан прокурор'],
  [{ has_result_text: true }, '=с =текстом|=текстами решений|решения?', '=есть =текст|=тексты решения?', '=текст|=тексты решения|решений? =есть|=опубликован|=опубликованы', 'опубликованный решение|текст|=тексты|=текстом'],
  [{ has_result_text: false }, '=без =текста|=текстов решений|решения?', '=нет =текста решения?', '=текста решения? =нет', '=текст|=тексты решения|решений? =не =опубликован|=опубликованы', 'неопубликованный решение|текст|=тексты'],
  [{ in_favorites: true }, '=в =избранном', 'избранный'],
  [{ in_favorites: false }, '=не =в =избранном', '=не избранный'],
  [{ in_folder: true }, '=в =папках', 'разложенный =по =папкам', '=в =папке'],
  [{ in_folder: false }, '=не =в =папках', '=не разложенный =по =папкам', '=вне =папок', '=без =папки'],
  [{ has_note: true }, '=с мо~? заметка', '=есть мо~? заметка'],
  [{ has_note: false }, '=без мо~? заметка', '=нет мо~? заметка'],
  [{ days_to_result: { max: 0 } }, '=решены|=решено|решённый|рассмотренный? =в =тот =же =день'],
]
/** Kinds of penalties as they are spoken of; their labels are read besides. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  fine: ['оштрафованный', '=оштрафован|=оштрафована|=оштрафовано|=оштрафованы', '=оштрафовали|=оштрафовал|=оштрафовала|=штрафовали|=штрафуют|=штрафует'],
  arrest: ['арестованный', '=арестован|=арестовано|=арестована|=арестованы', '=арестовали|=арестовал|=арестовала|=арестовывали|=арестовывают|=арестовывает', 'административный арест'],
  works: ['обязательный работа'],
  deportation: ['=выдворен|=выдворены|=выдворили', 'депортация'],
  imprisonment: ['заключение|лишение свобода'],
  life_imprisonment: ['пожизненный срок?', 'пожизненный заключение', '=пожизненно'],
  deprivation: ['лишение водительский? права|=прав'],
  confiscation: ['=конфискован|=конфисковано|=конфискованы|=конфисковали'],
}
const ofPenalties = penaltyTypes
  .filter(({ value }) => value !== 'no_data' && value !== 'error')
  .flatMap(({ value, label }) => [label, ...(spoken[value] ?? [])].map(phrase => ({ phrase: phraseOf(phrase), values: { penalty_type: [value] } })))

export type SettingPhrase = { phrase: Phrase; values: Setting }
export const settingPhrases: readonly SettingPhrase[] = [
  ...settings.flatMap(([values, ...phrases]) => phrases.map(phrase => ({ phrase: phraseOf(phrase), values }))),
  ...ofPenalties,
]

/** What is not told by cards, in words for who asks: these stay unread. */
export const notToldByCards: readonly { phrase: Phrase; why: string }[] = [
  { phrases: ['=без адвокат|защитник', '=нет адвокат|защитник', 'адвокат|защитник =не =было', '=не =было адвокат|защитник'], why: 'Карточки суда не отмечают, что защитника не было.' },
  { phrases: ['домашний арест', 'арест|конфискация имущество|счёт|счета|счетов'], why: 'Это не наказание: мер пресечения и обеспечения карточки не называют.' },
  { phrases: ['заседание|слушание =было отложено|перенесено|=отложен|=перенесен'], why: 'О переносах скажет событие дела.' },
  { phrases: ['женщина|мужчина судья|адвокат|защитник|прокурор', 'судья|адвокат|защитник|прокурор женщина|мужчина'], why: 'Пол известен только у привлекаемых лиц.' },
  { phrases: ['=без прокурор', '=нет прокурор', 'прокурор =не =было'], why: 'Карточки суда не отмечают, что прокурора не было.' },
].flatMap(({ phrases, why }) => phrases.map(phrase => ({ phrase: phraseOf(phrase), why })))

/** Which date is meant. `alone`: what the words set where no date is near them; absent: nothing. */
export type DateLead = { phrase: Phrase; key: Key; alone?: Setting; isNothingAlone?: true; isOnlyBeforeDate?: true }
const leadRows: readonly (Omit<DateLead, 'phrase'> & { phrases: readonly string[] })[] = [
  { key: 'entry_date_range', isNothingAlone: true, phrases: ['поступивший', '=поступило|=поступили|=поступил|=поступают', 'зарегистрированный', '=зарегистрировано|=зарегистрированы', '=возбуждено|=возбуждены|возбуждённый'] },
  { key: 'result_date_range', alone: { has_result: true }, phrases: ['решённый|=решено|=решены|рассмотренный|=рассмотрено|=рассмотрены', '=решение|=решения =вынесено|=вынесены', '=решение|=решения вынесенный', 'вынесенный|=вынесено|=вынесены', '=с решение =вынесенным|=вынесенными'] },
  { key: 'last_scheduled_hearing_date_range', alone: { state: 'is_planned' }, phrases: ['назначенный заседание|слушание', 'заседание|слушание =назначено|=назначены', 'предстоящий заседание|слушание', 'будущий заседание|слушание'] },
  { key: 'last_scheduled_hearing_date_range', alone: { state: 'in_past' }, phrases: ['заседание|слушание =было|=прошло|=состоялось', 'прошедший заседание|слушание'] },
  { key: 'last_scheduled_hearing_date_range', isOnlyBeforeDate: true, phrases: ['=назначено|=назначены|=назначен|=назначена =на?', '=назначено|=назначены|=назначен|=назначена =к =рассмотрению|=слушанию =на?'] },
  { key: 'result_date_range', isOnlyBeforeDate: true, phrases: ['решение|постановление|приговор'] },
  { key: 'last_scheduled_hearing_date_range', phrases: ['=с? последний? заседание|слушание =назначено|=назначены|назначенный?', 'назначенный =на'] },
  { key: 'event_date_range', phrases: ['=с? событие'] },
  { key: 'days_to_result', phrases: ['=рассматривались|=рассматривалось|=рассматривают|=рассматривали|=шли|=длились'] },
  { key: 'gone_date_range', alone: { is_gone: true }, phrases: ['удалённый|исчезнувший =с сайта|сайтов суда|судов?', '=удалено|=удалены|=удалили|=исчезли|=пропали =с сайта|сайтов суда|судов?'] },
]
export const dateLeads: readonly DateLead[] = leadRows.flatMap(({ phrases, ...lead }) => phrases.map(phrase => ({ ...lead, phrase: phraseOf(phrase) })))

const by = (rows: Dimension, ...metrics: Metric[]): QuestionView => ({ kind: 'table', rows, ...(metrics.length > 0 && { metrics }) })
const judging = '=судил|=судила|=судит|=судят|=судили|=назначал|=назначает|=назначали|=назначила|=вынес|=вынесла|=выносит|=выносил|=рассматривал|=рассматривает|=арестовывает|=штрафует|=арестовывал|=штрафовал'
const views: readonly (readonly [QuestionView, ...string[]])[] = [
  [by('judge'), `=кто =чаще? ${judging}`, 'какой судья =чаще? =назначали|=судили|=судят|=рассматривали|=рассматривают|=назначают|=арестовывают|=штрафуют|=выносят?', '=по|=и =судьям', 'сравн~|=сравнить|=сравни судья|=судей'],
  [by('court'), 'какой =суд|=суды|=суде|=судах =рассматривали|=рассматривают|=судят|=назначают|=назначали?', '=по|=и =судам', '=сравнить|=сравни =суды'],
  [by('regions'), '=в? какой регион =судят|=судили|=назначали|=назначают?', '=по|=и =регионам', '=по|=и =субъектам', '=где =арестовывают|=штрафуют|=судят', '=где', '=сравнить|=сравни =регионы'],
  [by('article'), '=по? какой статья =судят|=судили|=назначали?', '=по|=и =статьям'],
  [by('entry_month'), '=по|=и =месяцам', 'помесячно', 'динамика'],
  [by('entry_year'), '=по|=и =годам', '=погодно'],
  [by('type'), '=по|=и =кодексам'],
  [by('stage'), '=по|=и =инстанциям', '=первую|=первая|=первой =и =вторую|=вторая|=второй инстанция'],
  [by('regions', 'overturned_share'), 'доля|процент отмена'],
  [by('regions', 'suspended_share'), 'доля|процент условный срок?'],
  [by('regions', 'terminated_share'), 'доля|процент прекращённый'],
  [by('regions', 'fine_sum'), '=общая? сумма штраф'],
  [by('regions', 'arrest_median'), 'медиана срок? арест', 'медианный срок? арест'],
  [by('regions', 'imprisonment_median'), 'медиана =срока? лишение свобода'],
  [by('regions', 'fine_median'), 'медиана штраф', 'медианный штраф'],
  [{ kind: 'people' }, '=кто', '=кого =судят|=судили|=привлекали|=привлекают?', '=кто =привлекался'],
  [{ kind: 'charts' }, '=сколько =назначили|=назначено|=вынесли|=вынесено?', 'статистика', 'график', 'число|количество'],
  [{ kind: 'list' }, 'список'],
  [by('entry_year'), 'таблица'],
  [by('entry_year'), '=сравни|=сравнить|=сравните|сравнение'],
]
/** `isCompared`: the rows of the table are what is compared: the filter that has several values. */
export const viewPhrases: readonly { phrase: Phrase; view: QuestionView; isCompared: boolean; isGeneral: boolean }[] = views.flatMap(([view, ...phrases], n) =>
  phrases.map(phrase => ({ phrase: phraseOf(phrase), view, isCompared: n === views.length - 1, isGeneral: n >= views.length - 3 || phrase === '=кто' })),
)

/** Words that ask for nothing by themselves. Negations and «или» are not among them. */
const saidByTheWay = [
  'дело', '=все|=всех|=всем|=всеми|любой', '=покажи|=покажите|=показать|=найди|=найдите|=найти|=искать|=ищу|=дай|=дайте|=выведи', '=мне', '=нужны|=нужно|=нужен|=нужна', '=есть', '=ли', '=какие|=какой|=какая|=какое|=каких',
  '=по|=в|=во|=на|=за|=у|=с|=со|=о|=об|=из|=и|=где|=что|=а|=для|=от', 'который', '=пожалуйста', '=все =наказания', 'решение|постановление', '=назначили|=назначен|=назначена|=назначали|=назначено', '=это|=эти', '=но|=однако', '=включительно', '=было|=были', '=суд =назначил', '=назначил|=назначила', '=рф', '=россии',
]
export const byTheWay: readonly Phrase[] = saidByTheWay.map(phraseOf)
export const negations: readonly Phrase[] = ['=за =исключением', '=кроме', '=не', '=без', '=исключая', '=помимо', '=ни'].map(phraseOf)
