/** Why two people are taken for one: how their names relate, and what speaks for and against beside the names. */
export const nameRelations = [
  'full',
  'typing_given',
  'typing_surname',
  'double_surname',
  'transliterated',
  'no_father',
  'initials',
  'one_initial',
  'initials_typing',
] as const
export type KnownRelation = (typeof nameRelations)[number]

export const evidenceKinds = [
  'same_uid',
  'linked',
  'former_number',
  'same_protocol',
  'near_in_court',
  'appeal_follows',
  'appeal_of_several',
  'same_court',
  'same_region',
  'other_region',
  'same_article',
  'rare_name',
  'common_name',
  'namesakes',
  'together',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const relationWords: Readonly<Record<KnownRelation, string>> = {
  full: 'Имя совпадает полностью',
  typing_given: 'В имени или отчестве похоже на опечатку',
  typing_surname: 'В фамилии похоже на опечатку',
  double_surname: 'Фамилия совпадает с половиной двойной',
  transliterated: 'Одно имя записано латиницей',
  no_father: 'Отчество указано не у обоих',
  initials: 'Фамилия и инициалы совпадают',
  one_initial: 'Совпадают фамилия и один инициал',
  initials_typing: 'Инициалы совпадают, в фамилии похоже на опечатку',
}

/** `against`: speaks for two people. */
export const evidenceWords: Readonly<Record<EvidenceKind, { text: string; against?: true }>> = {
  same_uid: { text: 'один УИД' },
  linked: { text: 'дела связаны как инстанции' },
  former_number: { text: 'прежний номер одного дела — номер другого' },
  same_protocol: { text: 'один номер протокола' },
  near_in_court: { text: 'один суд, одна статья, близкие даты' },
  appeal_follows: { text: 'вторая инстанция вскоре после решения, та же статья' },
  appeal_of_several: { text: 'жалоба могла быть и на решение другого суда', against: true },
  same_court: { text: 'один суд' },
  same_region: { text: 'один регион' },
  other_region: { text: 'разные регионы', against: true },
  same_article: { text: 'та же статья' },
  rare_name: { text: 'редкая фамилия' },
  common_name: { text: 'частая фамилия', against: true },
  namesakes: { text: 'известны однофамильцы с теми же инициалами', against: true },
  together: { text: 'стоят в одном деле вместе', against: true },
}

export const pairVerdicts = ['open', 'same', 'apart', 'unknown'] as const
export type PairVerdict = (typeof pairVerdicts)[number]
