import { appealResults, eventResults, eventTypes, resultTypes } from '../db/reference/tables.ts'
import { tidy } from './read-html.ts'

/**
 * Words of the field that the product knows: titles of events and results. A title is known whatever its letter case; a
 * site that has cut it («… оформления других ма...») means the one that begins so. What is not known is told as such.
 */
export type Vocabulary = {
  /** The title as the reference spells it; undefined when it is not known. */
  find: (written: string) => string | undefined
}

/** One spelling of a word, for comparing: letter case, ё and spaces make no difference. */
export const fold = (text: string): string => tidy(text).toLowerCase().replaceAll('ё', 'е')

/** Less than this says too little to be the beginning of one title. */
const fewestLetters = 10

export function vocabulary(titles: readonly string[]): Vocabulary {
  const byFold = new Map(titles.map(title => [fold(title), title]))
  return {
    find: written => {
      const folded = fold(written)
      const exact = byFold.get(folded)
      if (exact !== undefined) return exact
      const cut = /^(.*?)\s*(?:\.{3}|…)$/.exec(folded)?.[1]
      if (cut === undefined || cut.length < fewestLetters) return undefined
      const begun = [...byFold].filter(([known]) => known.startsWith(cut))
      return begun.length === 1 ? begun[0]?.[1] : undefined
    },
  }
}

/**
 * A result with its ground: «Уголовное дело ПРЕКРАЩЕНО⏎назначена мера…», «… наказания (п.1 ч.1 ст.29.9 КоАП РФ)». The
 * known title alone is the result, so that cases are found by it; what is written beside it is its ground.
 */
export function readResult(words: Vocabulary, written: string): { title: string; ground?: string } | undefined {
  const [first = '', ...lines] = written.split('\n')
  const [, bare = first, brackets = ''] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(first) ?? []
  for (const [part, ...ground] of [[written], [first, ...lines], [bare, brackets, ...lines]]) {
    const title = part === undefined ? undefined : words.find(part)
    const said = ground.map(tidy).filter(Boolean).join('; ')
    if (title !== undefined) return { title, ...(said === '' ? {} : { ground: said }) }
  }
  return undefined
}
export const knownResult = (words: Vocabulary, written: string): string | undefined => readResult(words, written)?.title

const once = (titles: () => readonly { title: string }[]): (() => Vocabulary) => {
  let read: Vocabulary | undefined
  return () => {
    read ??= vocabulary(titles().map(({ title }) => title))
    return read
  }
}

/** Read when first asked for. */
export const words = {
  result: once(resultTypes),
  event: once(eventTypes),
  event_result: once(() => [...eventResults(), ...resultTypes()]),
  appeal_result: once(() => [...appealResults(), ...resultTypes()]),
}
