import { amountsIn } from './amounts.ts'

/** «с испытательным сроком 1 год 6 месяцев», «установив 2 года испытательного срока»; `rest`: the sentence without it, as long as before. */
const words = /испытательн\p{L}{2,3} срок\p{L}{0,2}/u
/** Between the words and the term. */
const longestGap = 40

export function probationIn(sentence: string): { months: number | null; rest: string } {
  const found = words.exec(sentence)
  if (found === null) return { months: null, rest: sentence }
  const end = found.index + found[0].length
  const [term] = amountsIn(sentence.slice(end, end + 140), 'months')
  if (term !== undefined && term.start <= longestGap && !/[;]|лишени/.test(sentence.slice(end, end + term.start)))
    return { months: term.value, rest: blanked(sentence, found.index, end + term.end) }
  const before = amountsIn(sentence.slice(Math.max(0, found.index - 60), found.index), 'months').at(-1)
  const from = Math.max(0, found.index - 60)
  if (before !== undefined && sentence.slice(from + before.end, found.index).trim() === '')
    return { months: before.value, rest: blanked(sentence, from + before.start, end) }
  return { months: null, rest: blanked(sentence, found.index, end) }
}
const blanked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
