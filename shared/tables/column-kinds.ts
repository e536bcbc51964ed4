import { exportColumns } from '../domain/export-columns.ts'
import { keysOf } from '../domain/keys-of.ts'
import { isCaseLink, isNumber, isProtocolNumber, tidyCell, writtenUid } from './case-reference.ts'
import { articleInCell, dayInCell, nameInCell } from './cells.ts'

/**
 * Kinds of columns in a user's table: by heading, else by content. Pure, so that the page and the server guess alike.
 */
type ColumnRule = {
  label: string
  /** Normalised by `plainHead`. */
  heads: readonly string[]
  /** Whether a cell is of this kind; absent: any text is. */
  reads?: (cell: string) => boolean
  /** Of several such columns the first is used, and the others are kept as they are. */
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
/** Each of these identifies a case. */
export const referenceKinds = [
  'own_link',
  'link',
  'id',
  'uid',
  'number',
  'protocol',
] as const satisfies readonly TableColumnKind[]

export const plainHead = (text: string): string =>
  tidyCell(text)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^'(?=\S)/, '')
    .replace(/[:*]+$/, '')
    .trim()
export const kindOfHead = new Map(
  columnKindNames.flatMap(kind => columnRule(kind).heads.map(head => [plainHead(head), kind] as const)),
)
/** Ambiguous headings, decided by content: «№» may number rows or name cases, «ID» may be anything. */
export const unsureHeads: ReadonlySet<string> = new Set([
  '№',
  'n',
  'адрес',
  'id',
  'дело',
  'case',
  'номер',
  'имя',
  'кто',
])
/** Whole words: «Телегин» and «мобилизован» have the same beginnings. */
const contactHead =
  /(?<!\p{L})(?:тел(?:ефон\p{L}*|еграм\p{L}*|ега)?|моб(?:ила|илка|ильн\p{L}+)?|паспорт(?:а|е|ом|ы|н\p{L}+)?|снилс\p{L}*|рожден(?:и\p{L}|а|ья)?|почт(?:а|ы|е|у|ой|ов(?:ый|ая|ые|ого|ой))|e-?mail\w*|прожива\p{L}+|контакт\p{L}*)(?!\p{L})/iu
/** Other people of a case, who are never its accused. */
const otherPersonHead =
  /(?<!\p{L})(?:защит|адвокат|представител|доверител|довер|истец|истц|истиц|взыскател|заявител|потерпевш|свидетел|понят|суд(?:ья|ьи|ей)|секретар|прокурор|следовател|дознавател|эксперт|переводчик|родител|родствен|родн|мать|отец|муж|жена|супруг|поручител|координатор|куратор|волонт)/iu
const countHeads: ReadonlySet<string> = new Set(['№', 'n', '№ п/п', 'п/п', '№п/п'])

/** «Группа: столбец»: a second row of headings joined with the first. */
type GroupedHead = { group: string; own: string }
export function partsOf(head: string): GroupedHead | undefined {
  const { group, own } = /^(?<group>[^:]+): (?<own>.+)$/u.exec(tidyCell(head))?.groups ?? {}
  return group === undefined || own === undefined || kindOfHead.has(plainHead(head)) ? undefined : { group, own }
}
export function headKind(head: string): TableColumnKind | undefined {
  const parts = partsOf(head)
  if (parts !== undefined) return kindInGroup(parts)
  return kindOfHead.get(plainHead(head)) ?? (contactHead.test(head) ? 'skip' : undefined)
}
/** «Паспорт» excludes all columns of its group; a person is only in a group of people or of the case. */
function kindInGroup({ group, own }: GroupedHead): TableColumnKind | undefined {
  const kind = headKind(own)
  if (isPrivate(group) || kind === 'skip') return 'skip'
  if (otherPersonHead.test(group)) return 'own'
  if (kind === 'name') return isOfCase(group) || headKind(group) === 'name' ? 'name' : 'own'
  // A date in a group of people may be a birthday.
  return kind === 'date' && headKind(group) === 'name' ? 'skip' : kind
}
export const isPrivate = (head: string): boolean => headKind(head) === 'skip' && !countHeads.has(plainHead(head))
export const isOfCase = (group: string): boolean => ['id', 'number', 'uid'].some(kind => kind === headKind(group))
export const isOfAnother = (head: string): boolean => {
  const parts = partsOf(head)
  return (
    otherPersonHead.test(head) || (parts !== undefined && !isOfCase(parts.group) && headKind(parts.group) !== 'name')
  )
}
