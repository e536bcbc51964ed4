import type { ArticleRecord, CaseRecordInput } from '../ingest/case-record.ts'
import { saidToBeAccused } from '../ingest/case-roles.ts'
import type { TakeNote } from './card-labels.ts'
import { roleMeaning } from './card-roles.ts'
import { columnMeaning, sectionMeaning } from './card-words.ts'
import type { Card } from './collector.ts'
import { readResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'
import { clockTime, isoDay } from './site-dates.ts'

/** The tables of a card: movement and people. Columns are found by their headings: their order differs from site to site. */
type Events = NonNullable<CaseRecordInput['events']>
type Defendants = NonNullable<CaseRecordInput['defendants']>
type Participants = NonNullable<CaseRecordInput['participants']>
type Meaning = NonNullable<ReturnType<typeof columnMeaning>>
type Row = { [Name in Meaning]?: string }

/** Rows of every table of such tabs, by the meaning of their columns. */
function rowsIn(
  card: Card,
  about: 'events' | 'people',
  note: TakeNote,
): { title: string; row: Row; columns: readonly (Meaning | undefined)[] }[] {
  const found: { title: string; row: Row; columns: readonly (Meaning | undefined)[] }[] = []
  for (const { title, tables } of card.sections) {
    if (sectionMeaning(title) !== about) continue
    for (const { columns, rows } of tables) {
      const meanings = columns.map(columnMeaning)
      for (const [at, column] of columns.entries())
        if (meanings[at] === undefined && rows.some(row => (row[at] ?? '') !== ''))
          note('unknown_column', `${title}: ${column}`, rows.map(row => row[at] ?? '').find(cell => cell !== '') ?? '')
      for (const cells of rows) {
        const row: Row = {}
        for (const [at, cell] of cells.entries()) {
          const meaning = meanings[at]
          if (meaning !== undefined && meaning !== 'kept' && cell !== '') row[meaning] = cell
        }
        found.push({ title, row, columns: meanings })
      }
    }
  }
  return found
}

export function readEvents(card: Card, note: TakeNote): Events {
  const events: Events = []
  for (const { title, row } of rowsIn(card, 'events', note)) {
    const written = tidy(row.type ?? '')
    if (written === '') {
      if (Object.keys(row).length > 0) note('missing', `${title}: type`, JSON.stringify(row))
      continue
    }
    const date = isoDay(row.date ?? '')
    if (date === undefined) {
      note(row.date === undefined ? 'missing' : 'unreadable_date', `${title}: ${written}`, row.date ?? '')
      continue
    }
    const type = words.event().find(written)
    if (type === undefined) note('unknown_event', title, written)
    const time = row.time === undefined ? undefined : clockTime(row.time)
    if (row.time !== undefined && time === undefined) note('unreadable_time', `${title}: ${written}`, row.time)
    const ended = row.result === undefined ? undefined : readResult(words.event_result(), row.result)
    if (row.result !== undefined && ended === undefined) note('unknown_result', `${title}: ${written}`, row.result)
    const told = [ended?.ground, row.ground, row.note].flatMap(remark => (remark === undefined ? [] : [tidy(remark)]))
    const remarks = [...new Set(told)].join('; ')
    events.push({
      type: type ?? written,
      date,
      ...(time === undefined ? {} : { time }),
      ...(row.result === undefined ? {} : { result: ended?.title ?? tidy(row.result) }),
      ...(row.hall === undefined ? {} : { hall: tidy(row.hall) }),
      ...(remarks === '' ? {} : { note: remarks }),
    })
  }
  return events
}

/** Where the site leaves the role of somebody empty. */
const noRole = 'роль не указана'

export type People = {
  defendants: Defendants
  participants: Participants
  /** What is told of each of the accused alone. */
  results: string[]
  result_dates: string[]
}

export function readPeople(
  card: Card,
  articlesIn: (written: string, where: string) => ArticleRecord[],
  note: TakeNote,
): People {
  const people: People = { defendants: [], participants: [], results: [], result_dates: [] }
  let isSaid = false
  for (const { title, row, columns } of rowsIn(card, 'people', note)) {
    const name = tidy(row.name ?? '')
    if (name === '') {
      if (Object.keys(row).length > 0) note('missing', `${title}: name`, JSON.stringify(row))
      continue
    }
    // «ЛИЦА» of a criminal case lists the accused alone, and has no column of roles.
    const written = tidy(row.role ?? '')
    const role = columns.includes('role') ? roleMeaning(written) : 'defendant'
    // Articles beside somebody who is not accused: the role means more than we know.
    if (role === undefined || (role !== 'defendant' && row.articles !== undefined))
      note('unknown_role', title, [written, row.articles].filter(Boolean).join(': '))
    if (role === 'defendant') {
      const articles = row.articles === undefined ? [] : articlesIn(row.articles, `${title}: ${name}`)
      people.defendants.push({ name, articles })
      if (columns.includes('role')) isSaid = true
      if (row.person_result !== undefined) people.results.push(row.person_result)
      const day = row.person_result_date === undefined ? undefined : isoDay(row.person_result_date)
      if (day !== undefined) people.result_dates.push(day)
      else if (row.person_result_date !== undefined)
        note('unreadable_date', `${title}: ${name}`, row.person_result_date)
    } else people.participants.push({ role: role === undefined || role === 'other' ? written || noRole : role, name })
  }
  return isSaid ? { ...people, defendants: saidToBeAccused(people.defendants) } : people
}
