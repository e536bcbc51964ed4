/**
 * Who takes part in a case beside the accused. Sites write other roles in words of their own («потерпевший»); these are the
 * ones that the product tells apart.
 */
export const participantRoles = {
  advocate: 'Защитник',
  prosecutor: 'Прокурор',
  authority: 'Орган, должностное лицо',
  representative: 'Представитель',
  /** The source names the person and does not say in what role: perhaps the accused, perhaps not. */
  unknown: 'Роль не сообщена',
} as const
export type ParticipantRole = keyof typeof participantRoles

/** What a source says of the articles of somebody who has none: that there are none, or nothing. */
export const untoldArticles = { none: 'статья не указана', not_told: 'статья не сообщена' } as const
export type UntoldArticles = keyof typeof untoldArticles
export const untoldArticleValues = ['none', 'not_told'] as const satisfies readonly UntoldArticles[]
