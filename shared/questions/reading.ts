import type { Codex } from '../domain/codex.ts'
import type { Dimension, Metric } from '../domain/pivot.ts'
import type { Names } from '../filters/describe.ts'
import type { AnyValues, Directory } from '../filters/field.ts'

/** Words of a question by their place in it: `text.slice(from, to)` is `words`. */
export type Said = { from: number; to: number; words: string }

/** `values`: the filters these words set, under their names; empty where they chose the view alone. */
export type Understood = Said & { values: AnyValues }

/** `why`: what these words lack, where that is known: «Карточки суда не отмечают, что защитника не было.» */
export type Unread = Said & { why?: string }

/** The view that answers: its page has the filters beside. People: only where all filters are theirs too. */
export type QuestionView =
  | { kind: 'list' | 'charts' | 'people' }
  | { kind: 'table'; rows: Dimension; columns?: Dimension; metrics?: readonly Metric[] }

/**
 * One way to read a question. Every word of it is in `understood`, in `unread`, or says nothing by itself («дела», «по», «и»).
 * `names`: of the rows its values refer to. `differs`: what tells it from the other readings, empty where it is the only one.
 */
export type Reading = {
  understood: readonly Understood[]
  unread: readonly Unread[]
  values: AnyValues
  view: QuestionView
  names: Names
  differs: string
}

/** The first is the likeliest; there is always one. */
export type QuestionReading = Reading & { readings: readonly [Reading, ...Reading[]] }

export type NamedRow = { id: number | string; title: string; hint?: string }
/** `title`: articles with one-word titles are known by them as well: «кража». */
export type QuestionArticle = { id: number; codex: Codex; article_number: string; part: string; title?: string }
export type SmallDirectory = Extract<Directory, 'result_types' | 'event_types' | 'defence_params' | 'sets'>
export type LargeDirectory = Extract<Directory, 'judges' | 'courts' | 'cities' | 'tags'>

/**
 * Who knows names: the calls of the directories in the browser, their queries on the server. What it is not given or does not answer
 * stays unread. `find` has what holds the words typed, best first, as suggestions do; the id of a city is its name.
 */
export type NameSource = {
  /** Names of rows by filter and number, of a sentence that was made of filters: they are read as the same rows. */
  known?: Names
  articles?: () => Promise<readonly QuestionArticle[]>
  whole?: (directory: SmallDirectory) => Promise<readonly NamedRow[]>
  find?: (directory: LargeDirectory, typed: string) => Promise<readonly NamedRow[]>
}

/** `on`: the day from which «за последние два года» is counted; default: today in Moscow. */
export type ReadQuestion = (text: string, source?: NameSource, on?: string) => Promise<QuestionReading>
