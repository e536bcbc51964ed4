import { byTheWay, dateLeads } from './field-phrases.ts'
import type { QuestionScan } from './pieces.ts'
import { plain, type Token } from './words.ts'

/**
 * What a verb says about the person next to it. Whole forms only: «отдел», «суд», «решётка» and «душа» begin like
 * verbs.
 */
type Deed = 'harmed' | 'punished' | 'unknown'

/** Stems before «л», «ть», «в», «н» or «т». */
export const harmedStems = [
  ...['би', 'изби', 'уби', 'заби', 'поби', 'сби', 'избива', 'убива', 'сбива', 'удари', 'ударя', 'толкну', 'толка'],
  ...['реза', 'зареза', 'пореза', 'застрели', 'застреле', 'стреля', 'расстреля', 'души', 'задуши', 'задуше'],
  ...['отрави', 'отравле', 'задави', 'рани', 'ране', 'искалечи', 'покуса', 'взорва', 'насилова', 'изнасилова'],
  ...['ограби', 'ограбле', 'граби', 'обокра', 'обокраде', 'похити', 'похище', 'похища', 'напа', 'напада', 'угрожа'],
  ...['оскорби', 'оскорбля', 'оскорбле', 'унизи', 'унижа', 'обману', 'обманыва', 'пыта', 'истяза', 'мучи'],
  ...['домога', 'преследова', 'шантажирова', 'вымога', 'оклевета', 'разврати', 'развраща', 'пострада'],
] as const
const done =
  'л[аои]?(?:с[ья])?|ть(?:ся)?|т(?:[аоы]|(?:[ыоу]|ая)\\p{L}{0,2})?|нн?(?:[аоы]|[ыоуа]\\p{L}{1,2})?|в(?:ш\\p{L}+)?|[ею]т(?:ся)?|я(?:сь)?'
const harmed = new RegExp(
  `^(?:(?:${harmedStems.join('|')})(?:${done})|(?:у|из|за|по)?бь[ею]т|(?:за|по)?реж[еу]т|(?:за)?душ[иа]т|(?:из)?насилу[ею]т|преследу[ею]т|шантажиру[ею]т|украл[аи]?|погиб(?:л[аи]|ш\\p{L}+)?|нан[её]с(?:л[аи])?)$`,
  'u',
)
export const punishedStems = [
  ...['наказа', 'наказыва', 'назначи', 'назнача', 'оштрафова', 'штрафова', 'арестова', 'арестовыва', 'задержа'],
  ...['задержива', 'привлека', 'осуди', 'осужда', 'суди', 'приговори', 'приговарива', 'посади', 'сажа', 'сиде'],
  ...['оправда', 'отпусти', 'отпуска', 'освободи', 'освобожда', 'выдвори', 'выдворя', 'депортирова'],
  ...['дисквалифицирова', 'конфискова', 'впая', 'влепи', 'вкати', 'присуди', 'выписа'],
] as const
const punished = new RegExp(
  `^(?:(?:${punishedStems.join('|')})(?:л[аои]?|ть|н[аоы]?|[ею]т(?:ся)?)|привлек(?:л[аи]|ут)?|штрафу[ею]т|суд[ия]т|сид[ия]т|се(?:л|ла|ли)|осужден[аоы]?|накаж[еу]т|(?:о?штрафу|аресту|депортиру|дисквалифициру|конфиску)[ею]т|(?:осуд|посад|приговор|присуд|отпуст|освобод|выдвор|влеп|вкат)[ия]т|(?:обвин|подозрева)(?:или|яли|яют|яется|яются|ли|ют|ется|ются))$`,
  'u',
)
/**
 * «дали срок», «лишили прав», «признали виновной»: punished only with the following words; without them the person is
 * not called accused.
 */
export const punishedBy = [
  [
    'да(?:л[аи]?|ет|ют)|получ(?:ил[аи]?|ает|ают)',
    '(?:срок|штраф|арест|сут|услов|колони|наказани|работы$|работ$)|^\\d{1,2} (?:лет|года?|месяц)',
  ],
  ['лишил[аи]?|лишают', 'прав$'],
  ['призна(?:л[аи]?|ют)', '(?:не)?виновн'],
  ['отправ(?:ил[аи]?|ляют)|остав(?:ил[аи]?|ляют)', '(?:колони|арест|страж|сизо$|тюрьм)'],
  ['вынес(?:л[аи])?|измени(?:л[аи]?)', '(?:приговор|наказани|постановлени|решени)'],
  [
    'отмени(?:л[аи]?)|отменял[аи]|прекрати(?:л[аи]?)|верну(?:л[аи]?)|возбуди(?:л[аи]?)|зав[ео]л[аи]?|состави(?:л[аи]?)|рассмотре(?:л[аи]?)|рассматривал[аи]?|обжалова(?:л[аи]?)|скры(?:л[аи]?)|удали(?:л[аи]?)|реши(?:л[аи]?)|зарегистрировал[аи]?',
    '(?:дел[оаеу]?$|дела[мх]$|протокол|приговор|постановлени|решени|производств|материал|штраф|арест|наказани)',
  ],
].map(([verb, object]) => ({ verb: new RegExp(`^(?:${verb})$`, 'u'), object: new RegExp(`^${object}`, 'u') }))
/** Nouns that end like verbs, and words that say nothing about anybody. */
export const noVerbs = [
  ...['числа', 'протокол', 'материал', 'недели', 'рубли', 'апрел', 'феврал', 'раздел', 'отдел', 'портал', 'канал'],
  ...['журнал', 'арсенал', 'скандал', 'вокзал', 'подвал', 'квартал', 'квартала', 'капитал', 'персонал', 'интервал'],
  ...['школа', 'стрела', 'скала', 'земли', 'мебели', 'модели', 'махачкала', 'урал', 'ямал', 'барнаул', 'предела'],
  ...['сумел', 'начал', 'начала', 'начали', 'стал', 'стала', 'стали', 'могла', 'могли', 'участвовал', 'участвовала'],
  ...['участвовали', 'поступил', 'поступила', 'поступили', 'поступали', 'прошла', 'прошли', 'исчезла', 'исчезли'],
  ...['пропал', 'пропала', 'пропали', 'явился', 'явилась', 'явились', 'закончился', 'закончилась', 'закончились'],
  ...['слушали', 'слушался', 'слушалась', 'слушались', 'рассматривался', 'рассматривалась', 'рассматривались'],
  ...['указал', 'указали', 'попал', 'попала', 'попали', 'поступает', 'участвует', 'участвуют', 'обжалует', 'обжалуют'],
  ...['находится', 'находятся', 'числится', 'числятся', 'состоится', 'состоятся', 'является', 'являются', 'может'],
  ...['могут', 'хочет', 'хотят', 'ждет', 'ждут', 'отбывает', 'отбывают', 'значится', 'значатся', 'случается'],
  ...[
    'попадает',
    'попадают',
    'защищает',
    'защищают',
    'защищал',
    'защищала',
    'представляет',
    'представляют',
    'считается',
    'считаются',
  ],
  ...['происходит', 'происходят', 'содержит', 'содержат', 'говорится', 'рассматривается', 'рассматриваются'],
  ...['слушается', 'слушаются', 'слушает', 'слушают', 'выходит', 'доходит', 'заканчивается'],
  ...['нарушает', 'нарушают', 'отказывается', 'отказываются', 'живет', 'живут'],
] as const
const noVerb: ReadonlySet<string> = new Set(noVerbs)

const deedOf = (clause: readonly Token[], n: number): Deed | undefined => {
  const { kind, text, written } = clause[n] ?? {}
  if (kind !== 'word' || text === undefined) return undefined
  if (harmed.test(text)) return 'harmed'
  if (punished.test(text)) return 'punished'
  const by = punishedBy.find(({ verb }) => verb.test(text))
  const isBy =
    by &&
    clause.some((one, at) => by.object.test(one.text) || by.object.test(`${one.text} ${clause[at + 1]?.text ?? ''}`))
  if (isBy) return 'punished'
  // «Павла», «Махачкала» are names, except at the beginning of the question, where any word is capitalised.
  const isName = /^\p{Lu}/u.test(written ?? '') && clause[n]?.from !== 0
  if (by) return 'unknown'
  if (isName || noVerb.has(text)) return undefined
  return past.test(text) || (present.test(text) && !isNoun(text) && !isAsked(text)) ? 'unknown' : undefined
}
const past = /\p{L}{3}(л|ла|ли|лся|лась|лись)$/u
/** «обижают», «увольняет», «унижаются» */
const present = /^\p{L}{2,}(?:[юеу]т|[ая]т|ит)(?:ся)?$/u
/** Nouns that end like present-tense verbs: «комитет», «адвокат», «бандит»; all others are taken for verbs. */
const isNoun = (word: string): boolean =>
  // biome-ignore format: a list reads best as one
  /(?:митет|[сот]вет|привет|цвет|завет|бюджет|бинет|университет|билет|пакет|запрет|рнет|отчет|зачет|счет|метр?ет|едмет|ритет|секрет|юлет|газет|ракет|нкет|сигарет|лет|нет|институт|маршрут|минут|путат|солдат|плакат|двокат|мандат|зультат|икат|парат|сенат|штат|акат|откат|халат|автомат|пломат|крат|кандидат|лауреат|цитат|кредит|визит|лимит|транзит|позит|дефицит|бандит|аудит|магнит|статут|трибут|дебют|приют|салют|десят|бят|орбит|брат)$/u.test(
    word,
  )
/** «интересуют», «поступают», «проходят»: the question itself, or what cases do. */
const isAsked = (word: string): boolean =>
  [...asking, ...dateLeads].some(({ phrase }) => phrase.length === 1 && phrase[0]?.fits(word))
const asking = byTheWay.map(phrase => ({ phrase }))
const shortened = /^(\p{L}|ст|ул|им|пр|обл|гор|руб|тыс)$/u
const opens = /^(где|когда|чтобы|котор\p{L}+)$/u
const clausesOf = (tokens: readonly Token[]): { from: number; words: Token[] }[] => {
  const clauses: { from: number; words: Token[] }[] = [{ from: 0, words: [] }]
  for (const [n, token] of tokens.entries()) {
    const isDot = token.text === '.' && shortened.test(tokens[n - 1]?.text ?? '')
    if (opens.test(token.text) || (token.kind === 'mark' && !isDot)) clauses.push({ from: n, words: [token] })
    else clauses.at(-1)?.words.push(token)
  }
  return clauses
}
/** «изнасиловали» may have been corrected to the noun. */
const asTyped = (token: Token, text: string): Token => {
  const typed = plain(text.slice(token.from, token.to))
  return harmed.test(typed) ? { ...token, text: typed } : token
}
const allDeeds = (words: readonly Token[]): (Deed | undefined)[] => words.map((_, n) => deedOf(words, n))
/** A verb of harm wins at any distance; otherwise the nearest verb. */
const deedNear = (deeds: readonly (Deed | undefined)[], at: number): Deed | undefined => {
  if (deeds.includes('harmed')) return 'harmed'
  const far = deeds.flatMap((deed, n) => (deed ? [{ deed, far: n < at ? at - n : n - at + 0.5 }] : []))
  return far.toSorted((a, b) => a.far - b.far)[0]?.deed
}

/**
 * What is said to be done to the person at a word: by verbs of its clause; if it has none, of a following «которых …»
 * clause and of earlier clauses; if nobody is punished, any verb of harm. `mayAct`: the person may have done it.
 */
export const deedTo = (
  { tokens, text }: Pick<QuestionScan, 'tokens' | 'text'>,
  at: number,
  mayAct: 'no' | 'behind' | 'apart',
): Deed | undefined => {
  const clauses = clausesOf(tokens.map(token => asTyped(token, text)))
  const own = clauses.findLastIndex(({ from }) => from <= at)
  const { from = 0, words = [] } = clauses[own] ?? {}
  const deeds = allDeeds(words)
  const near = deedNear(mayAct === 'behind' ? deeds.slice(0, at - from) : deeds, at - from)
  if (near) return near
  const isWhose = /^котор(ую|ых|ой|ым|ыми|ого|ому)$/u.test(clauses[own + 2]?.words[0]?.text ?? '')
  const behind =
    isWhose && clauses[own + 1]?.words.length === 1 ? deedNear(allDeeds(clauses[own + 2]?.words ?? []), 0) : undefined
  if (behind) return behind
  const before = clauses
    .slice(0, own)
    .map(one => deedNear(allDeeds(one.words), one.words.length))
    .findLast(deed => deed !== undefined && (mayAct === 'no' || deed !== 'unknown'))
  if (before) return before
  const all = clauses.flatMap(one => allDeeds(one.words))
  return all.includes('harmed') && !all.includes('punished') ? 'harmed' : undefined
}
