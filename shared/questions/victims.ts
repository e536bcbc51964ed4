import { beginsClause, type Finder, type Piece, type QuestionScan } from './pieces.ts'
import type { Token } from './words.ts'

/** Whom something was done to: no card tells of them, and they are never the accused. */
export const ofVictim = {
  kind: 'unread',
  why: 'О потерпевших карточки не говорят. О привлекаемых спросите «дела в отношении …».',
} as const

const ofSex = /^(женщин|мужчин|девуш|мужик|бабы?$|бабам|женск|мужск)/u
const nominative = /^(женщина|мужчина|девушка|мужик|мужики|мужской|женский)$/u
const oblique = /^(\p{L}+(ой|ей|ых|их|ого|его|ому|ему|ую|юю|ым|им|ыми|ими)|двух|двум|лиц[аоу]?|лицом|лицам)$/u
/** «дело», «приговор вынесен»: beside these it is the accused. */
const ofCases =
  /^(дел(о|а|у|е|ом|ам|ах)?|приговор|протокол|постановлени|решени|определени|материал|производств|обвинени|возбу[жд]|вынес|составл|рассмотр|заведен)/u
const asking = /^(покажи|покажите|найди|найдите|дай|дайте|все|ищу|нужны)$/
const isOfCases = ({ tokens }: QuestionScan, at: number): boolean =>
  ofCases.test(tokens[at - 1]?.text ?? '') ||
  // «дело № 1-23/2024»
  /^\d.*\//.test(tokens[at - 1]?.text ?? '') ||
  tokens.slice(0, at).every(({ text }) => asking.test(text))

/** What is done to people and names no article by itself. */
const harm =
  /^(насили|избиени|истязани|нападени|домогательств|похищени|убийств|побо[ие]|изнасиловани|угроз|пытк|издевательств|преступлени|вред|здоровь|ранени|смерт)/u
const isAct = ({ meaning, to }: Piece, tokens: readonly Token[]): boolean =>
  (meaning.kind === 'values' && meaning.of === 'name') ||
  (meaning.kind === 'unread' && (meaning.named !== undefined || harm.test(tokens[to - 1]?.text ?? '')))
/** «изнасилование молодой девушки»: what says more of a person stands between. */
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
/** «оправдание терроризма женщины»: nobody suffers whose name could follow. */
const ofThings =
  /^(митинг|пикет|шествие|госизмена|армии|вс|терроризма|экстремизма|нацизма|наркотиков|символики|войны|теракте)$/u

export const behindPreposition = (reader: QuestionScan, at: number): boolean => {
  const { tokens, pieces } = reader
  switch (tokens[at]?.text) {
    case 'в':
      return tokens[at + 1]?.text === 'отношении' && !isOfCases(reader, at)
    case 'против':
      return !isOfCases(reader, at)
    case 'над':
      return !isOfCases(reader, at) && !/^(суд|процесс)/u.test(tokens[at - 1]?.text ?? '')
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
  if (isDoneTo(tokens, at)) return { to: at + 1, meaning: ofVictim }
  const isOfThings = /ы|и$/u.test(own) && ofThings.test(tokens[at - 1]?.text ?? '')
  return !isOfThings && isBehindAct(reader)
    ? { to: at + (/^пол(а|у|ом)?$/u.test(tokens[at + 1]?.text ?? '') ? 2 : 1), meaning: ofVictim }
    : undefined
}
/** «избил женщину», «убил молодую девушку»: of whoever is punished a verb of punishment says so. */
const isDoneTo = (tokens: readonly Token[], at: number): boolean => {
  const verb = tokens.slice(0, at).findLast(({ text }) => !/(ую|юю|ого|его|ых|их)$/u.test(text))?.text ?? ''
  return harmed.test(verb) || (/^(женщину|девушку)$/u.test(tokens[at]?.text ?? '') && !punished.test(verb))
}
const harmed =
  /^(из|у|за)?(би(л|в|т)|бь[юе]т|насилов|реза)|^(ударил|сбил|ограбил|похитил|напал|угрожа|оскорб|обокра|обману)/u
const punished =
  /^(на|про|осуд|осужд|наказ|приговор|посад|сажа|оштраф|штраф|арест|задерж|привле|суд|оправд|отправ|дел|протокол)/u
const isBehindAct = (reader: QuestionScan): boolean => {
  const behind = pieceBehind(reader)
  return isListed(reader) || (behind !== undefined && isAct(behind, reader.tokens))
}
/** A name that begins here. */
export const standsAsVictim = (reader: QuestionScan, at: number): boolean =>
  isBehindAct(reader) || (at > 0 && behindPreposition({ ...reader, pieces: reader.pieces.slice(0, -1) }, at - 1))
