import { readPersonName } from '../names/person-name.ts'
import { isOfPerson, isRole, type SectionTopic, sectionsByMeaning } from './card-labels.ts'
import { isRoleName, roleMeaning } from './card-roles.ts'
import { isDashes, splitNames, tellsNothing } from './card-values.ts'
import { columnLike, columnMeaning, outcomeOfPerson } from './card-words.ts'
import type { Card, CardSection, TakeNote } from './collector.ts'
import { fold } from './court-words.ts'
import { tidy } from './read-html.ts'
import { plainLabel } from './wordings.ts'

/** Whether a table has events or people, by its tab, else by its columns. */
type Meaning = NonNullable<ReturnType<typeof columnMeaning>>
export type Row = { [Name in Meaning]?: string }
type TableRow = {
  title: string
  row: Row
  columns: readonly (Meaning | undefined)[]
  /** The heading names the accused: «ФИО подсудимого». */
  isAccused: boolean
}

const meaningOf = (column: string): Meaning | undefined => columnMeaning(column) ?? columnLike(column)
const namesAccused = (column: string): boolean => isRoleName(column) && roleMeaning(column) === 'defendant'
/** «Подсудимый» over a column names the accused, where no other column has names. */
function meaningsOf(columns: readonly string[]): (Meaning | undefined)[] {
  const meanings = columns.map(meaningOf)
  return meanings.includes('name')
    ? meanings
    : meanings.map((meaning, at) => meaning ?? (namesAccused(columns[at] ?? '') ? 'name' : undefined))
}

type Topic = 'events' | 'people'
/** Of tabs that stand under each other's titles the columns tell. */
function tableAbout(about: SectionTopic, columns: readonly (Meaning | undefined)[]): Topic | undefined {
  if (about !== 'events' && about !== 'people' && about !== 'case' && about !== 'unknown') return undefined
  // «Событие правонарушения» beside a name is that of the person.
  const isOfEvents =
    columns.includes('type') && columns.includes('date') && !(about === 'people' && columns.includes('name'))
  const isOfPeople =
    columns.includes('name') &&
    (columns.includes('role') || columns.includes('articles') || columns.includes('person_result'))
  if (isOfEvents !== isOfPeople) return isOfEvents ? 'events' : 'people'
  return about === 'events' || about === 'people' ? about : isOfEvents ? 'events' : undefined
}

const ofEvents: ReadonlySet<string> = new Set(['type', 'date', 'time', 'hall', 'result', 'ground', 'note'])
/** «Результат» and «Дата рассмотрения» beside an accused are those of the person; an hour beside one is nobody's. */
function meaningsIn(topic: Topic | undefined, columns: readonly string[], title: string): (Meaning | undefined)[] {
  const meanings = meaningsOf(columns)
  if (topic === undefined) return meanings
  const isOfAccused =
    tabsOfAccused.test(tidy(title)) ||
    meanings.some(one => one === 'role' || one === 'articles') ||
    columns.some(column => saysAccused.test(column))
  return meanings.map((meaning, at) => {
    if (meaning === undefined || meaning === 'kept') return meaning
    const ofPerson = topic === 'people' && isOfAccused ? outcomeOfPerson(columns[at] ?? '') : undefined
    return ofPerson ?? (ofEvents.has(meaning) === (topic === 'events') ? meaning : undefined)
  })
}
/** The day of the hearing itself, where another column has that of the entry. */
const dayOfHearing =
  /^дата(?: и время)?(?: (?:проведения|начала|судебного|предварительного|открытого)){0,3}(?: (?:заседания|слушания)(?: по делу)?| проведения)$/iu

export function rowsIn(card: Card, wanted: 'events' | 'people', note: TakeNote): TableRow[] {
  const found: TableRow[] = []
  const ofCase: TableRow[] = []
  for (const { section, about } of sectionsByMeaning(card)) {
    const { title } = section
    for (const { columns, rows } of section.tables) {
      const told = tableAbout(about, meaningsOf(columns))
      const meanings = meaningsIn(told, columns, title)
      const ofHearing = columns.findIndex((column, at) => meanings[at] === 'date' && dayOfHearing.test(column))
      // An unknown table is reported once, with the tables of events.
      const isNobodys = told === undefined && wanted === 'events' && (about === 'case' || about === 'unknown')
      if (told !== wanted && !isNobodys) continue
      if (columns.length === 0 && rows.length > 0) note('unknown_column', title, rows.flat().filter(Boolean).join('; '))
      for (const [at, column] of columns.entries())
        if ((meanings[at] === undefined || isNobodys) && rows.some(row => (row[at] ?? '') !== ''))
          note('unknown_column', `${title}: ${column}`, rows.map(row => row[at] ?? '').find(cell => cell !== '') ?? '')
      if (isNobodys) continue
      for (const cells of rows) {
        const row: Row = {}
        for (const [at, cell] of cells.entries()) {
          const meaning = meanings[at]
          const isExact =
            meaning === 'date' && ofHearing >= 0 ? at === ofHearing : columnMeaning(columns[at] ?? '') !== undefined
          if (meaning !== undefined && meaning !== 'kept' && !isEmpty(meaning, cell)) put(row, meaning, cell, isExact)
          else if (at >= columns.length && !isDashes(cell)) note('unknown_column', title, cell)
        }
        found.push({ title, row, columns: meanings, isAccused: columns.some(column => saysAccused.test(column)) })
      }
    }
    if (wanted !== 'people') continue
    found.push(...labelledPeople(section, about === 'people'))
    if (about !== 'people' && about !== 'case') continue
    const labelled = peopleUnderRoles(section)
    for (const line of labelled.filter(({ row }) => !isNamed(row))) noteLine(line, note)
    const under = about === 'people' ? found : ofCase
    under.push(...labelled.filter(({ row }) => isNamed(row)))
  }
  // A tab of people names those of a role in full.
  const told = new Set(found.filter(({ row }) => row.name !== undefined).map(sideOf))
  for (const line of ofCase)
    if (told.has(sideOf(line))) noteLine(line, note)
    else found.push(line)
  return found
}
const noteLine = ({ title, row: { role = '', name = '' } }: TableRow, note: TakeNote): void =>
  note('unknown_label', `${title}: ${role}`, name)
/** The accused are one side by whatever word; of others the word tells. */
const sideOf = (line: TableRow): string | null | undefined => {
  const role = roleOfRow(line)
  return role === 'other' ? plainLabel(line.row.role ?? '') : role
}

export function roleOfRow({ row, columns, title, isAccused }: TableRow) {
  const written = tidy(row.role ?? '')
  if (written !== '') return roleMeaning(written)
  const isTold =
    isAccused || row.articles !== undefined || row.person_result !== undefined || tabsOfAccused.test(tidy(title))
  return columns.includes('role') || !isTold ? null : 'defendant'
}
const tabsOfAccused = /^лица$|^лицо$|лиц[ео],? (?:в отношении|привлека)|привлекаем|подсудим|обвиняем|осужд[её]нн/iu

/** A dash for a name is a hidden name. */
const isEmpty = (meaning: Meaning, cell: string): boolean =>
  meaning === 'name'
    ? cell === ''
    : meaning === 'articles' || meaning === 'person_result' || meaning === 'result'
      ? tellsNothing(cell)
      : isDashes(cell)

/** When two columns have the same meaning, an exact match wins; lists of articles are merged. */
function put(row: Row, meaning: Meaning, value: string, isExact: boolean): void {
  const known = row[meaning]
  if (known === undefined || (isExact && meaning !== 'articles')) row[meaning] = value
  else if (meaning === 'articles' && !known.includes(value)) row[meaning] = `${known}; ${value}`
}

/**
 * A person begins with the label that the first one begins with, with another name or role, and where a label is told again: what
 * has no name is nobody's, rather than of the person before.
 */
function labelledPeople(section: CardSection, isPeople: boolean): TableRow[] {
  const people: Row[] = []
  const columns: Meaning[] = []
  const labelled = new Set<string>()
  let isAccused = false
  const meanings = meaningsIn(
    'people',
    section.fields.map(({ label }) => label),
    section.title,
  )
  let first: string | undefined
  for (const [at, { label, value }] of section.fields.entries()) {
    const meaning = columnMeaning(label) === undefined ? undefined : meanings[at]
    if (meaning === undefined || meaning === 'kept' || !isOfPerson(section, label, isPeople)) continue
    isAccused ||= saysAccused.test(label)
    columns.push(meaning)
    first ??= plainLabel(label)
    const last = people.at(-1)
    const isNext =
      last === undefined ||
      labelled.has(plainLabel(label)) ||
      (Object.keys(last).length > 0 && plainLabel(label) === first) ||
      ((meaning === 'name' || meaning === 'role') && last[meaning] !== undefined)
    if (isNext) labelled.clear()
    labelled.add(plainLabel(label))
    const row: Row = isNext ? {} : last
    if (isNext) people.push(row)
    if (!isEmpty(meaning, value)) put(row, meaning, value, true)
  }
  return people
    .filter(row => Object.keys(row).length > 0)
    .map(row => ({ title: section.title, row, columns, isAccused }))
}
/** «Осуждённый: содержится под стражей», «Подсудимый: да» name nobody, «Подсудимый: адвокат Дубов О.О.» no accused. */
const isNamed = ({ role = '', name = '' }: Row): boolean =>
  (wholeName.test(name) && !(roleMeaning(role) === 'defendant' && ofOthers.test(name))) ||
  (isRoleName(role) &&
    fold(name) !== 'да' &&
    (/[«"]|^\p{Lu}{2}/u.test(name) ||
      organisation.test(name) ||
      splitNames(name).every(part => readPersonName(part).kind !== 'other')))
const wholeName = /(?:^|[,;] ?)(?:[\p{L}.]+ ){0,3}\p{Lu}\p{Ll}+ \p{Lu}(?:\. ?\p{Lu}\.|\p{Ll}+ \p{Lu}\p{Ll}+)/u
const ofOthers = /(?<!\p{L})(?:адвокат|защит|прокурор|судь|следовател|потерпевш|жалоб|надзор)/iu
const organisation =
  /^(?:администраци|обществ|индивидуальн\p{L}+ предпринимател|(?:\p{L}+ая )?(?:комисси|прокуратур|инспекци)|управлени|министерств|комитет|департамент|муниципальн|федеральн|товариществ|кооператив|организаци|предприяти|учреждени)/iu
const peopleUnderRoles = ({ title, fields }: CardSection): TableRow[] =>
  fields
    .filter(({ label, value }) => isRole(label) && !tellsNothing(value))
    .map(({ label, value }) => ({
      title,
      row: { role: label, name: value },
      columns: ['role', 'name'],
      isAccused: false,
    }))

const saysAccused = /подсудим|обвиняем|осужд[её]нн|привлекаем/iu
