import { canonicalJson } from '#shared/domain/canonical-json.ts'
import { counted } from '#shared/domain/wording.ts'
import { type Change, linesOf, type Told } from './change-words.ts'
import type { Entry } from './read-entries.ts'

/**
 * What a former state must have said, in words: the sentences of each change are reversed from the following state. So
 * states whose records were not kept (decision 0085) are known in words, with any number of them missing in between.
 */
export type StateWords = { lines: ReadonlyMap<string, readonly string[]>; text: string | null }

export const stateWordsOf = (record: Told, text: string | null): StateWords => ({
  lines: new Map(linesOf(record).map(({ field, lines }) => [field, lines.flatMap(split)])),
  text,
})
/** A line of a record may contain line breaks, and sentences join them. */
const split = (lines: string | null): string[] => lines?.split('\n') ?? []

/** The state before an entry's change. Undefined when its sentences do not lead to the state after it. */
export const wordsBefore = (after: StateWords, { origin, told }: Pick<Entry, 'origin' | 'told'>) =>
  (told ?? []).reduce<StateWords | undefined>((words, change) => {
    if (words === undefined || change.field === 'reading') return words
    const before = change.field === 'text' ? withTextBefore(words, change) : withLinesBefore(words, change)
    // A reader's change of a text was worded as well, but was never part of the record.
    return before ?? (origin === null ? words : undefined)
  }, after)

function withTextBefore({ lines, text }: StateWords, { before, after }: Change): StateWords | undefined {
  const told = text === null ? null : counted(text.length, ['знак', 'знака', 'знаков'])
  return told === after ? { lines, text: before } : undefined
}

function withLinesBefore(words: StateWords, { field, before, after }: Change): StateWords | undefined {
  const left = [...(words.lines.get(field) ?? [])]
  for (const line of split(after)) {
    const at = left.indexOf(line)
    if (at < 0) return undefined
    left.splice(at, 1)
  }
  return { ...words, lines: new Map(words.lines).set(field, [...left, ...split(before)]) }
}

export const haveEqualWords = (one: StateWords, other: StateWords): boolean =>
  one.text === other.text && spelling(one) === spelling(other)
const spelling = ({ lines }: StateWords): string =>
  canonicalJson(
    [...lines].flatMap(([field, said]) => (said.length > 0 ? [[field, ...said.toSorted()]] : [])).toSorted(),
  )
