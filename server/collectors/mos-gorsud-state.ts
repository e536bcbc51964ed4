import { datedWords } from './card-values.ts'
import { fold, knownResult, words } from './court-words.ts'

/**
 * «Текущее состояние» of Moscow's cards says one of three things: how the case ended, that the decision is in force, or where
 * the case stands. A state that is none of them is taken for an outcome, so that the reading tells of it as unknown.
 */
export type MoscowState = { result?: string; result_date?: string; result_valid_date?: string }

const inForce = /^вступил[оа]? в (?:законную )?силу/
const standing =
  /^(?:зарегистрирован|регистрация|рассмотрение|подготовка|назначен|завершен|обжалован|принят|заявление принято|дело (?:получено|истребовано)|отложен|перерыв|приостановлен|проведен|не подано|вынесено на заседание|постановление приговора|оставлено без движения)/

export function stateOf(written: string): MoscowState {
  const { words: state, day } = datedWords(written)
  const plain = fold(state)
  if (plain === '') return {}
  if (inForce.test(plain)) return day === undefined ? {} : { result_valid_date: day }
  if (knownResult(words.result(), state) === undefined && standing.test(plain)) return {}
  return { result: state, ...(day === undefined ? {} : { result_date: day }) }
}
