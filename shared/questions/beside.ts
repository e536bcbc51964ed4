import type { DateLead } from './field-phrases.ts'
import type { Choice, Meaning, Part, Piece } from './pieces.ts'
import type { AmountFound } from './read-amounts.ts'
import type { Token } from './words.ts'

/** Neighbours of a piece of a question that change its meaning. */
export const filterOf = (choice: Choice | undefined): string => Object.keys(choice?.values ?? {}).join()

type PieceOf<K extends Meaning['kind']> = Piece & { meaning: Extract<Meaning, { kind: K }> }
export const is = <K extends Meaning['kind']>(piece: Piece | undefined, kind: K): piece is PieceOf<K> =>
  piece?.meaning.kind === kind

/** «около 10 тысяч», «зимой 2022 года», «со зимы до 2023 года»: an unread word changes the following number. */
export const changed = (pieces: readonly Piece[], n: number, tokens: readonly Token[]): boolean => {
  const [before, piece, next] = [pieces[n - 1], pieces[n], pieces[n + 1]]
  return piece !== undefined && isChanged(piece, before, tokens, next, pieces.slice(0, n))
}
const isChanged = (
  piece: Piece,
  before: Piece | undefined,
  tokens: readonly Token[],
  next: Piece | undefined,
  all: readonly Piece[],
): boolean =>
  // «женщину вчера избили»: the day of an unread event.
  (next?.meaning.kind === 'unread' &&
    next.from === piece.to &&
    piece.meaning.kind === 'date' &&
    /^\p{L}{2,}(ли|ла|ло|л)$/u.test(tokens[next.to - 1]?.text ?? '')) ||
  /^(с|со|до|после|между|к|чем|конц[а-я]+|начал[а-я]+|середин[а-я]+|прошл(?![оиа]$)[а-я]+|позапрошл[а-я]+|следующ[а-я]+|будущ[а-я]+)$/.test(
    tokens[piece.from - 1]?.text ?? '',
  ) ||
  // «в первой неделе ноября», «событие: …, ноябрь»
  (before?.meaning.kind === 'unread' &&
    before.to === piece.from &&
    /^(?:\p{L}+[бврл]я|марта|августа|мая|весны|лета|осени|зимы)$/u.test(tokens[piece.from]?.text ?? '')) ||
  (piece.meaning.kind === 'date' &&
    all.some(one => is(one, 'unread') && /^событи/u.test(tokens[one.from]?.text ?? ''))) ||
  // «заседание отложено в ноябре», «задержали в мае»: days of unread events.
  (before?.meaning.kind === 'unread' &&
    piece.meaning.kind === 'date' &&
    happened.test(tokens[before.to - 1]?.text ?? '')) ||
  (before?.meaning.kind === 'unread' &&
    (piece.meaning.kind === 'amount' ||
      tokens[piece.from]?.kind === 'number' ||
      /^(по|до|–|-)$/.test(tokens[piece.from]?.text ?? '')))

const happened =
  /^(?!район|закон|машин|украин|ресторан|магазин)\p{L}{4,}(ли|ла|ло|ны|но|на|ан|ен|ена|ены|ено|аны|ано)$/u

/** «больше 3 раз»: the counted noun was not read. */
export const isOfOther = ({ unit }: AmountFound, next: Piece | undefined): boolean =>
  unit === undefined && next?.meaning.kind === 'unread'
const isPenalty = (pieces: readonly Piece[], n: number, step: 1 | -1): boolean => {
  let at = n + step
  while (pieces[at]?.meaning.kind === 'idle') at += step
  const meaning = pieces[at]?.meaning
  return meaning?.kind === 'values' && 'penalty_type' in meaning.choices[0].values
}

/** Articles, places, courts and outcomes: «госизмена больше 15 лет», but not «женщины больше 30 лет». */
const isAlone = (pieces: readonly Piece[], n: number, step: 1 | -1): boolean => {
  let at = n + step
  while (pieces[at]?.meaning.kind === 'idle') at += step
  const meaning = pieces[at]?.meaning
  if (meaning === undefined || /^(mark|not|view)$/.test(meaning.kind)) return true
  const key = meaning.kind === 'values' ? filterOf(meaning.choices[0]) : ''
  return /^(codex_articles|type|regions|court_city|court|judge|penalty_suspended|entry_date_range|result_date_range)$/.test(
    key,
  )
}

/** The conjunction before a piece, skipping prepositions and a negation. */
export const joinBefore = (pieces: readonly Piece[], n: number): 'and' | 'or' | 'mark' | undefined => {
  let at = n - 1
  while (pieces[at]?.meaning.kind === 'idle' || pieces[at]?.meaning.kind === 'not') at -= 1
  const kind = pieces[at]?.meaning.kind
  return kind === 'and' || kind === 'or' || kind === 'mark' ? kind : undefined
}

/** «дела 2023 года, решённые в Москве в 2024 году»: a later date belongs to the other word. */
export const isDateLater = (pieces: readonly Piece[], n: number): boolean => {
  for (let at = n + 1; at < pieces.length && !is(pieces[at], 'lead'); at += 1)
    if (is(pieces[at], 'date')) return !is(pieces[at + 1], 'lead')
  return false
}
const isPlaceKey = (key: string): boolean => /^(regions|court_city|court)(_not)?$/.test(key)
/**
 * «мужчины из Чечни, которых судят в Москве»: with a court's place given, somebody's origin is not a place of the
 * court.
 */
export const isFromElsewhere = (pieces: readonly Piece[], n: number, tokens: readonly Token[]): boolean => {
  const leadOf = (piece: Piece | undefined): string | undefined => {
    const isPlace = is(piece, 'values') && isPlaceKey(filterOf(piece.meaning.choices[0]))
    if (!isPlace) return undefined
    // «в г. Москве»
    return tokens.slice(0, piece.from).findLast(({ text }) => !/^(г|\.|город[а-я]*)$/u.test(text))?.text
  }
  return leadOf(pieces[n]) === 'из' && pieces.some(piece => /^во?$/.test(leadOf(piece) ?? ''))
}
/** «мелкое хулиганство на митинге»: next to another article, the name says where it was, and no second article. */
export const isPlaceOfDeed = (pieces: readonly Piece[], n: number, tokens: readonly Token[]): boolean => {
  const idsOf = (piece: Piece | undefined): readonly unknown[] =>
    is(piece, 'values') ? [piece.meaning.choices[0].values.codex_articles ?? []].flat() : []
  const piece = pieces[n]
  if (!is(piece, 'values') || piece.meaning.of !== 'name' || tokens[piece.from - 1]?.text !== 'на') return false
  const own = idsOf(piece)
  const others = pieces.flatMap(one => (one === piece || idsOf(one).length === 0 ? [] : [idsOf(one)]))
  return own.length > 0 && others.length > 0 && !others.some(ids => ids.every(id => own.includes(id)))
}
export const isSilent = ({ meaning: { kind } }: Piece): boolean => /^(idle|and|or|not|mark|unread)$/.test(kind)
export const eitherWhy = 'Фильтры соединяет «и»: об одном или другом спросите двумя вопросами.'
export const exceptWords = /^(кроме|за|исключая|помимо)$/
/** «вернули деньги», «изменила мужу»: not results of a court. */
export const isOfAct = (tokens: readonly Token[], from: number, to: number): boolean =>
  /(?:л[аио]?|(?:ют|ет)|(?:вш|[ую]щ)\p{L}{2,3})(?:с[яь])?$/u.test(tokens[to - 1]?.text ?? '') &&
  tokens.slice(from, to).every(({ text }) => !text.startsWith('протокол'))
export const changesDays =
  /^(примерно|приблизительно|около|позже|позднее|раньше|ранее|меньше|больше|плюс|минус|назад|плюс-минус)$/u
/** «женщины и мужчины»: a second value of a filter that takes one. */
export const isOtherValue = (last: Part | undefined, choice: Choice): boolean =>
  last?.kind === 'values' &&
  (/^(defendant_gender|type|stage)$/.test(filterOf(choice)) || isFlag(choice)) &&
  filterOf(last.choices[0]) === filterOf(choice) &&
  JSON.stringify(last.choices[0].values) !== JSON.stringify(choice.values)
export const isFlag = ({ values }: Choice): boolean => Object.values(values).every(value => typeof value === 'boolean')
/** «третейский суд», «мировых судей»: a word true of every case belongs to the unread word next to it. */
export const withUnreadBeside = (pieces: readonly Piece[], tokens: readonly Token[]): Piece[] =>
  withoutSexOfJudges(pieces, tokens).map((piece, n, pieces) => {
    if (!is(piece, 'idle') || !piece.meaning.isOfAny) return piece
    const before = pieces.slice(0, n).findLast(one => !is(one, 'idle'))
    const next = pieces.slice(n + 1).find(one => !is(one, 'idle'))
    return is(before, 'unread') || is(next, 'unread') ? { ...piece, meaning: { kind: 'unread' } } : piece
  })
const isSex = (piece: Piece | undefined): boolean =>
  is(piece, 'values') && 'defendant_gender' in piece.meaning.choices[0].values
const isCopula = /^([–—-]|был[аио]?|явля\p{L}+|это|оказал\p{L}+|роли|качестве)$/u
/** «судья — женщина», «судья Иванова была женщиной», «женщина — судья»: cards state only the sex of the accused. */
const withoutSexOfJudges = (pieces: readonly Piece[], tokens: readonly Token[]): Piece[] => {
  const own = [...pieces]
  for (const [n, piece] of pieces.entries()) {
    const isAny = is(piece, 'idle') && piece.meaning.isOfAny === true
    const isOfOthers = is(piece, 'unread') && /^(адвокат|защитни|прокурор)/u.test(tokens[piece.from]?.text ?? '')
    const isOfJudges = (isAny || is(piece, 'values')) && /^суд(ь|ей)/u.test(tokens[piece.from]?.text ?? '')
    if (!isOfOthers && !isOfJudges) continue
    const before = pieces.findLastIndex((one, at) => at < n && !isSilent(one))
    const behind = pieces.findIndex((one, at) => at > n && !isSilent(one))
    for (const at of [before, behind]) {
      const [one, from] = [pieces[at], at < n ? (pieces[at]?.to ?? 0) : piece.to]
      const between = tokens.slice(from, at < n ? piece.from : one?.from)
      const isSame =
        between.some(({ text }) => isCopula.test(text)) || /^судь(ей|ями)$/u.test(tokens[piece.from]?.text ?? '')
      if (!one || !isSex(one) || !(isSame || (at > n && isAny))) continue
      own[at] = { ...one, meaning: { kind: 'unread' } }
      if (isAny) own[n] = { ...piece, meaning: { kind: 'unread' } }
    }
  }
  return own
}
/** «не относящиеся к группе риска»: the negated word was not read. */
export const isOfUnreadDenial = (pieces: readonly Piece[], n: number): boolean => {
  const before = pieces.slice(0, n).findLast(({ meaning: { kind } }) => kind !== 'idle' && kind !== 'unread')
  const last = pieces.slice(0, n).findLast(piece => !is(piece, 'idle'))
  return is(last, 'unread') && is(before, 'not')
}
export const isOfOtherPlace = (last: Part | undefined, key: string): boolean => {
  const before = last?.kind === 'values' ? filterOf(last.choices[0]) : ''
  return before !== key && isPlaceKey(before) && isPlaceKey(key)
}
/** «20.2 или аресты»: filters are combined by «and», so an alternative of two filters cannot be expressed. */
export const isOfOtherFilter = (
  { meaning }: Piece,
  pieces: readonly Piece[],
  n: number,
  parts: readonly Part[],
): boolean => {
  const last = parts.at(-1)
  if (meaning.kind === 'values') {
    const key = filterOf(meaning.choices[0])
    const own = last?.kind === 'values' && filterOf(last.choices[0]) === 'type' && key === 'codex_articles'
    const before = own && isArticles(parts.at(-2)) ? parts.at(-2) : last
    if (pieces.slice(0, n).findLast(piece => !isSilent(piece))?.meaning.kind === 'lead') return true
    return before?.kind === 'values'
      ? filterOf(before.choices[0]).replace(/_not$/, '') !== key
      : before?.kind === 'amount'
  }
  return meaning.kind === 'date' && last?.kind === 'values' && !/date_range$/.test(filterOf(last.choices[0]))
}
const isArticles = (part: Part | undefined): boolean =>
  part?.kind === 'values' && 'codex_articles' in part.choices[0].values
/** «не судят» excludes nobody. */
const trial = /^(суд(ят|или|ил|ила)|(привлеч|привлека|обвин)\p{L}*|привлек(л[аио]?|ут|ш\p{L}+)?)$/u
/**
 * «оштрафовали без суда по 20.2»: a negated court applies to a place next to it («кроме судов Москвы»), and to nothing
 * else.
 */
export const isOfTrial = (pieces: readonly Piece[], n: number, tokens: readonly Token[], no?: Piece): boolean => {
  const piece = pieces[n]
  if (!no || !is(piece, 'idle')) return false
  if (tokens.slice(piece.from, piece.to).some(({ text }) => trial.test(text))) return true
  if (!piece.meaning.isOfAny) return false
  const isExcept = exceptWords.test(tokens[no.from]?.text ?? '')
  const next = isExcept ? pieces.slice(n + 1).find(one => !is(one, 'idle')) : pieces[n + 1]
  const isPlace = is(next, 'values') && isPlaceKey(filterOf(next.meaning.choices[0]))
  return !isPlace || tokens[no.from]?.text === 'без'
}
/** «штраф с конфискацией», «с арестом и со штрафом» mean both; «с арестом или со штрафом» means either. */
export const isBoth = (
  last: Part | undefined,
  key: string,
  before = '',
  join?: ReturnType<typeof joinBefore>,
): boolean =>
  /^со?$/.test(before) &&
  join !== 'or' &&
  join !== 'mark' &&
  key === 'penalty_type' &&
  last?.kind === 'values' &&
  filterOf(last.choices[0]) === key
/** An amount and what it may measure: the penalty next to it, or the duration of a case. */
export const amountPart = (
  pieces: readonly Piece[],
  n: number,
  { found, ...said }: Extract<Meaning, { kind: 'amount' }>,
  from: number,
  lead: DateLead | undefined,
): { part: Part; ofTerm: boolean; isTermBefore: boolean } => {
  const [next, isNamed] = [pieces[n + 1], said.isNamed === true]
  // «штраф, не больше 10000»: after a comma, with nothing following.
  const isBehindMark =
    is(pieces[n - 1], 'mark') && isPenalty(pieces, n - 1, -1) && (next === undefined || is(next, 'mark'))
  const isNear = isNamed || isPenalty(pieces, n, -1) || isPenalty(pieces, n, 1) || isBehindMark
  const isTermNext = is(next, 'lead') && next.meaning.lead.key === 'days_to_result'
  const isTermBefore = lead?.key === 'days_to_result' || lead?.key === 'result_date_range'
  const isOfLasting = lead?.key === 'days_to_result' || isTermNext
  const ofTerm = !isNear && (found.isDays ? isTermBefore || isTermNext : found.unit === 'months' && isOfLasting)
  const isAmountAlone = isAlone(pieces, n, -1) && isAlone(pieces, n, 1)
  const to = pieces[n]?.to ?? from
  return {
    part: { from, to, kind: 'amount', found, ofTerm, isNear, isNamed, isAlone: isAmountAlone },
    ofTerm,
    isTermBefore,
  }
}
