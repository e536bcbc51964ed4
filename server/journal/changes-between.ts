import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type ChangeKind, changeKinds } from '#shared/api/changes.ts'
import { fieldName } from '#shared/domain/case-field-names.ts'
import { dayIn, momentIn, showDate } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import { type CaseRecordRow, caseRows, type Reader } from '../cases/case-rows.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { type Cell, csvFile } from '../exports/csv.ts'
import { fieldError } from '../http/errors.ts'
import { withinTime } from '../texts/text-search.ts'
import { carriedNumber } from './carried-states.ts'
import { besideInWords, type Change, changesBetween } from './change-words.ts'
import { type Entry, type Journal, readJournals, stateAt } from './read-entries.ts'

/**
 * Changes of cases between the ends of two days: cases with a journal entry in between that matched the filters on
 * either day. Events outside the journal (a person merged with another) are not changes of a case.
 */
type Between = { from: string; to: string }
/** `isSeen`: the asker sees the case on the second day. */
type Changed = { id: number; kind: ChangeKind; seen_at: Date; is_new: boolean; isSeen: boolean }

const mostCases = 200_000
const longestSeconds = 20

/** Latest first. @throws HttpError 400 when too much has changed, or the history does not reach back to the days */
export async function changesOfCases(
  engines: Engines,
  scope: Scope,
  values: AnyValues,
  { from, to }: Between,
  most = mostCases,
): Promise<Changed[]> {
  const [before, after] = [await enginesAt(engines, { as_of: from }), await enginesAt(engines, { as_of: to })]
  const entriesOf = (among?: readonly number[]) =>
    withinTime(engines.db, longestSeconds, on => entriesBetween(on, { from, to }, { atMost: 2 * most, among }))
  let entries = await entriesOf()
  if (entries.length > most) {
    // Much of the base has changed: the filters may match fewer cases on the two days.
    const either = [
      await fitting(before.db, scope, { ...values, as_of: from }, { atMost: most + 1 }),
      await fitting(after.db, scope, { ...values, as_of: to }, { atMost: most + 1 }),
    ]
    if (either.some(({ size }) => size > most))
      throw fieldError(
        'from',
        `За эти дни изменилось больше ${showNumber(most)} дел: возьмите дни ближе друг к другу или уточните фильтры.`,
      )
    entries = await entriesOf(either.flatMap(found => [...found.keys()]))
  }
  const ids = entries.map(({ case_id }) => case_id)
  const [then, now] = [
    await fitting(before.db, scope, { ...values, as_of: from }, ids),
    await fitting(after.db, scope, { ...values, as_of: to }, ids),
  ]
  const left = [...then.keys()].filter(id => !now.has(id))
  const seen = await fitting(after.db, scope, { as_of: to }, left)
  return entries.flatMap(({ case_id: id, seen_at, is_new }) => {
    const goneOn = now.get(id) ?? null
    const kind = kindOf(then.has(id), now.has(id), goneOn !== null && goneOn > from)
    return kind === undefined ? [] : [{ id, kind, seen_at, is_new, isSeen: now.has(id) || seen.has(id) }]
  })
}

function kindOf(fitted: boolean, fits: boolean, isGone: boolean): ChangeKind | undefined {
  if (!fits) return fitted ? 'gone' : undefined
  if (isGone) return 'gone'
  return fitted ? 'changed' : 'appeared'
}

const entry = z.object({ case_id: z.number(), seen_at: z.date(), is_new: z.boolean() })
type Wanted = { atMost: number; among?: readonly number[] | undefined }
async function entriesBetween(db: Kysely<DB>, { from, to }: Between, { atMost, among }: Wanted) {
  const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Europe/Moscow'`
  const { rows } = await sql`
    select case_id, max(seen_at) as seen_at, min(number) = 0 as is_new
    from case_journal where seen_at >= ${endOf(from)} and seen_at < ${endOf(to)} and ${carriedNumber('case_journal')} is null
      and ${among === undefined ? sql`true` : sql`case_id = any(${among}::integer[])`}
    group by case_id order by max(seen_at) desc, case_id desc limit ${atMost}`.execute(db)
  return z.array(entry).parse(rows)
}

/** With the day on which the card was found missing from its site, if any. */
async function fitting(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  of: readonly number[] | { atMost: number },
): Promise<Map<number, string | null>> {
  if ('length' in of && of.length === 0) return new Map()
  const found = await withinTime(db, longestSeconds, on =>
    selectCases(on, scope, values)
      .where('length' in of ? sql<boolean>`court_case.id = any(${of}::integer[])` : sql<boolean>`true`)
      .$if('atMost' in of, query => query.limit('atMost' in of ? of.atMost : 0))
      .select(['court_case.id', 'court_case.gone_on'])
      .execute(),
  )
  return new Map(found.map(({ id, gone_on }) => [id, gone_on]))
}

const isBetween = (day: string, { from, to }: Between): boolean => day > from && day <= to

/** What changed in a case, in words; nothing for a case that did not exist before. */
export const wordsBetween = (journal: Journal, days: Between): Change[] =>
  wordsOfStates(journal, {
    before: stateAt(journal, { day: days.from }),
    after: stateAt(journal, { day: days.to }),
    isBetween: ({ seen_at }) => isBetween(dayIn('Europe/Moscow', seen_at), days),
    unkept: `Записи дела на ${showDate(days.from)} не сохранилось`,
  })

/** The same from the entry `from` on, given that the entry before it is known. */
export function wordsSince(journal: Journal, from: number): Change[] {
  const former = journal.entries.findLast(({ number }) => number < from)
  const last = journal.entries.at(-1)
  if (former === undefined || last === undefined) return []
  return wordsOfStates(journal, {
    before: stateAt(journal, { number: former.number }),
    after: stateAt(journal, { number: last.number }),
    isBetween: ({ number }) => number >= from,
    unkept: 'Прежняя запись дела не сохранилась',
  })
}

type States = {
  before: ReturnType<typeof stateAt>
  after: ReturnType<typeof stateAt>
  isBetween: (entry: Entry) => boolean
  unkept: string
}
function wordsOfStates({ entries }: Journal, { before, after, isBetween, unkept }: States): Change[] {
  if (before === 'not yet' || after === 'not yet') return []
  if (before === 'in words' || after === 'in words') return [{ field: 'reading', before: null, after: unkept }]
  const text = (body: string | null): string | null =>
    body === null ? null : `текст, знаков: ${showNumber(body.length)}`
  return [
    ...changesBetween(before.record, after.record),
    ...(before.body === after.body ? [] : [{ field: 'text', before: text(before.body), after: text(after.body) }]),
    ...entries.filter(isBetween).flatMap(({ beside }) => (beside ?? []).flatMap(besideInWords)),
  ]
}

type ToldChange = Omit<Changed, 'id' | 'isSeen'> & { row: CaseRecordRow; changes: Change[] }

/** With the cases as of the second day; for removed cases as of the first, unless they were added in between. */
export async function describeChanges(
  engines: Engines,
  scope: Scope,
  changed: readonly Changed[],
  { reader, ...days }: Between & { reader: Reader },
): Promise<ToldChange[]> {
  const rowsOn = async (day: string, ids: readonly number[]) =>
    caseRows((await enginesAt(engines, { as_of: day })).db, scope, ids, reader)
  const isOfFirst = ({ kind, is_new }: Changed): boolean => kind === 'gone' && !is_new
  const [first = [], second = []] = [true, false].map(of =>
    changed.filter(one => isOfFirst(one) === of).map(({ id }) => id),
  )
  const rows = new Map(
    [...(await rowsOn(days.from, first)), ...(await rowsOn(days.to, second))].map(row => [row.id, row]),
  )
  // Changes of cases that have left the asker's regions are not shown.
  const seen = changed.filter(({ isSeen }) => isSeen).map(({ id }) => id)
  const journals = await readJournals(engines.db, seen, { whole: true })
  return changed.flatMap(({ id, isSeen: _, ...rest }) => {
    const [row, journal] = [rows.get(id), journals.get(id)]
    return row === undefined
      ? []
      : [{ ...rest, row, changes: journal === undefined ? [] : wordsBetween(journal, days) }]
  })
}

export const mostInFile = 50_000
/** Rows include texts. */
const batchSize = 100
const heads = [
  'Что произошло',
  'Номер дела',
  'УИД',
  'Суд',
  'Когда стало известно',
  'Поле',
  'Было',
  'Стало',
  'Дело в Судмониторе',
]

/** @throws HttpError 400 when too much has changed for a file */
export async function openChangesCsv(
  engines: Engines,
  scope: Scope,
  values: AnyValues,
  { origin, ...days }: Between & { origin: string },
): Promise<Readable> {
  const all = await changesOfCases(engines, scope, values, days)
  if (all.length > mostInFile)
    throw fieldError(
      'from',
      `В файл помещается ${showNumber(mostInFile)} дел, а изменилось ${showNumber(all.length)}: уточните дни или фильтры.`,
    )
  async function* lines(): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < all.length; at += batchSize) {
      const slice = all.slice(at, at + batchSize)
      const told = await describeChanges(engines, scope, slice, { ...days, reader: { tags: false } })
      yield told.flatMap(one => linesOfCase(one, origin))
    }
  }
  return Readable.from(csvFile(heads, lines()), { objectMode: false })
}

function linesOfCase({ kind, seen_at, row, changes }: ToldChange, origin: string): Cell[][] {
  const head = [
    labels.get(kind) ?? null,
    row.case_number,
    row.case_uid,
    row.court_title,
    momentIn('Europe/Moscow', seen_at),
  ]
  const fields = changes.map(({ field, before, after }) => [fieldName(field), before, after])
  return (fields.length > 0 ? fields : [[null, null, null]]).map(one => [...head, ...one, `${origin}/cases/${row.id}`])
}
const labels = new Map(changeKinds.map(({ value, label }) => [value, label]))
