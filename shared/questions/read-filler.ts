import { byTheWay, negations } from './field-phrases.ts'
import {
  beginsClause,
  choiceOf,
  endsClause,
  type Finder,
  type Found,
  found,
  longest,
  type QuestionScan,
} from './pieces.ts'
import { phraseEnd, phraseOf } from './words.ts'

const uidWord = phraseOf('=уид|=уида|=уидом|=уиду =дела?')
/**
 * «20.2, назначено», «не назначено, поступило в этом месяце»: between punctuation marks it is the state of the hearing.
 */
const stateAlone = (reader: Pick<QuestionScan, 'tokens'>, at: number): Found | undefined => {
  const { tokens } = reader
  const isNot = tokens[at]?.text === 'не'
  const to = isNot ? at + 2 : at + 1
  const isAlone =
    /^назначен[оы]$/u.test(tokens[to - 1]?.text ?? '') && beginsClause(reader, at) && endsClause(reader, to)
  return isAlone && tokens.length > to - at
    ? found(to, [choiceOf({ state: isNot ? 'no_info' : 'is_planned' })])
    : undefined
}
const joins: Readonly<Record<string, 'and' | 'or'>> = { и: 'and', или: 'or', либо: 'or', да: 'and', плюс: 'and' }
/** Words true of every case. */
const ofAny = /^(суд(а|у|ом|е|ы|ов|ам|ами|ах)?|судь(я|и|ю|е|ей|ям|ями|ях)|судей|процесс(а|ы|ов|ам|е|ах)?)$/u
const ofOwn = /^(папк|подборк|избранн|заметк|поручен)/u
/** Filler words: read only if nothing longer begins here. */
export const fillerAt: Finder = ({ tokens }, at) => {
  const token = tokens[at]
  const join = joins[token?.text ?? '']
  if (join) return { to: at + 1, meaning: { kind: join } }
  if (token?.kind === 'mark')
    return { to: at + 1, meaning: { kind: /^[,;:.?!()–—-]$/.test(token.text) ? 'mark' : 'unread' } }
  const [no, idle] = [
    longest(
      negations.map(phrase => ({ phrase })),
      tokens,
      at,
    ),
    longest(
      byTheWay.map(phrase => ({ phrase })),
      tokens,
      at,
    ),
  ]
  if (!no && !idle && ofAny.test(token?.text ?? '') && tokens[at - 1]?.text !== 'на')
    return { to: at + 1, meaning: { kind: 'idle', isOfAny: true } }
  const alone = stateAlone({ tokens }, at)
  if (alone) return alone
  // «не могли бы вы»
  if (no && (!idle || idle.to <= no.to)) return { to: no.to, meaning: { kind: 'not' } }
  // «в городе Севастополь»: the noun of the town.
  if (/^город(а|е)?$|^г$/u.test(token?.text ?? '') && /^(\p{Lu}|\.)/u.test(tokens[at + 1]?.written ?? ''))
    return { to: tokens[at + 1]?.text === '.' ? at + 2 : at + 1, meaning: { kind: 'idle' } }
  // «мои дела из папки «Диплом»»: the folder already implies «мои».
  if (
    /^мо(и|их|ими)$/u.test(token?.text ?? '') &&
    /^дел/u.test(tokens[at + 1]?.text ?? '') &&
    tokens.some(({ text }) => ofOwn.test(text))
  )
    return { to: at + 2, meaning: { kind: 'idle' } }
  // «назначено штрафов» adds nothing; at the end it is a hearing or a penalty.
  if (
    token?.text === 'назначено' &&
    (tokens[at + 1] === undefined || tokens[at + 1]?.kind === 'mark' || joins[tokens[at + 1]?.text ?? ''])
  )
    return { to: at + 1, meaning: { kind: 'unread' } }
  const uidEnd = phraseEnd(uidWord, tokens, at)
  const to = idle?.to ?? (uidEnd !== undefined && tokens[uidEnd]?.kind === 'number' ? uidEnd : undefined)
  return to === undefined ? undefined : { to, meaning: { kind: 'idle' } }
}
