import { wholeUid } from '../domain/number-index.ts'
import { choiceOf, type Finder, found } from './pieces.ts'
import { phraseEnd, phraseOf } from './words.ts'

/** Numbers of cases and protocols, and УИД. */
const uid = new RegExp(wholeUid, 'iu')
const caseNumber = /^\d+[а-яa-z]?(-\d+)*\/\d{4}$/iu
const numberLead = phraseOf('номер? дело? =№?')
const protocolLead = phraseOf('номер? протокол номер?')
const protocol =
  /^((?:[а-яёa-z]{2}-?\d{2}[ -]?|\d{2}[ -]?[а-яёa-z]{2}[ -]?|[а-яёa-z]{2} ?)?(?:№ ?)?\d[\d/-]{2,}\d)(?![\d.])/iu

/** As it was written: «64АР884512», «77 АП 0123456», «61-2025/0893». */
export const protocolAt: Finder = ({ text, tokens }, at) => {
  const lead = phraseEnd(protocolLead, tokens, at)
  const start = lead !== undefined && tokens[lead]?.text === '№' ? lead + 1 : lead
  const from = start === undefined ? undefined : tokens[start]?.from
  const written = from === undefined ? undefined : protocol.exec(text.slice(from))?.[1]
  if (from === undefined || written === undefined) return undefined
  const next = tokens.findIndex(token => token.from >= from + written.length)
  return found(next < 0 ? tokens.length : next, [
    choiceOf({ protocol_number: written.replace(/\s+/g, ' ').toUpperCase() }),
  ])
}
export const caseNumberAt: Finder = ({ tokens }, at) => {
  const token = tokens[at]
  if (token?.kind === 'number' && uid.test(token.written))
    return found(at + 1, [choiceOf({ case_uid: token.written.toUpperCase() })])
  if (token?.kind === 'number' && caseNumber.test(token.text))
    return found(at + 1, [choiceOf({ case_number: token.written })])
  const start = token?.text === '№' ? at : phraseEnd(numberLead, tokens, at)
  const named = start === undefined ? undefined : tokens[start]?.text === '№' ? start + 1 : start
  const own = named === undefined ? undefined : tokens[named]
  if (named !== undefined && own?.kind === 'number' && caseNumber.test(own.text))
    return found(named + 1, [choiceOf({ case_number: own.written })])
  return undefined
}
