import { exportColumns } from '../domain/export-columns.ts'
import { keysOf } from '../domain/keys-of.ts'
import { hasShortYear, isCaseLink, isNumber, isProtocolNumber, tidyCell, writtenUid } from './case-reference.ts'
import { areSerialDays, articleInCell, dayInCell, dayInColumn, isMailAddress, isPhone, nameInCell } from './cells.ts'

/** What a column of somebody's table may be read as: by its head, else by what stands in it. Pure: the page and the server guess alike. */
type ColumnRule = {
  label: string
  /** In the spelling of `plainHead`. */
  heads: readonly string[]
  /** Whether a cell is one; absent: any text is. */
  reads?: (cell: string) => boolean
  /** Of several such columns the first is read, and the others are kept as they are. */
  isOnly: boolean
}

const courtWord =
  /(?<!\p{L})(?:суд|р\/с|г\/с|м\/с|с\/у|райсуд|горсуд|облсуд|мосгорсуд|мгс|рс|гс|участок|судья)(?!\p{L})|суд$/iu
const isCourt = (cell: string): boolean => courtWord.test(cell) || /^\p{Lu}\p{Ll}+(?:ский|ской|цкий)$/u.test(cell)

// biome-ignore format: a table reads best as one
const columnRules = {
  number: { label: 'Номер дела', isOnly: true, reads: isNumber,
    heads: ['номер', 'номер дела', '№ дела', 'n дела', 'дело №', '№ дел', 'номера дел', 'номер материала', '№ материала', '№ дела / материала', '№ дела (материала)', 'case_number', exportColumns.case_number.label] },
  uid: { label: 'УИД', isOnly: true, reads: cell => writtenUid(cell) !== undefined, heads: ['уид', 'уид дела', 'уникальный идентификатор дела', 'uid', 'case_uid'] },
  link: { label: 'Ссылка на дело', isOnly: true, reads: isCaseLink,
    heads: ['url', 'ссылка', 'ссылка на дело', 'ссылка на карточку', 'адрес', 'карточка', 'карточка дела', 'адрес карточки', 'link', exportColumns.url.label] },
  own_link: { label: 'Дело в Судмониторе', isOnly: true, reads: isCaseLink, heads: ['sm_url', exportColumns.sm_url.label] },
  id: { label: 'Номер в Судмониторе', isOnly: true, reads: cell => /^(?:№\s*)?\d{1,9}$/.test(cell), heads: ['id', 'дело', 'case', exportColumns.id.label] },
  protocol: { label: 'Номер протокола', isOnly: true, reads: isProtocolNumber, heads: ['протокол', 'номер протокола', '№ протокола', 'протокол №', 'протокол об ап'] },
  court: { label: 'Суд', isOnly: true, reads: isCourt, heads: ['суд', 'наименование суда', 'название суда', 'суд первой инстанции', 'в каком суде', 'court', exportColumns.court.label] },
  name: { label: 'Лицо', isOnly: true, reads: cell => nameInCell(cell) !== undefined,
    heads: ['фио', 'ф.и.о.', 'ф.и.о', 'ф. и. о.', 'имя', 'имя и фамилия', 'фамилия', 'фамилия имя отчество', 'фамилия, имя, отчество', 'лицо', 'лица', 'привлекаемый', 'привлекаемое лицо', 'обвиняемый', 'подсудимый', 'задержанный', 'кто', 'человек', 'name'] },
  article: { label: 'Статья', isOnly: true, reads: cell => articleInCell(cell) !== undefined,
    heads: ['статья', 'ст', 'ст.', 'статьи', 'статья коап', 'статья ук', 'норма', 'квалификация', 'article'] },
  date: { label: 'Дата', isOnly: true, reads: cell => dayInCell(cell) !== undefined,
    heads: ['дата', 'день', 'дата суда', 'дата заседания', 'заседание', 'дата рассмотрения', 'дата решения', 'дата постановления', 'дата поступления', 'дата регистрации', 'когда', 'date', exportColumns.entry_date.label, exportColumns.result_date.label] },
  tag: { label: 'Метка', isOnly: true, heads: ['tag', 'tags', 'метка', 'тег', 'теги', 'тэг', 'тэги', 'хештег', 'метка дела', 'label', 'labels', exportColumns.tags.label] },
  note: { label: 'Заметка', isOnly: true, heads: ['заметка', 'заметки', 'примечание', 'примечания', 'комментарий', 'комментарии', 'прим.', 'comment', 'note', 'notes'] },
  assignee: { label: 'Кому', isOnly: true, heads: ['кому', 'ответственный', 'исполнитель', 'кто ведет', 'ведет', 'взял', 'взяла', 'assignee'] },
  own: { label: 'Столбец подборки', isOnly: false, heads: [] },
  skip: { label: 'Не брать', isOnly: false,
    heads: ['№', 'n', '№ п/п', 'п/п', '№п/п', 'тел', 'тел.', 'телефон', 'телефоны', 'моб.', 'мобильный', 'номер телефона', 'контакт', 'контакты', 'почта', 'e-mail', 'email', 'эл. почта', 'электронная почта', 'telegram', 'телеграм', 'тг', 'паспорт', 'паспортные данные', 'снилс', 'инн', 'дата рождения', 'д.р.', 'д/р', 'др', 'год рождения', 'г.р.', 'место жительства', 'адрес проживания', 'домашний адрес', 'адрес регистрации', 'адрес фактический', 'phone'] },
} as const satisfies Record<string, ColumnRule>
export type TableColumnKind = keyof typeof columnRules
export const columnKindNames = keysOf(columnRules)
export const columnRule = (kind: TableColumnKind): ColumnRule => columnRules[kind]
/** Any of them tells which case is meant. */
export const referenceKinds = [
  'own_link',
  'link',
  'id',
  'uid',
  'number',
  'protocol',
] as const satisfies readonly TableColumnKind[]

const plainHead = (text: string): string =>
  tidyCell(text)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^'(?=\S)/, '')
    .replace(/[:*]+$/, '')
    .trim()
const kindOfHead = new Map(
  columnKindNames.flatMap(kind => columnRule(kind).heads.map(head => [plainHead(head), kind] as const)),
)
/** Read by what stands below: «№» counts rows in one table and names cases in another, «ID» is of anything. */
const unsureHeads: ReadonlySet<string> = new Set(['№', 'n', 'адрес', 'id', 'дело', 'case', 'номер', 'имя', 'кто'])
/** Whole words: «Телегин» and «мобилизован» begin like them. */
const contactHead =
  /(?<!\p{L})(?:тел(?:ефон\p{L}*|еграм\p{L}*|ега)?|моб(?:ила|илка|ильн\p{L}+)?|паспорт(?:а|е|ом|ы|н\p{L}+)?|снилс\p{L}*|рожден(?:и\p{L}|а|ья)?|почт(?:а|ы|е|у|ой|ов(?:ый|ая|ые|ого|ой))|e-?mail\w*|прожива\p{L}+|контакт\p{L}*)(?!\p{L})/iu
/** People whom the case is not about: none of them is ever its person. */
const otherPersonHead =
  /(?<!\p{L})(?:защит|адвокат|представител|доверител|довер|истец|истц|истиц|взыскател|заявител|потерпевш|свидетел|понят|суд(?:ья|ьи|ей)|секретар|прокурор|следовател|дознавател|эксперт|переводчик|родител|родствен|родн|мать|отец|муж|жена|супруг|поручител|координатор|куратор|волонт)/iu
const countHeads: ReadonlySet<string> = new Set(['№', 'n', '№ п/п', 'п/п', '№п/п'])

/** «Группа: столбец», as a second row of heads is joined with the first. */
type GroupedHead = { group: string; own: string }
function partsOf(head: string): GroupedHead | undefined {
  const { group, own } = /^(?<group>[^:]+): (?<own>.+)$/u.exec(tidyCell(head))?.groups ?? {}
  return group === undefined || own === undefined || kindOfHead.has(plainHead(head)) ? undefined : { group, own }
}
export function headKind(head: string): TableColumnKind | undefined {
  const parts = partsOf(head)
  if (parts !== undefined) return kindInGroup(parts)
  return kindOfHead.get(plainHead(head)) ?? (contactHead.test(head) ? 'skip' : undefined)
}
/** «Паспорт» leaves out all that stands below it; a person is only below what names the person or the case. */
function kindInGroup({ group, own }: GroupedHead): TableColumnKind | undefined {
  const kind = headKind(own)
  if (isPrivate(group) || kind === 'skip') return 'skip'
  if (otherPersonHead.test(group)) return 'own'
  if (kind === 'name') return isOfCase(group) || headKind(group) === 'name' ? 'name' : 'own'
  // A day of the person may be of birth.
  return kind === 'date' && headKind(group) === 'name' ? 'skip' : kind
}
const isPrivate = (head: string): boolean => headKind(head) === 'skip' && !countHeads.has(plainHead(head))
const isOfCase = (group: string): boolean => ['id', 'number', 'uid'].some(kind => kind === headKind(group))
const isOfAnother = (head: string): boolean => {
  const parts = partsOf(head)
  return (
    otherPersonHead.test(head) || (parts !== undefined && !isOfCase(parts.group) && headKind(parts.group) !== 'name')
  )
}

export type CellTable = readonly (readonly string[])[]
type ReadColumn = { head: string; kind: TableColumnKind }
/** `first`: the first row of values; `headRows`: how many rows of heads stand right above it. */
export type ReadHeads = { heads: string[]; first: number; headRows: number }

const mostTitles = 10
const isBlankRow = (row: readonly string[] | undefined): boolean =>
  row === undefined || row.every(cell => tidyCell(cell) === '')
const tellsCase = (cell: string): boolean =>
  isNumber(cell) || writtenUid(cell) !== undefined || isCaseLink(cell) || isProtocolNumber(cell)

/** The row of heads, which a title may precede; without one, columns are known by their values alone. */
export function readHeads(table: CellTable, isOneRow = false): ReadHeads {
  const first = table.findIndex(row => !isBlankRow(row))
  const isHead = (row: readonly string[]): boolean =>
    !row.some(tellsCase) && row.some(cell => headKind(cell) !== undefined)
  const until = table.findIndex(row => row.some(tellsCase))
  const titled = table.slice(0, until < 0 ? mostTitles : Math.min(until, mostTitles))
  const at = titled.findIndex(isHead)
  if (at >= 0) return isOneRow ? oneRow(table, at) : headsAt(table, at)
  const row = table[first] ?? []
  // Words above numbers are heads that nobody has foreseen.
  const isWords = !row.some(cell => tellsCase(cell) || dayInCell(cell) !== undefined) && until > first
  return isWords && first >= 0 ? oneRow(table, first) : { heads: [], first: Math.max(first, 0), headRows: 0 }
}

const tidyRow = (table: CellTable, at: number): string[] => [...(table[at] ?? [])].map(tidyCell)
const oneRow = (table: CellTable, at: number): ReadHeads => ({ heads: tidyRow(table, at), first: at + 1, headRows: 1 })
/** With a row below them that names columns of groups, and one that numbers columns. */
function headsAt(table: CellTable, at: number): ReadHeads {
  const upper = tidyRow(table, at)
  const lower = tidyRow(table, at + 1)
  const heads = isSecondRow(upper, lower) ? joinedHeads(upper, lower) : undefined
  const named = heads === undefined ? oneRow(table, at) : { heads, first: at + 2, headRows: 2 }
  if (!numbersColumns(named.heads, tidyRow(table, named.first), tidyRow(table, named.first + 1))) return named
  return { ...named, first: named.first + 1, headRows: named.headRows + 1 }
}
/** Words that no row of values consists of; «суд», «телеграм» and «обвиняемый» may be values. */
const surelyHead = /^(?:№|номер|ф\. ?и\. ?о|фио|фамилия|уид|статья|дата)/
/** Nobody's row is a head: names of groups leave gaps, and all that is written below is known as heads, or stands above as well. */
function isSecondRow(upper: readonly string[], lower: readonly string[]): boolean {
  const written = lower.flatMap((cell, n) => (cell === '' ? [] : [{ cell, above: upper[n] ?? '' }]))
  const hasGap = lower.some((cell, n) => cell !== '' && !upper[n] && upper.slice(0, n).some(Boolean))
  const areHeads = written.every(({ cell, above }) => cell === above || kindOfHead.has(plainHead(cell)))
  return written.length > 1 && hasGap && areHeads && written.some(({ cell }) => surelyHead.test(plainHead(cell)))
}
/** The name of a group stands above its first column alone. */
function joinedHeads(upper: readonly string[], lower: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, n) => {
    const [above = '', below = ''] = [upper[n], lower[n]]
    group = above || group
    if (below === '' || below === above) return above
    return group === '' ? below : `${group}: ${below}`
  })
}
/** Each column that has a head; where the next row is counted on, it is a row of values. */
function numbersColumns(heads: readonly string[], row: readonly string[], next: readonly string[]): boolean {
  const isEach = heads.every((head, n) => head === '' || row[n] === String(n + 1))
  const isOnly = row.every((cell, n) => cell === '' || cell === String(n + 1))
  return isEach && isOnly && row.filter(Boolean).length > 2 && next[0] !== '2'
}

const looked = 300
const mostly = 0.6
/** From the surest to what much else looks like. */
const byValues = [
  'uid',
  'link',
  'number',
  'protocol',
  'date',
  'article',
  'court',
  'name',
] as const satisfies readonly TableColumnKind[]

/** `beside`: where the column has no head, the nearest on its left, whose group it may be of. */
function kindByValues(head: string, cells: readonly string[], beside: string): TableColumnKind | undefined {
  if (cells.length === 0) return undefined
  const share = (reads: (cell: string) => boolean): number => cells.filter(reads).length / cells.length
  if (share(isPhone) >= mostly / 2 || share(isMailAddress) >= mostly / 2) return 'skip'
  const mayBe = (kind: TableColumnKind): boolean =>
    kind === 'name'
      ? !isOfAnother(head || beside)
      : kind !== 'article' || plainHead(head) === '' || cells.some(saysArticle)
  const known = byValues.find(kind => mayBe(kind) && share(cell => columnRule(kind).reads?.(cell) ?? false) >= mostly)
  if (known !== undefined) return known
  return countsRows(head, cells) ? 'skip' : undefined
}
/** «150» and «1.5» are sums as well; «20.2 ч. 5», «ст. 318», «20.3 КоАП» and «20.2.5» are none. */
const saysArticle = (cell: string): boolean =>
  articleInCell(cell) !== undefined && /\p{L}|\(|\d\.\d+\.\d/u.test(tidyCell(cell))
/** Years, terms and sums ascend as well: rows are counted under a head that may say so, or from 1 under none. */
const rowHead = /^(?:#|строка|№ строки|номер строки|порядковый номер|нпп|пп)$/
const mayCount = (head: string, first: number): boolean => {
  const told = headKind(head)
  const plain = plainHead(head)
  if (plain === '') return first <= 1
  return told === 'skip' || isReferenceKind(told) || unsureHeads.has(plain) || rowHead.test(plain)
}
const isReferenceKind = (kind: TableColumnKind | undefined): boolean => referenceKinds.some(one => one === kind)
/** 1, 2, 3, some of them left out. */
function countsRows(head: string, cells: readonly string[]): boolean {
  if (!cells.every(cell => /^\d{1,5}\.?$/.test(cell))) return false
  const [first = 0, ...others] = cells.map(cell => Number.parseInt(cell, 10))
  if (!mayCount(head, first)) return false
  const isAscending = others.every((number, at) => number > (others[at - 1] ?? first))
  return isAscending && (others.length === 0 ? first === 1 : (others.at(-1) ?? 0) - first < 2 * cells.length)
}

/** One kind a column; what nothing tells is kept under its own name, and what looks like a telephone is left out. */
export function guessColumns(table: CellTable, { heads, first }: ReadHeads = readHeads(table)): ReadColumn[] {
  const width = table.reduce((most, row) => Math.max(most, row.length), heads.length)
  const taken = new Set<TableColumnKind>()
  const guessed = Array.from({ length: width }, (_, at): ReadColumn => {
    const head = heads[at] ?? ''
    const cells = table
      .slice(first, first + looked)
      .flatMap(row => tidyCell(row[at] ?? '').replace(/^'(?=\S)/, '') || [])
    const beside = head === '' ? (heads.slice(0, at).findLast(Boolean) ?? '') : ''
    return { head, kind: kindOfColumn(head, cells, beside) }
  })
  // Digits under «ID» or «Дело» are rows of that table where another column names cases.
  if (guessed.some(({ kind }) => kind === 'number' || kind === 'uid' || kind === 'link' || kind === 'own_link'))
    for (const column of guessed)
      if (column.kind === 'id' && unsureHeads.has(plainHead(column.head))) column.kind = 'skip'
  // Heads that are known go before columns that only look alike.
  const order = guessed
    .map((_, at) => at)
    .toSorted((a, b) => Number(isSure(guessed[b])) - Number(isSure(guessed[a])) || a - b)
  for (const at of order) {
    const column = guessed[at]
    if (column === undefined) continue
    if (columnRule(column.kind).isOnly && taken.has(column.kind)) guessed[at] = { ...column, kind: 'own' }
    taken.add(column.kind)
  }
  return guessed
}
const isSure = (column: ReadColumn | undefined): boolean =>
  column !== undefined && headKind(column.head) === column.kind

function kindOfColumn(head: string, cells: readonly string[], beside: string): TableColumnKind {
  const told = headKind(head)
  const seen = kindByValues(head, cells, beside)
  if (cells.length === 0) return told ?? 'skip'
  // «Паспорт» stands above its series alone, and the number has no head.
  if (beside !== '' && isPrivate(beside)) return seen === 'uid' || seen === 'link' || seen === 'number' ? seen : 'skip'
  // Whatever the head is: telephones are never taken silently.
  if (told === 'id' && (seen === undefined || seen === 'skip')) return 'id'
  if (seen === 'skip') return 'skip'
  if (told === undefined) return seen ?? 'own'
  const { group, own } = partsOf(head) ?? { group: '', own: head }
  if (told === 'own' || isPrivate(group) || !unsureHeads.has(plainHead(own))) return told
  // A number below a person may be of a passport.
  if (group !== '' && !isOfCase(group)) return isReferenceKind(seen) && seen !== undefined ? seen : 'skip'
  return seen ?? told
}

/** How much of a column is read as that; `odd`: places of cells that are not, from 0. */
export type UnderstoodCells = {
  read: number
  empty: number
  odd: number[]
  shortYears: number
  initials: number
  /** Days that stand as a bare number. */
  serialDays: string[]
  values: Map<string, number>
}
export function understoodColumn(cells: readonly string[], kind: TableColumnKind): UnderstoodCells {
  const isSerial = kind === 'date' && areSerialDays(cells.filter(cell => !isEmptyCell(tidyCell(cell))))
  const { reads } = columnRule(kind)
  const told: UnderstoodCells = {
    read: 0,
    empty: 0,
    odd: [],
    shortYears: 0,
    initials: 0,
    serialDays: [],
    values: new Map(),
  }
  for (const [at, written] of cells.entries()) {
    const cell = tidyCell(written)
    const serialDay = isSerial ? dayInColumn(cell) : undefined
    if (isEmptyCell(cell)) told.empty += 1
    else if (serialDay !== undefined) {
      told.read += 1
      told.serialDays.push(serialDay)
    } else if (reads !== undefined && !reads(cell)) told.odd.push(at)
    else {
      told.read += 1
      if (kind === 'number' && hasShortYear(cell)) told.shortYears += 1
      if (kind === 'name' && (nameInCell(cell)?.rest ?? []).every(word => word.length === 1)) told.initials += 1
      if (told.values.size < looked) told.values.set(cell, (told.values.get(cell) ?? 0) + 1)
    }
  }
  return told
}
/** «—» in a cell says that there is nothing. */
export const isEmptyCell = (cell: string): boolean =>
  /^[\s\-–—.?]*$/u.test(cell) || /^(?:нет|н\/д|не указан[оа]?)$/iu.test(cell)
