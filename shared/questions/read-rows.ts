import { outcomeKind, reviewKind } from '../domain/outcome-kinds.ts'
import { remembered } from '../domain/remembered.ts'
import { choiceOf, type Found, found, longest, type QuestionScan, referenceTo } from './pieces.ts'
import { bestTitles, isOf } from './read-places.ts'
import type { LargeDirectory, SmallDirectory } from './reading.ts'
import { phraseOf, plain } from './words.ts'

/** Rows of tags, working sets, events, results and circumstances, after a word that names their kind. */
type ListedKey = 'tags' | 'set' | 'event_type' | 'result_type' | 'case_defence_params'
const listed: readonly { key: ListedKey; from: LargeDirectory | SmallDirectory; phrases: readonly string[] }[] = [
  { key: 'tags', from: 'tags', phrases: ['=с? метка', '=без метка'] },
  // Folders of favourites became sets, but users still use the word.
  {
    key: 'set',
    from: 'sets',
    phrases: ['=в|=из? =моя|=моей|=мою|=мои|=моих? подборка', '=в|=из? =моя|=моей|=мою|=мои|=моих? папка'],
  },
  { key: 'event_type', from: 'event_types', phrases: ['=с? событие'] },
  { key: 'result_type', from: 'result_types', phrases: ['=с? результат'] },
  { key: 'case_defence_params', from: 'defence_params', phrases: ['сведение =о защита', 'обстоятельство защита'] },
]
const leads = listed.flatMap(({ phrases, ...row }) =>
  phrases.map(phrase => ({ ...row, phrase: phraseOf(phrase), isWithout: phrase.startsWith('=без') })),
)

/** A row by title, quoted or not, after the word for its kind; events also without it, if the title has two words. */
export const rowAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const lead = longest(leads, tokens, at)
  if (!lead) {
    if (tokens[at]?.kind === 'quoted') return rowBeside(reader, at)
    if (tokens[at]?.kind !== 'word') return undefined
    const events = (await source.whole?.('event_types')) ?? []
    const best = bestTitles(
      events.filter(({ title }) => title.includes(' ') && endsNothing(title)),
      tokens,
      at,
    )
    return best && found(best.to, [referenceTo('event_type', best.rows)])
  }
  const { key, from, isWithout } = lead.of
  let to = lead.to
  const isDenied = tokens[to]?.text === 'не'
  if (isDenied || tokens[to]?.text === ':') to += 1
  const token = tokens[to]
  if (!token) return undefined
  const rows =
    (await (from === 'tags' ? source.find?.(from, token.text) : isSmall(from) ? source.whole?.(from) : undefined)) ?? []
  const same =
    token.kind === 'quoted'
      ? { to: to + 1, rows: rows.filter(({ title }) => plain(title) === plain(token.text)) }
      : bestTitles(rows, tokens, to)
  // «событие: жалоба зарегистрирована»: the name extends to the next punctuation mark.
  if (!same && tokens[to - 1]?.text === ':') {
    const mark = tokens.findIndex(({ kind }, n) => n > to && kind === 'mark')
    return { to: mark < 0 ? tokens.length : mark, meaning: { kind: 'unread', why: 'Такой строки нет в справочнике.' } }
  }
  // «из папки Апелляции»: an unknown name stays unread.
  if (!same)
    return /^\p{Lu}/u.test(token.written) && (key === 'set' || key === 'tags')
      ? { to: to + 1, meaning: { kind: 'unread', why: 'Такой строки нет в справочнике.' } }
      : undefined
  const name = isDenied || isWithout ? `${key}_not` : key
  const [row] = same.rows
  return found(
    same.to,
    row ? [choiceOf({ [name]: [Number(row.id)] }, row.title, { [key]: { [row.id]: row.title } })] : [],
    'Такой строки нет в справочнике.',
  )
}
/** «с меткой «Пикеты» и «Шествия»» */
const rowBeside = async ({ tokens, pieces, source }: QuestionScan, at: number): Promise<Found | undefined> => {
  const [join, last] = [pieces.at(-1)?.meaning.kind, pieces.at(-2)]
  const own = listed.find(({ key }) => isOf(last, key) || isOf(last, `${key}_not`))
  const text = tokens[at]?.text ?? ''
  if (!own || (join !== 'and' && join !== 'or' && join !== 'mark')) return undefined
  const { key, from } = own
  const rows =
    (await (from === 'tags' ? source.find?.(from, text) : isSmall(from) ? source.whole?.(from) : undefined)) ?? []
  const row = rows.find(({ title }) => plain(title) === plain(text))
  const name = isOf(last, key) ? key : `${key}_not`
  return row && found(at + 1, [choiceOf({ [name]: [Number(row.id)] }, row.title, { [key]: { [row.id]: row.title } })])
}
/** «Оставлено без изменения» is a result first, then an event. */
const endsNothing = remembered(title => outcomeKind(title) === 'other' && reviewKind(title) === 'other')
const isSmall = (directory: LargeDirectory | SmallDirectory): directory is SmallDirectory =>
  directory === 'result_types' || directory === 'event_types' || directory === 'defence_params' || directory === 'sets'
