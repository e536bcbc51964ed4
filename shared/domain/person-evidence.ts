import { keysOf } from './keys-of.ts'

/** Evidence that two records are one person: how their names relate, and what else agrees or contradicts. */
export const relationWords = {
  full: 'Имя совпадает полностью',
  typing_given: 'В имени или отчестве похоже на опечатку',
  typing_surname: 'В фамилии похоже на опечатку',
  double_surname: 'Фамилия совпадает с половиной двойной',
  transliterated: 'Одно имя записано латиницей',
  no_father: 'Отчество указано не у обоих',
  initials: 'Фамилия и инициалы совпадают',
  one_initial: 'Совпадают фамилия и один инициал',
  initials_typing: 'Инициалы совпадают, в фамилии похоже на опечатку',
} as const
export type KnownRelation = keyof typeof relationWords
export const nameRelations = keysOf(relationWords)

const evidenceTable = {
  same_uid: { text: 'один УИД' },
  linked: { text: 'дела связаны как инстанции' },
  former_number: { text: 'прежний номер одного дела — номер другого' },
  same_protocol: { text: 'один номер протокола' },
  near_in_court: { text: 'один суд, одна статья, близкие даты' },
  near_in_city: { text: 'один город, одна статья, близкие даты' },
  appeal_follows: { text: 'вторая инстанция вскоре после решения, та же статья' },
  appeal_of_several: { text: 'жалоба могла быть и на решение другого суда', against: true },
  same_court: { text: 'один суд' },
  same_city: { text: 'один город' },
  other_city: { text: 'разные города', against: true },
  same_region: { text: 'один регион' },
  other_region: { text: 'разные регионы', against: true },
  same_article: { text: 'та же статья' },
  long_apart: { text: 'между делами больше трёх лет', against: true },
  rare_full_name: { text: 'редкое имя' },
  common_full_name: { text: 'частое имя', against: true },
  rare_name: { text: 'редкая фамилия' },
  common_name: { text: 'частая фамилия', against: true },
  two_surnames: { text: 'обе фамилии существуют', against: true },
  namesakes: { text: 'известны однофамильцы с теми же инициалами', against: true },
  together: { text: 'стоят в одном деле вместе', against: true },
} as const satisfies Readonly<Record<string, { text: string; against?: true }>>
export type EvidenceKind = keyof typeof evidenceTable
export const evidenceWords: Readonly<Record<EvidenceKind, { text: string; against?: true }>> = evidenceTable
export const evidenceKinds = keysOf(evidenceTable)
/** These identify a person regardless of the name. */
export const strongEvidence: ReadonlySet<string> = new Set(['same_uid', 'linked', 'former_number', 'same_protocol'])

const nearer: Readonly<Partial<Record<EvidenceKind, readonly EvidenceKind[]>>> = {
  same_region: ['near_in_court', 'near_in_city', 'appeal_follows', 'same_court', 'same_city'],
}
/** «редкое имя, один город» */
export function reasonWords(evidence: readonly EvidenceKind[]): string {
  const strong = evidence.filter(kind => strongEvidence.has(kind)).toSorted(kind => (kind === 'linked' ? -1 : 1))
  const told = strong.length > 0 ? strong.slice(0, 1) : evidence.filter(kind => !evidenceWords[kind].against)
  return told
    .filter(kind => !nearer[kind]?.some(other => evidence.includes(other)))
    .map(kind => evidenceWords[kind].text)
    .join(', ')
}

export const pairVerdicts = ['open', 'same', 'apart', 'unknown'] as const
export type PairVerdict = (typeof pairVerdicts)[number]
