import { z } from 'zod'
import {
  maxWatchRows,
  maxWatchText,
  watchFacts,
  watchKinds,
  watchSpellings,
  watchStates,
  watchVerdicts,
} from '../domain/set-watch.ts'
import { maxSetUnfound } from '../domain/sets.ts'
import { bodyObject, givenText, listOf, pageParam, requiredText, rowNumber, sizeParam, strictQuery } from './lists.ts'
import { watchingEnd } from './sets.ts'

/** Watch lists of sets (decision 0105). */
const id = z.number().int()
const fact = z.enum(watchFacts.map(({ value }) => value))
const state = z.enum(watchStates)
/** `cut`: nothing was found among the compared cases, but there are more candidates. */
const watchRowStates = ['found', 'perhaps', 'nothing', 'cut'] as const
const rowState = z.enum(watchRowStates)

/**
 * Why a case may be meant: how well the name matches, which facts agree and which contradict. `several`: several people
 * with this name are known.
 */
export const watchEvidence = z.object({
  spelling: z.enum(watchSpellings.map(({ value }) => value)).nullable(),
  name: z.string(),
  agrees: z.array(fact),
  differs: z.array(fact),
  several: z.boolean(),
  is_accused: z.boolean(),
})
export type WatchEvidence = z.infer<typeof watchEvidence>

const watchCase = z.object({
  case_id: id,
  case_number: z.string(),
  court: z.string(),
  region: id,
  day: z.string().nullable(),
  articles: z.array(z.string()),
  state,
  evidence: watchEvidence,
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
})
export type WatchCase = z.infer<typeof watchCase>

/**
 * `is_cut`: there are more candidates than were compared or stored. `hidden`: cases outside the reader's regions.
 * `unread`: courts of the row that were not read within the usual time, or of all visible courts when it names none;
 * null for such a row from a node of the previous version.
 */
const watchRow = z.object({
  id,
  kind: z.enum(watchKinds.map(({ value }) => value)),
  text: z.string(),
  court: z.string(),
  region: id.nullable(),
  article: z.string(),
  day: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  state: rowState,
  cases: z.array(watchCase),
  is_cut: z.boolean(),
  hidden: id,
  /** What the table of the team said in addition, for rows that come from one. */
  from_table: z.array(z.object({ head: z.string(), text: z.string() })),
  unread: z.object({ count: id, of: id, courts: z.array(z.string()) }).nullable(),
})
export type WatchRow = z.infer<typeof watchRow>
export const watchSummary = z.object({
  rows: id,
  found: id,
  perhaps: id,
  nothing: id,
  cut: id,
  /** Cases that wait for a decision. */
  waiting: id,
  /** Rows still being searched. */
  searching: id,
  ...watchingEnd.shape,
})
export type WatchSummary = z.infer<typeof watchSummary>
export const watchList = listOf(watchRow).extend({ summary: watchSummary })

export const watchQuery = strictQuery({
  state: z.enum(watchRowStates, { error: 'Такого состояния нет.' }).optional(),
  page: pageParam,
  size: sizeParam(),
})

const noRows = 'Нужны строки.'
const given = (name: string) => givenText(name, maxWatchText).default('')
export const watchGiven = bodyObject(
  {
    text: requiredText('Имя или номер', maxWatchText),
    court: given('Суд'),
    region: rowNumber('Такого региона нет.').nullable().default(null),
    article: given('Статья'),
    day: given('Дата'),
  },
  'Нужен text.',
)
export const watchRowsGiven = bodyObject(
  {
    rows: z
      .array(watchGiven, { error: noRows })
      .min(1, { error: 'Нет ни одной строки.' })
      .max(maxWatchRows, { error: `В списке не больше ${maxWatchRows.toLocaleString('ru-RU')} строк.` }),
  },
  noRows,
)
export type WatchGiven = z.output<typeof watchGiven>
/** `refused`: rows that cannot be watched, by index, with the reason. */
export const watchAdded = z.object({
  added: z.array(id),
  already: id,
  refused: z.array(z.object({ row: id, text: z.string(), why: z.string() })),
  summary: watchSummary,
})
const watchIds = z.array(rowNumber('Такой строки нет.'), { error: noRows }).min(1, { error: noRows }).max(maxWatchRows)
export const watchRowsRequest = bodyObject({ rows: watchIds }, noRows)
export const watchRemoved = z.object({ removed: z.array(id), summary: watchSummary })

export const watchDecisions = bodyObject(
  {
    decisions: z
      .array(
        bodyObject(
          {
            row: rowNumber('Такой строки нет.'),
            case_id: rowNumber('Такого дела нет.'),
            verdict: z.enum(watchVerdicts, { error: 'Нужно confirmed, refused или open.' }),
          },
          'Нужны row, case_id и verdict.',
        ),
        { error: 'Нужны решения.' },
      )
      .min(1, { error: 'Нет ни одного решения.' })
      .max(maxWatchRows, { error: `Не больше ${maxWatchRows} решений за раз.` }),
  },
  'Нужны решения.',
)
export type WatchDecision = z.output<typeof watchDecisions>['decisions'][number]
/** `undo`: decisions that reverse these. */
export const watchDecided = z.object({
  undo: z.array(z.object({ row: id, case_id: id, verdict: z.enum(watchVerdicts) })),
  summary: watchSummary,
})

/**
 * Table rows without a case to be watched (decision 0111): all waiting ones, or these. `by`: which is preferred when a
 * row has both.
 */
const unfoundIds = z
  .array(rowNumber('Такой строки нет.'), { error: noRows })
  .min(1, { error: noRows })
  .max(maxSetUnfound)
export const unfoundWatchRequest = bodyObject(
  {
    rows: unfoundIds.optional(),
    by: z.enum(['number', 'name'], { error: 'Искать по: number или name.' }).default('number'),
    preview: z.boolean({ error: 'Нужно true или false.' }).default(false),
  },
  'Нужны строки.',
)
/** `left_out`: facts of the row that were not understood; `why`: the reason why it cannot be watched. */
const unfoundWatch = z.object({
  row: id,
  line: id,
  text: z.string(),
  kind: z.enum(watchKinds.map(({ value }) => value)).nullable(),
  beside: z.array(z.string()),
  left_out: z.array(z.string()),
  why: z.string(),
})
export type UnfoundWatch = z.infer<typeof unfoundWatch>
/** `undo`: reverses both sides; null when nothing was done. */
export const unfoundWatched = z.object({
  rows: z.array(unfoundWatch),
  added: id,
  already: id,
  undo: z.object({ rows: z.array(id) }).nullable(),
})
export type UnfoundWatched = z.infer<typeof unfoundWatched>
export const unfoundUnwatchRequest = bodyObject({ rows: unfoundIds }, noRows)
