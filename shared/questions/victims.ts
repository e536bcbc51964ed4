import type { Codex } from '../domain/codex.ts'
import { deedTo } from './deeds.ts'
import { beginsClause, type Finder, type Piece, type QuestionScan } from './pieces.ts'
import type { Token } from './words.ts'

/** Victims: cards do not list them, and they are never read as the accused. */
export const ofVictim = {
  kind: 'unread',
  why: 'О потерпевших карточки не говорят. О привлекаемых спросите «дела в отношении …».',
} as const

const ofSex = /^(женщин|мужчин|девуш|мужик|бабы?$|бабам|женск|мужск)/u
const nominative = /^(женщина|мужчина|девушка|мужик|мужики|мужской|женский)$/u
const oblique = /^(\p{L}+(ой|ей|ых|их|ого|его|ому|ему|ую|юю|ым|им|ыми|ими)|двух|двум|лиц[аоу]?|лицом|лицам)$/u
/** «дело», «приговор вынесен»: next to these the person is the accused. */
const ofCases =
  /^(дел(о|а|у|е|ом|ам|ах)?|приговор|протокол|постановлени|решени|определени|материал|производств|обвинени|возбу[жд]|вынес|составл|рассмотр|заведен)/u
/**
 * «дела за 2024 год в Туле в отношении женщин», «аресты по 20.2 в отношении женщин»: no act against a person is
 * mentioned.
 */
const isOfNobody = ({ meaning }: Piece, mayHaveArticles: boolean): boolean => {
  if (meaning.kind !== 'values') return /^(idle|mark|date|amount|lead|not|view)$/.test(meaning.kind)
  const key = Object.keys(meaning.choices[0].values).join()
  return key === 'codex_articles'
    ? mayHaveArticles &&
        meaning.of !== 'name' &&
        meaning.choices.every(({ codex, numbers }) => numbers?.every(one => hasNoVictim(codex, one)))
    : !/^(defendant|result_text_search|note)/.test(key)
}
/** Articles without a victim: for all others «в отношении» may refer to the victim. */
export const withoutVictims: Readonly<Record<Codex, readonly string[]>> = {
  koap: [
    ...['6.8', '6.9', '12.8', '18.8', '20.2', '20.2.2', '20.3', '20.3.2', '20.3.3', '20.3.4', '20.20', '20.21'],
    ...['20.25', '20.29', '20.33'],
  ],
  uk: [
    ...['205.2', '207.3', '228', '264.1', '275', '275.1', '276', '280', '280.1', '280.2', '280.3', '280.4', '282.1'],
    ...['282.2', '282.3', '284.1', '314.1', '322', '327', '328', '330.1', '337', '338', '339', '354.1'],
  ],
}
const hasNoVictim = (codex: Codex | undefined, one: string): boolean =>
  (codex ? withoutVictims[codex] : []).includes(one)
const isPenalty = ({ meaning }: Piece): boolean =>
  meaning.kind === 'values' && 'penalty_type' in meaning.choices[0].values
const asking = /^(покажи|покажите|найди|найдите|дай|дайте|все|ищу|нужны)$/
const isOfCases = ({ tokens, pieces }: QuestionScan, at: number, mayHaveArticles: boolean): boolean =>
  ofCases.test(tokens[at - 1]?.text ?? '') ||
  // «дело № 1-23/2024»
  /^\d.*\//.test(tokens[at - 1]?.text ?? '') ||
  tokens.slice(0, at).every(({ text }) => asking.test(text)) ||
  ((pieces.some(isPenalty) || tokens.slice(0, at).some(({ text }) => ofCases.test(text))) &&
    pieces.every(piece => isOfNobody(piece, mayHaveArticles)))

/** Acts against people that name no article. */
const harm =
  /^(насили|избиени|истязани|нападени|домогательств|похищени|убийств|побо[ие]|изнасиловани|угроз|пытк|издевательств|преступлени|вред|здоровь|ранени|смерт)/u
/** «дискриминация», «увольнение», «травля», «гибель»: nouns of acts that are no trial or penalty. */
const isNounOfAct = (word: string): boolean =>
  /^\p{L}{2,}(?:[аеяо]ни[еяюй]|ани[еи]м|ени[еи]м|ци[яиюей]|цией|л[яиюей]|лей|ель|ели|елью)$/u.test(word) &&
  !ofCases.test(word) &&
  !/^(задерж|осужд|наказ|привлеч|оправд|освобожд|выдвор|приговор|заключ|депортац|конфискац|дол[яи]|недел|учител|водител|жител)/u.test(
    word,
  )
const isAct = ({ meaning, to }: Piece, tokens: readonly Token[]): boolean =>
  (meaning.kind === 'values' && meaning.of === 'name') ||
  (meaning.kind === 'unread' &&
    (meaning.named !== undefined || harm.test(tokens[to - 1]?.text ?? '') || isNounOfAct(tokens[to - 1]?.text ?? '')))
/** «изнасилование молодой девушки»: skips adjectives of the person. */
const pieceBehind = ({ tokens, pieces }: QuestionScan): Piece | undefined =>
  pieces.findLast(
    ({ meaning: { kind }, from, to }) =>
      !(
        /^(unread|idle)$/.test(kind) &&
        tokens.slice(from, to).every(one => one.kind === 'number' || oblique.test(one.text))
      ),
  )
/** «побои женщин и мужчин» */
const isListed = ({ pieces }: QuestionScan): boolean => {
  const last = pieces.at(-1)?.meaning
  const before = pieces.at(-2)?.meaning
  return /^(and|or|mark)$/.test(last?.kind ?? '') && before?.kind === 'unread' && before.why === ofVictim.why
}
/** «оправдание терроризма женщины»: the act has no victim whose name could follow. */
const ofThings =
  /^(митинг|пикет|шествие|госизмена|армии|вс|терроризма|экстремизма|нацизма|наркотиков|символики|войны|теракте)$/u

/** For a named person, and after «против», the article does not exclude a victim. */
export const behindPreposition = (reader: QuestionScan, at: number, isName = false): boolean => {
  const { tokens, pieces } = reader
  switch (tokens[at]?.text) {
    case 'в':
      return tokens[at + 1]?.text === 'отношении' && !isOfCases(reader, at, !isName)
    case 'против':
      return !isOfCases(reader, at, false)
    case 'над':
      return !isOfCases(reader, at, false) && !/^(суд|процесс)/u.test(tokens[at - 1]?.text ?? '')
    case 'к':
      return true
    // «арест у женщин»
    case 'у': {
      const last = pieces.findLast(({ meaning: { kind } }) => kind !== 'idle')
      return !beginsClause(reader, at) && last !== undefined && (isAct(last, tokens) || last.meaning.kind === 'unread')
    }
    default:
      return false
  }
}

/** «побои женщине», «насилие над мужчиной», «6.1.1 в отношении женщин» */
export const victimAt: Finder = (reader, at) => {
  const { tokens } = reader
  const own = tokens[at]?.text ?? ''
  if (behindPreposition(reader, at)) {
    const start = at + (own === 'в' ? 2 : 1)
    const words = tokens.slice(start, start + 3)
    const end = words.findIndex(({ kind }) => kind === 'mark')
    const n = words.slice(0, end < 0 ? undefined : end).findLastIndex(({ text }) => ofSex.test(text))
    const isOne =
      n >= 0 &&
      (own === 'в' ||
        words.slice(0, n).every(({ kind, text }) => kind === 'number' || oblique.test(text) || ofSex.test(text)))
    return isOne ? { to: start + n + 1, meaning: ofVictim } : undefined
  }
  if (tokens[at]?.kind !== 'word' || !ofSex.test(own) || nominative.test(own)) return undefined
  if (isDoneTo(reader, at)) return { to: at + 1, meaning: ofVictim }
  const isOfThings = /ы|и$/u.test(own) && ofThings.test(tokens[at - 1]?.text ?? '')
  return !isOfThings && isBehindAct(reader)
    ? { to: at + (/^пол(а|у|ом)?$/u.test(tokens[at + 1]?.text ?? '') ? 2 : 1), meaning: ofVictim }
    : undefined
}
/**
 * «избил женщину», «женщину избили в Казани», «мужчин вчера ограбили»: an unknown verb counts as harm, because nobody
 * is called accused by a guess; «женщину» without a verb of punishment is no accused either.
 */
const isDoneTo = (reader: QuestionScan, at: number): boolean => {
  const own = reader.tokens[at]?.text ?? ''
  const deed = deedTo(reader, at, /(ы|и)$/u.test(own) ? 'behind' : 'no')
  return deed === undefined ? /^(женщину|девушку|мужчину)$/u.test(own) : deed !== 'punished'
}
const isBehindAct = (reader: QuestionScan): boolean => {
  const behind = pieceBehind(reader)
  return isListed(reader) || (behind !== undefined && isAct(behind, reader.tokens))
}
/** The same for a name at this token. */
export const standsAsVictim = (reader: QuestionScan, at: number): boolean =>
  isBehindAct(reader) ||
  /^(harmed|unknown)$/.test(deedTo(reader, at, 'apart') ?? '') ||
  (at > 0 && behindPreposition({ ...reader, pieces: reader.pieces.slice(0, -1) }, at - 1, true))
