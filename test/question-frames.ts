// biome-ignore-all format: tables read best as tables
import { addDays, addMonths, firstDay, lastDay, monthEnd } from '#shared/domain/dates.ts'
import { penaltyTypes } from '#shared/domain/outcomes.ts'
import { regions } from '#shared/domain/regions.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { articles, lists } from './question-names.ts'

/**
 * The parts that questions are built of: a value of the filter kernel in one of its Russian wordings (`frame`).
 * `unread`: words that no filter expresses. `slot`: a part that a question has once; `as`: the head noun or verb, an
 * attribute with a preposition, or a clause.
 */
export type SaidValue = { frame: string; text: string; values: AnyValues; unread?: string; slot: string; as: 'head' | 'verb' | 'tail' | 'bare' | 'clause' }

const bend = (word: string, table: readonly (readonly [RegExp, string])[]): string => {
  for (const [pattern, ending] of table) if (pattern.test(word)) return word.replace(pattern, ending)
  return word
}
/** Titles of regions and towns in the grammatical cases; undefined where the rules of this table do not apply. */
const inCase = {
  в: [[/ская область$/u, 'ской области'], [/ная область$/u, 'ной области'], [/ский край$/u, 'ском крае'], [/ный край$/u, 'ном крае'], [/^Республика /u, 'Республике '], [/ская Республика$/u, 'ской Республике']],
  по: [[/ская область$/u, 'ской области'], [/ная область$/u, 'ной области'], [/ский край$/u, 'скому краю'], [/ный край$/u, 'ному краю'], [/^Республика /u, 'Республике '], [/ская Республика$/u, 'ской Республике']],
  чего: [[/ская область$/u, 'ской области'], [/ная область$/u, 'ной области'], [/ский край$/u, 'ского края'], [/ный край$/u, 'ного края'], [/^Республика /u, 'Республики '], [/ская Республика$/u, 'ской Республики']],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>
const place = (frame: string, text: string, values: AnyValues, as: SaidValue['as'] = 'tail'): SaidValue => ({ frame, text, values, slot: 'place', as })
const ofRegions = regions.filter(({ title }) => /(область|край|Республика .*|Республика)$/u.test(title)).flatMap(({ number, title }): SaidValue[] => {
  const values = { regions: [number] }
  const [within, along, of] = [bend(title, inCase.в), bend(title, inCase.по), bend(title, inCase.чего)]
  return [
    place('регион: в …', `в ${within}`, values), place('регион: по …', `по ${along}`, values), place('регион: …', title, values, 'bare'),
    place('регион: чего', of, values), place('регион: строчными', `в ${within.toLowerCase()}`, values), place('регион: из …', `из ${of}`, values),
    place('регион: обл.', `в ${within.replace(/области$/u, 'обл.').replace(/ской обл\./u, 'ской обл.')}`, values),
    place('регион: суды …', `в судах ${of}`, values),
    place('регион: кроме …', `кроме ${of}`, { regions_not: [number] }), place('регион: не в …', `не в ${within}`, { regions_not: [number] }),
    place('регион: за исключением', `за исключением ${of}`, { regions_not: [number] }), place('регион: без …', `без ${of}`, { regions_not: [number] }),
  ]
})
const townIn = (city: string): string | undefined =>
  /(ск|град|бург|цк|ов|ев|ин|им)$/u.test(city) ? `${city}е` : /[нрм]ь$/u.test(city) ? `${city.slice(0, -1)}и` : /[лк]а$/u.test(city) ? `${city.slice(0, -1)}е` : undefined
const townOf = (city: string): string => (/ь$/u.test(city) ? `${city.slice(0, -1)}и` : /а$/u.test(city) ? `${city.slice(0, -1)}${/ка$/u.test(city) ? 'и' : 'ы'}` : `${city}а`)
const ofTowns = lists.cities.filter(({ title }, n) => n % 9 === 0 && /^\p{Lu}\p{Ll}+$/u.test(title) && townIn(title)).flatMap(({ title }): SaidValue[] => {
  const values = { court_city: [title] }
  return [
    place('город: в …', `в ${townIn(title)}`, values), place('город: г. …', `г. ${title}`, values, 'bare'), place('город: …', title, values, 'bare'),
    place('город: в городе …', `в городе ${title}`, values), place('город: из …', `из ${townOf(title)}`, values),
    place('город: кроме …', `кроме ${townOf(title)}`, { court_city_not: [title] }), place('город: не в …', `не в ${townIn(title)}`, { court_city_not: [title] }),
  ]
})
const onlyCourts = lists.courts.filter(({ title }) => /^\p{L}+ский (районный|городской) суд$/u.test(title) && lists.courts.filter(one => one.title === title).length === 1)
const ofCourts = onlyCourts.filter((_, n) => n % 23 === 0).flatMap(({ id, title }): SaidValue[] => {
  const values = { court: [Number(id)] }
  const within = title.replace(/ский /u, 'ском ').replace(/ный /u, 'ном ').replace(/ской /u, 'ском ').replace(/суд$/u, 'суде')
  const of = title.replace(/ский /u, 'ского ').replace(/ный /u, 'ного ').replace(/дской /u, 'дского ').replace(/суд$/u, 'суда')
  return [
    place('суд: в …', `в ${within}`, values), place('суд: …', title, values, 'bare'), place('суд: чего', of, values), place('суд: строчными', `в ${within.toLowerCase()}`, values),
    place('суд: кроме …', `кроме ${of}`, { court_not: [Number(id)] }),
  ]
})

const article = (frame: string, text: string, ids: readonly number[], as: SaidValue['as'] = 'tail'): SaidValue => ({ frame, text, values: { codex_articles: [...ids] }, slot: 'article', as })
const byNumber = [...Map.groupBy(articles, ({ codex, article_number }) => `${codex} ${article_number}`)]
const isOnly = (number: string): boolean => byNumber.filter(([key]) => key.endsWith(` ${number}`)).length === 1
const ofArticles = byNumber.filter(([, [own]]) => own && isOnly(own.article_number)).filter((_, n) => n % 4 === 0).flatMap(([, own]): SaidValue[] => {
  const [number = '', codex] = [own[0]?.article_number, own[0]?.codex === 'uk' ? 'УК' : 'КоАП']
  const all = own.map(({ id }) => id)
  const part = own.find(one => one.part !== '')
  const parts = own.filter(one => /^\d$/.test(one.part)).slice(0, 2)
  return [
    article('статья: по N', `по ${number}`, all), article('статья: по ст. N', `по ст. ${number}`, all), article('статья: по статье N кодекса', `по статье ${number} ${codex}`, all),
    article('статья: ст.N РФ', `ст.${number} ${codex} РФ`, all, 'bare'), article('статья: N кодекс', `${number} ${codex}`, all, 'bare'), article('статья: за N', `за ${number}${codex === 'УК' ? ' УК' : ''}`, all),
    article('статья: кроме N', `кроме ${number} ${codex}`, all), article('статья: не по N', `не по ст. ${number}`, all),
    ...(part ? [article('часть: по ч. P ст. N', `по ч. ${part.part} ст. ${number}`, [part.id]), article('часть: ст. N ч. P', `ст. ${number} ч. ${part.part} ${codex}`, [part.id], 'bare'), article('часть: по N часть P', `по ${number} часть ${part.part}`, [part.id]), article('часть: по части P статьи N', `по части ${part.part} статьи ${number} ${codex}`, [part.id])] : []),
    ...(parts.length === 2 ? [article('часть: ч. P и Q ст. N', `по ч. ${parts[0]?.part} и ${parts[1]?.part} ст. ${number}`, parts.map(({ id }) => id)), article('часть: ч. P или ч. Q', `по ч. ${parts[0]?.part} или ч. ${parts[1]?.part} ст. ${number}`, parts.map(({ id }) => id))] : []),
  ].map(one => (/(кроме|не по)/u.test(one.frame) ? { ...one, values: { codex_articles_not: [...all] } } : one))
})
/** Common names of articles, in the grammatical cases that prepositions require. */
const called: readonly (readonly [string, string, string, string])[] = [
  ['koap 20.2', 'митинг', 'митинги', 'о митингах'], ['uk 158', 'кража', 'кражу', 'о кражах'], ['uk 275', 'госизмена', 'госизмену', 'о госизмене'], ['uk 276', 'шпионаж', 'шпионаж', 'о шпионаже'],
  ['uk 207.3', 'военные фейки', 'военные фейки', 'о военных фейках'], ['koap 7.27', 'мелкое хищение', 'мелкое хищение', 'о мелком хищении'], ['uk 161', 'грабёж', 'грабёж', 'о грабежах'], ['uk 162', 'разбой', 'разбой', 'о разбоях'],
  ['uk 105', 'убийство', 'убийство', 'об убийствах'], ['uk 131', 'изнасилование', 'изнасилование', 'об изнасилованиях'], ['koap 19.3', 'неповиновение полиции', 'неповиновение полиции', 'о неповиновении полиции'], ['uk 214', 'вандализм', 'вандализм', 'о вандализме'],
  ['uk 205.2', 'оправдание терроризма', 'оправдание терроризма', 'об оправдании терроризма'], ['uk 319', 'оскорбление представителя власти', 'оскорбление представителя власти', 'об оскорблении представителя власти'], ['uk 338', 'дезертирство', 'дезертирство', 'о дезертирстве'], ['uk 337', 'самоволка', 'самоволку', 'о самоволках'],
  ['uk 163', 'вымогательство', 'вымогательство', 'о вымогательстве'], ['koap 12.26', 'отказ от медосвидетельствования', 'отказ от медосвидетельствования', 'об отказе от медосвидетельствования'], ['uk 306', 'ложный донос', 'ложный донос', 'о ложном доносе'], ['uk 291', 'дача взятки', 'дачу взятки', 'о даче взятки'],
]
const ofCalled = called.flatMap(([key, name, acc, about]): SaidValue[] => {
  const ids = byNumber.find(([one]) => one === key)?.[1].map(({ id }) => id) ?? []
  return [article('название: за …', `за ${acc}`, ids), article('название: …', name, ids, 'bare'), article('название: о …', about, ids), article('название: про …', `про ${acc}`, ids)]
})

/** Kinds of penalties in the grammatical cases; kinds without an entry are named by their label only. */
const nouns: Readonly<Record<string, readonly [one: string, many: string, by: string, of: string, to: string]>> = {
  fine: ['штраф', 'штрафы', 'штрафом', 'штрафов', 'штрафу'], arrest: ['арест', 'аресты', 'арестом', 'арестов', 'аресту'], works: ['обязательные работы', 'обязательные работы', 'обязательными работами', 'обязательных работ', 'обязательным работам'],
  caution: ['предупреждение', 'предупреждения', 'предупреждением', 'предупреждений', 'предупреждению'], suspension: ['приостановление деятельности', 'приостановления деятельности', 'приостановлением деятельности', 'приостановлений деятельности', 'приостановлению деятельности'],
  deportation: ['выдворение', 'выдворения', 'выдворением', 'выдворений', 'выдворению'], imprisonment: ['лишение свободы', 'лишение свободы', 'лишением свободы', 'лишения свободы', 'лишению свободы'],
  life_imprisonment: ['пожизненное лишение свободы', 'пожизненные сроки', 'пожизненным лишением свободы', 'пожизненных сроков', 'пожизненному лишению свободы'],
  forced_labour: ['принудительные работы', 'принудительные работы', 'принудительными работами', 'принудительных работ', 'принудительным работам'], corrective_works: ['исправительные работы', 'исправительные работы', 'исправительными работами', 'исправительных работ', 'исправительным работам'],
  restriction: ['ограничение свободы', 'ограничение свободы', 'ограничением свободы', 'ограничения свободы', 'ограничению свободы'], deprivation: ['лишение прав', 'лишения прав', 'лишением прав', 'лишений прав', 'лишению прав'],
  disqualification: ['дисквалификация', 'дисквалификации', 'дисквалификацией', 'дисквалификаций', 'дисквалификации'], confiscation: ['конфискация', 'конфискации', 'конфискацией', 'конфискаций', 'конфискации'], court_fine: ['судебный штраф', 'судебные штрафы', 'судебным штрафом', 'судебных штрафов', 'судебному штрафу'],
}
const penalty = (frame: string, text: string, kind: string, as: SaidValue['as'], name = 'penalty_type'): SaidValue => ({ frame, text, values: { [name]: [kind] }, slot: 'penalty', as })
const ofPenalties = penaltyTypes.flatMap(({ value, label }): SaidValue[] => {
  const [one, many, by, of, to] = nouns[value] ?? []
  if (!one || !many) return value === 'error' || value === 'no_data' ? [] : [penalty('наказание: название', label.toLowerCase(), value, 'bare')]
  return [
    penalty('наказание: мн.', many, value, 'head'), penalty('наказание: ед.', one, value, 'bare'), penalty('наказание: с чем', `с ${by}`, value, 'tail'), penalty('наказание: кончились чем', `закончились ${by}`, value, 'clause'),
    penalty('наказание: наказали чем', `наказали ${by}`, value, 'verb'), penalty('наказание: назначили что', `назначили ${one}`, value, 'verb'), penalty('наказание: наказание в виде чего', `наказание в виде ${of}`, value, 'clause'), penalty('наказание: дали что', `дали ${one}`, value, 'verb'),
    penalty('наказание: где назначено', `где назначен ${one}`, value, 'clause'), penalty('наказание: кроме', `кроме ${of}`, value, 'tail', 'penalty_type_not'), penalty('наказание: не', `наказание не ${one}`, value, 'clause', 'penalty_type_not'),
    ...(penaltyTypes.find(({ value: own }) => own === value)?.unit && to ? [penalty('наказание: приговорили к', `приговорили к ${to}`, value, 'verb')] : []),
  ]
})
const verbs: readonly (readonly [string, string, string, string])[] = [['fine', 'оштрафовали', 'оштрафованы', 'оштрафованных'], ['arrest', 'арестовали', 'арестованы', 'арестованных'], ['deportation', 'выдворили', 'выдворены', 'выдворенных'], ['disqualification', 'дисквалифицировали', 'дисквалифицированы', 'дисквалифицированных'], ['deprivation', 'лишили прав', 'лишены прав', 'лишённых прав']]
const ofVerbs = verbs.flatMap(([kind, did, was, those]) => [penalty('глагол: сделали', did, kind, 'verb'), penalty('глагол: сделаны', was, kind, 'verb'), penalty('глагол: сделанных', those, kind, 'head')])

export const on = '2026-11-26'
type Days = { min: string; max: string }
const months = ['январь', 'февраль', 'март', 'апрель', 'май', 'июнь', 'июль', 'август', 'сентябрь', 'октябрь', 'ноябрь', 'декабрь']
const monthIn = (m: number): string => bend(months[m] ?? '', [[/[ьй]$/u, 'е'], [/т$/u, 'те']])
const monthOf = (m: number): string => bend(months[m] ?? '', [[/[ьй]$/u, 'я'], [/т$/u, 'та']])
const monthDays = (year: number, m: number, last = m): Days => ({ min: `${year}-${String(m + 1).padStart(2, '0')}-01`, max: monthEnd(`${year}-${String(last + 1).padStart(2, '0')}-01`) })
const since = (min: string): Days => ({ min, max: lastDay })
const until = (max: string): Days => ({ min: firstDay, max })
const back = (n: number, unit: string): Days => ({ min: unit === 'дней' ? addDays(on, 1 - n) : unit === 'недель' ? addDays(on, 1 - 7 * n) : addMonths(on, unit === 'лет' ? -12 * n : -n), max: on })
type Dated = { frame: string; text: string; days: Days }
const dated: readonly Dated[] = [
  ...[2019, 2021, 2022, 2023, 2024, 2025].flatMap((y): Dated[] => [
    { frame: 'год: в N году', text: `в ${y} году`, days: monthDays(y, 0, 11) }, { frame: 'год: за N', text: `за ${y}`, days: monthDays(y, 0, 11) }, { frame: 'год: за N год', text: `за ${y} год`, days: monthDays(y, 0, 11) }, { frame: 'год: N г.', text: `${y} г.`, days: monthDays(y, 0, 11) },
    { frame: 'год: с N', text: `с ${y} года`, days: since(`${y}-01-01`) }, { frame: 'год: до N', text: `до ${y} года`, days: until(`${y - 1}-12-31`) }, { frame: 'год: после N', text: `после ${y} года`, days: since(`${y + 1}-01-01`) }, { frame: 'год: начиная с N', text: `начиная с ${y} года`, days: since(`${y}-01-01`) },
    { frame: 'год: N–M', text: `за ${y - 1}–${y} годы`, days: { min: `${y - 1}-01-01`, max: `${y}-12-31` } }, { frame: 'год: N и M', text: `в ${y - 1} и ${y} годах`, days: { min: `${y - 1}-01-01`, max: `${y}-12-31` } }, { frame: 'год: с N по M', text: `с ${y - 1} по ${y} год`, days: { min: `${y - 1}-01-01`, max: `${y}-12-31` } },
    { frame: 'год: в первой половине', text: `в первой половине ${y} года`, days: monthDays(y, 0, 5) }, { frame: 'год: за лето', text: `летом ${y} года`, days: monthDays(y, 5, 7) }, { frame: 'год: в N-м', text: `в ${y}-м`, days: monthDays(y, 0, 11) },
  ]),
  ...months.flatMap((name, m): Dated[] => [
    { frame: 'месяц: в M N', text: `в ${monthIn(m)} 2024`, days: monthDays(2024, m) }, { frame: 'месяц: за M N года', text: `за ${name} 2025 года`, days: monthDays(2025, m) }, { frame: 'месяц: M N', text: `${name} 2023`, days: monthDays(2023, m) }, { frame: 'месяц: в M прошлого года', text: `в ${monthIn(m)} прошлого года`, days: monthDays(2025, m) },
    { frame: 'месяц: с M N', text: `с ${monthOf(m)} 2025`, days: since(monthDays(2025, m).min) }, { frame: 'месяц: до M N', text: `до ${monthOf(m)} 2025 года`, days: until(addDays(monthDays(2025, m).min, -1)) }, { frame: 'месяц: в M', text: `в ${monthIn(m)}`, days: monthDays(m > 10 ? 2025 : 2026, m) },
    ...(m < 10 ? [{ frame: 'месяц: с M по L N', text: `с ${monthOf(m)} по ${months[m + 2]} 2024`, days: monthDays(2024, m, m + 2) }, { frame: 'месяц: M–L N', text: `${name}–${months[m + 1]} 2025`, days: monthDays(2025, m, m + 1) }, { frame: 'месяц: в M и L N', text: `в ${monthIn(m)} и ${monthIn(m + 1)} 2024 года`, days: monthDays(2024, m, m + 1) }] : []),
    { frame: 'день: D месяца N', text: `${m + 3} ${monthOf(m)} 2025 года`, days: { min: addDays(monthDays(2025, m).min, m + 2), max: addDays(monthDays(2025, m).min, m + 2) } }, { frame: 'день: дд.мм.гггг', text: `${String(m + 5).padStart(2, '0')}.${String(m + 1).padStart(2, '0')}.2024`, days: { min: addDays(monthDays(2024, m).min, m + 4), max: addDays(monthDays(2024, m).min, m + 4) } },
    { frame: 'день: с D по E', text: `с 1 по 15 ${monthOf(m)} 2024`, days: { min: monthDays(2024, m).min, max: addDays(monthDays(2024, m).min, 14) } }, { frame: 'день: после D', text: `после 10 ${monthOf(m)} 2024 года`, days: since(addDays(monthDays(2024, m).min, 10)) }, { frame: 'день: до D', text: `до 10 ${monthOf(m)} 2024`, days: until(addDays(monthDays(2024, m).min, 8)) },
    { frame: 'день: с даты по дату', text: `с 01.${String(m + 1).padStart(2, '0')}.2024 по 20.${String(m + 1).padStart(2, '0')}.2024`, days: { min: monthDays(2024, m).min, max: addDays(monthDays(2024, m).min, 19) } },
  ]),
  ...(['I', 'II', 'III', 'IV'] as const).flatMap((roman, q): Dated[] => [
    { frame: 'квартал: римские', text: `в ${roman} квартале 2025`, days: monthDays(2025, q * 3, q * 3 + 2) }, { frame: 'квартал: слова', text: `за ${['первый', 'второй', 'третий', 'четвёртый'][q]} квартал 2024 года`, days: monthDays(2024, q * 3, q * 3 + 2) }, { frame: 'квартал: цифрой', text: `${q + 1} квартал 2023`, days: monthDays(2023, q * 3, q * 3 + 2) }, { frame: 'квартал: N-й', text: `за ${q + 1}-й квартал 2025 г.`, days: monthDays(2025, q * 3, q * 3 + 2) },
  ]),
  ...([['3', 'дней', 'дня'], ['10', 'дней', 'дней'], ['5', 'дней', 'дней'], ['2', 'недель', 'недели'], ['3', 'недель', 'недели'], ['2', 'месяцев', 'месяца'], ['6', 'месяцев', 'месяцев'], ['3', 'месяцев', 'месяца'], ['2', 'лет', 'года'], ['5', 'лет', 'лет'], ['три', 'дней', 'дня', 3], ['две', 'недель', 'недели', 2], ['четыре', 'месяцев', 'месяца', 4], ['два', 'лет', 'года', 2], ['три', 'лет', 'года', 3], ['десять', 'дней', 'дней', 10]] as const).flatMap(([said, unit, written, n]): Dated[] => {
    const days = back(n ?? Number(said), unit)
    return [{ frame: 'последние: за последние N', text: `за последние ${said} ${written}`, days }, { frame: 'последние: последние N', text: `последние ${said} ${written}`, days }, ...(unit === 'дней' ? [] : [{ frame: 'последние: за N', text: `за ${said} ${written}`, days }])]
  }),
  { frame: 'последние: полгода', text: 'за последние полгода', days: back(6, 'месяцев') }, { frame: 'названные', text: 'вчера', days: { min: '2026-11-25', max: '2026-11-25' } }, { frame: 'названные', text: 'на этой неделе', days: { min: '2026-11-23', max: '2026-11-29' } }, { frame: 'названные', text: 'на прошлой неделе', days: { min: '2026-11-16', max: '2026-11-22' } },
  { frame: 'названные', text: 'в этом месяце', days: monthDays(2026, 10) }, { frame: 'названные', text: 'в прошлом месяце', days: monthDays(2026, 9) }, { frame: 'названные', text: 'в этом году', days: monthDays(2026, 0, 11) }, { frame: 'названные', text: 'за прошлый год', days: monthDays(2025, 0, 11) }, { frame: 'названные', text: 'с начала года', days: monthDays(2026, 0, 11) }, { frame: 'названные', text: 'в прошлом квартале', days: monthDays(2026, 6, 8) }, { frame: 'названные', text: 'за позапрошлый год', days: monthDays(2024, 0, 11) },
]
const ofDays: readonly SaidValue[] = dated.map(({ frame, text, days }) => ({ frame, text, values: { entry_date_range: days }, slot: 'date', as: 'tail' }))
/** The words before a date that say which date it is. */
const leads: readonly (readonly [string, string])[] = [['entry_date_range', 'поступившие'], ['entry_date_range', 'поступили'], ['entry_date_range', 'зарегистрированные'], ['result_date_range', 'решённые'], ['result_date_range', 'рассмотренные'], ['result_date_range', 'вынесено решение'], ['result_date_range', 'решение вынесено'], ['result_date_range', 'решены'], ['gone_date_range', 'удалённые с сайта'], ['gone_date_range', 'исчезли с сайта'], ['last_scheduled_hearing_date_range', 'заседание было']]
const ofLeads = leads.flatMap(([key, lead], m) => dated.filter((_, n) => n % 7 === m % 7).map(({ text, days }): SaidValue => ({ frame: `чьи дни: ${lead}`, text: `${lead} ${text}`, values: { [key]: days }, slot: 'date', as: 'clause' })))

const measured: readonly (readonly [string, string, string, string, string, number, readonly (readonly [string, number])[]])[] = [
  ['fine', 'штраф', 'штрафы', 'рублей', 'рублей', 1, [['10 тысяч', 10_000], ['15 000', 15_000], ['5000', 5_000], ['30 тыс.', 30_000], ['сто тысяч', 100_000], ['50к', 50_000], ['двадцать тысяч', 20_000], ['300 000', 300_000], ['1 млн', 1_000_000]]],
  ['arrest', 'арест', 'аресты', 'суток', 'суток', 1, [['5', 5], ['10', 10], ['15', 15], ['пять', 5], ['десять', 10], ['семь', 7]]],
  ['works', 'обязательные работы', 'обязательные работы', 'часов', 'часов', 1, [['20', 20], ['50', 50], ['100', 100], ['сорок', 40], ['тридцать', 30]]],
  ['imprisonment', 'лишение свободы', 'лишение свободы', 'лет', 'лет', 12, [['5', 60], ['7', 84], ['десять', 120], ['пять', 60], ['6', 72]]],
  ['deprivation', 'лишение прав', 'лишение прав', 'месяцев', 'месяцев', 1, [['6', 6], ['18', 18], ['восемь', 8]]],
]
const ofAmounts = measured.flatMap(([kind, one, many, unit, , , sizes]) => sizes.flatMap(([said, n]): SaidValue[] => {
  const size = (frame: string, text: string, amount: { min?: number; max?: number }): SaidValue => ({ frame: `размер: ${frame}`, text, values: { penalty_type: [kind], penalty_amount: amount }, slot: 'penalty', as: 'head' })
  const own = `${said} ${unit}`
  const [more, less] = [Math.round((n + 0.01) * 100) / 100, Math.round((n - 0.01) * 100) / 100]
  return [
    size('больше N', `${many} больше ${own}`, { min: more }), size('свыше N', `${one} свыше ${own}`, { min: more }), size('более N', `${many} более чем ${own}`, { min: more }), size('меньше N', `${one} меньше ${own}`, { max: less }), size('до N', `${many} до ${own}`, { max: n }), size('от N', `${one} от ${own}`, { min: n }),
    size('не больше N', `${one} не больше ${own}`, { max: n }), size('не менее N', `${one} не менее ${own}`, { min: n }), size('N', `${one} ${own}`, { min: n, max: n }), size('на N', `${one} на ${own}`, { min: n, max: n }), size('в размере N', `${one} в размере ${own}`, { min: n, max: n }), size('ровно N', `${one} ровно ${own}`, { min: n, max: n }),
    size('N и больше', `${one} ${own} и больше`, { min: n }), size('минимум N', `${one} минимум ${own}`, { min: n }), size('превышает N', `${one} превышает ${own}`, { min: more }),
  ]
}))
const told: readonly (readonly [string, string, number])[] = [['fine', 'оштрафовали на 10 тысяч рублей', 10_000], ['fine', 'штраф десять тысяч', 10_000], ['arrest', 'арестовали на 15 суток', 15], ['arrest', 'дали 10 суток', 10], ['imprisonment', 'приговорили к 5 годам', 60], ['imprisonment', 'дали семь лет', 84], ['works', 'назначили 50 часов', 50], ['deprivation', 'лишили прав на 18 месяцев', 18], ['deprivation', 'лишили прав на полтора года', 18], ['arrest', 'получил 5 суток', 5], ['arrest', 'посадили на 10 суток', 10]]
const ofTold = told.map(([kind, text, n]): SaidValue => ({ frame: 'размер: глагол', text, values: { penalty_type: [kind], penalty_amount: { min: n, max: n } }, slot: 'penalty', as: 'verb' }))

const clause = (frame: string, values: AnyValues, slot: string, ...texts: readonly string[]): SaidValue[] => texts.map(text => ({ frame, text, values, slot, as: 'clause' }))
const ofClauses: readonly SaidValue[] = [
  ...clause('защитник', { has_advocate: true }, 'advocate', 'с защитником', 'с адвокатом', 'есть защитник', 'где участвовал адвокат', 'защитник указан', 'при участии защитника', 'у которых есть адвокат', 'был адвокат'),
  ...clause('без защитника', { has_advocate: false }, 'advocate', 'без защитника', 'без адвоката', 'нет защитника', 'где нет адвоката', 'где не было адвоката', 'защитник не указан', 'защитника не было', 'у которых нет защитника', 'не было защитника'),
  ...clause('прокурор', { has_prosecutor: true }, 'prosecutor', 'с прокурором', 'есть прокурор', 'где участвовал прокурор', 'с участием прокурора', 'прокурор участвовал'), ...clause('без прокурора', { has_prosecutor: false }, 'prosecutor', 'без прокурора', 'нет прокурора', 'прокурора не было', 'прокурор не указан', 'без участия прокурора'),
  ...clause('текст', { has_result_text: true }, 'text', 'с текстом', 'есть текст', 'с текстом решения', 'текст опубликован', 'где есть текст', 'с опубликованным текстом', 'у которых есть текст', 'текст есть'), ...clause('без текста', { has_result_text: false }, 'text', 'без текста', 'нет текста', 'без текста решения', 'текст не опубликован', 'где нет текста', 'у которых нет текста решения', 'тексты не опубликованы', 'текста нет'),
  ...clause('решение есть', { has_result: true }, 'result', 'есть решение', 'решение есть', 'с решением', 'где есть решение', 'по которым есть решение', 'где уже есть решение'), ...clause('решения нет', { has_result: false }, 'result', 'нет решения', 'без решения', 'решения ещё нет', 'не решены', 'не рассмотрены', 'где нет решения', 'решение ещё не вынесено', 'по которым нет решения', 'нерассмотренные', 'ещё не рассмотрены', 'пока без решения'),
  ...clause('имя скрыто', { defendant_hidden: true }, 'hidden', 'имя скрыто', 'со скрытым именем', 'где имя скрыто', 'имя скрыто судом', 'со скрытыми именами', 'скрыто имя'), ...clause('имя не скрыто', { defendant_hidden: false }, 'hidden', 'имя не скрыто', 'где имя не скрыто', 'с открытым именем'),
  ...clause('условно', { penalty_suspended: true }, 'suspended', 'условно', 'условное наказание', 'наказание условное', 'где наказание условное'), ...clause('размер скрыт', { penalty_hidden: true }, 'penalty', 'размер наказания скрыт', 'размер скрыт судом', 'со скрытым размером наказания'),
  ...clause('удалено', { is_gone: true }, 'gone', 'удалены с сайта', 'удалено с сайта суда', 'пропали с сайта', 'исчезли с сайта суда', 'удалённые с сайта'), ...clause('не удалено', { is_gone: false }, 'gone', 'не удалены с сайта'),
  ...clause('под вопросом', { in_question: true }, 'question', 'под вопросом', 'решение под вопросом', 'где решение под вопросом'), ...clause('группа риска', { defendant_risk_group: true }, 'risk', 'группа риска', 'из группы риска', 'в группе риска'),
  ...clause('избранное', { in_favorites: true }, 'favourites', 'в избранном', 'из избранного', 'мои избранные', 'у меня в избранном'), ...clause('не в избранном', { in_favorites: false }, 'favourites', 'не в избранном', 'нет в избранном'),
  ...clause('заметка', { has_note: true }, 'note', 'с моей заметкой', 'с моими заметками', 'есть моя заметка', 'с заметкой'), ...clause('без заметки', { has_note: false }, 'note', 'без моей заметки', 'без заметок', 'нет заметок'), ...clause('подборки', { in_set: true }, 'sets', 'в подборках', 'есть в подборках'), ...clause('не в подборках', { in_set: false }, 'sets', 'не в подборках', 'нет в подборках', 'ни в одной подборке'), ...clause('поручено', { set_mine: true }, 'mine', 'порученные мне', 'поручены мне', 'поручено мне'),
  ...clause('женщины', { defendant_gender: 'f' }, 'sex', 'женщины', 'у женщин', 'среди женщин', 'женщин', 'в отношении женщин', 'женский пол', 'привлекаемые женщины', 'обвиняемые женщины'), ...clause('мужчины', { defendant_gender: 'm' }, 'sex', 'мужчины', 'у мужчин', 'среди мужчин', 'мужчин', 'в отношении мужчин', 'обвиняемые мужчины'), ...clause('пол не указан', { defendant_gender: 'na' }, 'sex', 'пол не указан', 'где пол не указан', 'пол неизвестен'),
  ...clause('назначено', { state: 'is_planned' }, 'state', 'заседание назначено', 'где назначено заседание', 'с назначенным заседанием', 'назначены к заседанию'), ...clause('не назначено', { state: 'no_info' }, 'state', 'заседание не назначено', 'где заседание не назначено', 'без назначенного заседания'), ...clause('было', { state: 'in_past' }, 'state', 'заседание было', 'заседание прошло', 'где заседание уже было'),
  ...clause('первая инстанция', { stage: '1' }, 'stage', 'первая инстанция', 'в первой инстанции', 'в судах первой инстанции', '1 инстанция', 'по первой инстанции'), ...clause('вторая инстанция', { stage: '2' }, 'stage', 'вторая инстанция', 'во второй инстанции', 'в апелляции', 'апелляция', 'на апелляции', '2 инстанция'),
  ...clause('КоАП', { type: '1' }, 'codex', 'по КоАП', 'КоАП', 'административные', 'административка'), ...clause('УК', { type: '2' }, 'codex', 'по УК', 'УК', 'уголовные', 'по уголовному кодексу'),
  ...clause('текст: слово', { result_text_search: { mode: 'phrase', text: 'нет войне' } }, 'words', 'в тексте «нет войне»', 'в тексте есть «нет войне»', 'где в тексте «нет войне»', 'в решении упоминается «нет войне»', 'текст содержит «нет войне»', 'с упоминанием «нет войне»', 'со словами «нет войне» в тексте', 'упоминается «нет войне»'),
]
const nobody = (frame: string, ...texts: readonly string[]): SaidValue[] => texts.map(text => ({ frame, text, values: {}, unread: text.replace(/^(в|у|за|по|из|на|с) /u, ''), slot: 'other', as: 'tail' }))
/** Words that no filter expresses: they stay unread and add no condition. */
const unsayable: readonly SaidValue[] = [
  ...nobody('нельзя: кто', 'школьников', 'у пенсионеров', 'полицейских', 'у студентов', 'депутатов', 'журналистов', 'у многодетных', 'врачей', 'безработных'),
  ...nobody('нельзя: где было', 'на вокзале', 'в кафе', 'в подъезде', 'на заводе', 'в вагоне', 'на рынке'),
  ...nobody('нельзя: за что', 'за репосты', 'за лайки', 'из ревности', 'за плакаты', 'за граффити'),
  ...nobody('нельзя: чем', 'с ножом', 'с топором', 'с собакой'), ...nobody('нельзя: мера', 'с домашним арестом', 'со смягчающими', 'с явкой'), ...nobody('нельзя: событие', 'с потерпевшими', 'с переводчиком', 'с экспертизой'),
]
export const saidOfKinds: readonly SaidValue[] = [...ofRegions, ...ofTowns, ...ofCourts, ...ofArticles, ...ofCalled, ...ofPenalties, ...ofVerbs, ...ofAmounts, ...ofTold, ...ofDays, ...ofLeads, ...ofClauses, ...unsayable]
