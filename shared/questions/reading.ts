import type { Codex } from '../domain/codex.ts'
import type { Dimension, Metric } from '../domain/pivot.ts'
import type { Names } from '../filters/describe.ts'
import type { AnyValues, Directory } from '../filters/field.ts'

/** Words of a question by position: `text.slice(from, to)` is `words`. */
export type Said = { from: number; to: number; words: string }

/** `values`: filters set by these words; empty when they only chose the view. */
export type Understood = Said & { values: AnyValues }

/** `why`: why the words cannot be a filter, if known: «Карточки суда не отмечают, что защитника не было.» */
export type Unread = Said & { why?: string }

/** The page that answers, with the filters. People: only when all filters apply to people. */
export type QuestionView =
  | { kind: 'list' | 'charts' | 'people' }
  | { kind: 'table'; rows: Dimension; columns?: Dimension; metrics?: readonly Metric[] }

/**
 * One reading of a question. Every word is in `understood`, in `unread`, or is a filler («дела», «по», «и»). `names`:
 * of rows its values refer to. `differs`: the difference from the other readings, empty for a single one.
 */
export type Reading = {
  understood: readonly Understood[]
  unread: readonly Unread[]
  values: AnyValues
  view: QuestionView
  names: Names
  differs: string
}

/** The first is the most likely; there is always one. */
export type QuestionReading = Reading & { readings: readonly [Reading, ...Reading[]] }

export type NamedRow = { id: number | string; title: string; hint?: string }
/** `title`: articles with one-word titles are also found by them: «кража». */
export type QuestionArticle = { id: number; codex: Codex; article_number: string; part: string; title?: string }
export type SmallDirectory = Extract<Directory, 'result_types' | 'event_types' | 'defence_params' | 'sets'>
export type LargeDirectory = Extract<Directory, 'judges' | 'courts' | 'cities' | 'tags'>

/**
 * Resolves names: API calls in the browser, queries on the server. Unresolved words stay unread. `find` returns rows
 * that contain the typed words, best first, as suggestions do; the id of a city is its name.
 */
export type NameSource = {
  /** Names of rows by filter and id, of a sentence generated from filters, so that they are read as the same rows. */
  known?: Names
  articles?: () => Promise<readonly QuestionArticle[]>
  whole?: (directory: SmallDirectory) => Promise<readonly NamedRow[]>
  find?: (directory: LargeDirectory, typed: string) => Promise<readonly NamedRow[]>
}

/** `on`: the day that relative dates are counted from; default: today in Moscow. */
export type ReadQuestion = (text: string, source?: NameSource, on?: string) => Promise<QuestionReading>
