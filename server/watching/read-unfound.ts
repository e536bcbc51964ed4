import { type Kysely, sql } from 'kysely'
import { type UnfoundWatch, type WatchGiven, watchGiven } from '#shared/api/set-watch.ts'
import { showDate } from '#shared/domain/dates.ts'
import { maxWatchRows } from '#shared/domain/set-watch.ts'
import { counted } from '#shared/domain/wording.ts'
import { isNumber, writtenUid } from '#shared/tables/case-reference.ts'
import { articleInCell, dayInCell, nameInCell } from '#shared/tables/cells.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { meantRow, tableOf, texts } from '../sets/importing/read-rows.ts'
import { waiting } from '../sets/importing/unfound.ts'
import { amongCases } from '../sets/items.ts'
import { findMeantCases, type MeantRow } from '../tables/find-meant-cases.ts'
import type { RowMatch } from '../tables/judge-row.ts'
import { type CourtReader, readCourts } from '../tables/meant-courts.ts'
import { readOnce } from './judge-watched.ts'
import { type In, isSameRow, living, type NewRow, newRows, readRows } from './rows.ts'

/**
 * Turns table rows without a case into watch entries (decision 0111) by the kinds of their columns, or tells why not.
 */
type By = 'number' | 'name'
export type UnfoundAsked = { rows?: readonly number[] | undefined; by: By }
type Entry = { given: WatchGiven; leftOut: string[] }

/** What can be watched in the row, most preferred first. */
function entriesOf(row: MeantRow, by: By, readCourt: CourtReader): Entry[] {
  const { references, court, name = '', article = '', date = '' } = row
  const uid = references.find(text => writtenUid(text) !== undefined)
  const number = references.find(isNumber)
  const facts = [
    { key: 'court', label: 'суд', text: court, isRead: readCourt(court).ids.length > 0 },
    { key: 'article', label: 'статья', text: article, isRead: articleInCell(article) !== undefined },
    { key: 'day', label: 'дата', text: date, isRead: dayInCell(date) !== undefined },
  ] as const
  const said = facts.filter(({ text }) => text !== '')
  const told = Object.fromEntries(said.flatMap(({ key, text, isRead }) => (isRead ? [[key, text]] : [])))
  const leftOut = said.flatMap(({ label, text, isRead }) => (isRead ? [] : [`${label} «${text}»`]))
  const bare = { court: '', region: null, article: '', day: '' }
  const byNumber = [
    ...(uid === undefined ? [] : [{ given: { ...bare, text: uid }, leftOut: [] }]),
    // A number belongs to its court only; an unknown court is reported when the row is read.
    ...(number === undefined ? [] : [{ given: { ...bare, text: number, court }, leftOut: [] }]),
  ]
  const byName = name === '' ? [] : [{ given: { ...bare, ...told, text: name }, leftOut }]
  return by === 'number' ? [...byNumber, ...byName] : [...byName, ...byNumber]
}

const areSeveral = (name: string): boolean =>
  name.split(/[,;\n]/).filter(one => nameInCell(one) !== undefined || readOnce(one.trim()) !== undefined).length > 1

const nothingToWatch =
  'В строке нет имени, УИД или номера дела с судом: по номеру протокола и адресу карточки дела не ищутся.'
export type UnfoundRead = { row: number; line: number; entry?: NewRow; isThere?: boolean; told: UnfoundWatch }

/** A row that points to a case is put to the user, not decided by watching its number alone. */
function pointsSomewhere(match: RowMatch | undefined, { outcome, reason }: Kept): string | undefined {
  if (match?.outcome === 'found') return 'Дело по этой строке есть: выберите его или уберите строку.'
  if (match?.outcome === 'perhaps') return match.why
  // A certain match waits without a reason when somebody has declined it.
  return outcome === 'perhaps' && reason === '' ? 'Дело, найденное по этой строке, при загрузке не приняли.' : undefined
}
type Kept = { outcome: string; reason: string }

export async function readUnfound(
  db: Kysely<DB>,
  { scope, setId }: In,
  { rows: ids, by }: UnfoundAsked,
): Promise<UnfoundRead[]> {
  const asked = waiting(db, setId).$if(ids !== undefined, query => query.where(amongCases('row.id', ids ?? [])))
  const rows = await asked
    .select(['row.outcome', 'row.reason'])
    .orderBy('row.import_id')
    .orderBy('row.line')
    .orderBy('row.id')
    .execute()
  if (ids !== undefined && rows.length < new Set(ids).size)
    throw fieldError('rows', 'Часть строк уже разобрали. Обновите страницу.')
  const readCourt = await readCourts(db)
  const meant = rows.map(({ cells, line, ...table }) => meantRow(tableOf(table), { line, cells: texts.parse(cells) }))
  const matches = await findMeantCases(db, scope, meant, readCourt)
  const tried = meant.map((row, n) => {
    const why = rows[n] && pointsSomewhere(matches[n], rows[n])
    if (why !== undefined) return [{ why }]
    return entriesOf(row, by, readCourt).map(entry => {
      if (entry.given.text === row.name && areSeveral(row.name)) return { why: 'В строке несколько лиц.' }
      const { success, data, error } = watchGiven.safeParse(entry.given)
      return success ? { ...entry, given: data } : { why: error.issues[0]?.message ?? nothingToWatch }
    })
  })
  const whole = tried.map(entries => entries.filter(entry => 'given' in entry))
  const read = await readRows(
    db,
    whole.flatMap(entries => entries.map(({ given }) => given)),
  )
  let at = 0
  const own = whole.map(entries => entries.map(({ leftOut }) => ({ leftOut, entry: read[at++] })))
  const places = await placesFor(
    db,
    setId,
    own.map(entries => entries.find(({ entry }) => typeof entry === 'object')?.entry).filter(isEntry),
  )
  return rows.map(({ id, line }, n) => {
    const whys = [
      ...(own[n] ?? []).flatMap(({ entry }) => (typeof entry === 'string' ? [entry] : [])),
      ...(tried[n] ?? []).flatMap(entry => ('why' in entry ? [entry.why] : [])),
    ]
    for (const { entry, leftOut } of own[n] ?? [])
      if (isEntry(entry)) {
        const place = places()
        if (place !== 'full')
          return { row: id, line, entry, isThere: place === 'there', told: toldOf({ id, line }, entry, leftOut) }
        whys.unshift(`В списке нет места: в нём не больше ${counted(maxWatchRows, ['строка', 'строки', 'строк'])}.`)
        break
      }
    const why = whys[0] ?? nothingToWatch
    const { name = '', references = [], protocol = '' } = meant[n] ?? {}
    const text = [name, ...references, protocol].find(said => said !== '') ?? ''
    return { row: id, line, told: { row: id, line, text, kind: null, beside: [], left_out: [], why } }
  })
}
const isEntry = (entry: NewRow | string | undefined): entry is NewRow => typeof entry === 'object'

type Place = 'there' | 'free' | 'full'
/** Decides in order which rows fit: existing and duplicate ones need no place; the first others take the free ones. */
async function placesFor(db: Kysely<DB>, setId: number, entries: readonly NewRow[]): Promise<() => Place> {
  const { rows } = await sql<{ place: number }>`
    select distinct r.place from ${newRows(entries)}
    join case_set_watch own on own.set_id = ${setId} and ${isSameRow}`.execute(db)
  const there = new Set(rows.map(({ place }) => place))
  const taken = new Set<string>()
  let [next, free] = [0, maxWatchRows - (await countRows(living(db, setId)))]
  return () => {
    const entry = entries[next]
    const isThere = there.has(next++)
    const { kind, text, courts, region, article, day } = entry ?? {}
    const said = JSON.stringify([kind, text, courts, region, article, day])
    if (isThere) return 'there'
    if (taken.has(said)) return 'free'
    if (free <= 0) return 'full'
    free -= 1
    taken.add(said)
    return 'free'
  }
}
const toldOf = (row: { id: number; line: number }, entry: NewRow, leftOut: string[]): UnfoundWatch => ({
  ...{ row: row.id, line: row.line, text: entry.text, kind: entry.kind },
  beside: [entry.court, entry.article, entry.day === null ? '' : showDate(entry.day)].filter(Boolean),
  ...{ left_out: leftOut, why: '' },
})
