import { isMaterialNumber } from './number-index.ts'

/** Nobody is on trial in a material: they are suspected or convicted, or complain themselves (УПК, ст. 108, 125, 397). */
export const accusedTitle = ({ type, case_number }: { type: number; case_number: string }): string =>
  isMaterialNumber(case_number) ? 'Лицо в\u00a0материале' : type === 1 ? 'Привлекаемое лицо' : 'Подсудимый'

/** Participants beside the accused. Other roles stay as sites write them («потерпевший»). */
export const participantRoles = {
  advocate: 'Защитник',
  prosecutor: 'Прокурор',
  authority: 'Орган, должностное лицо',
  representative: 'Представитель',
  unknown: 'Роль не сообщена',
} as const
export type ParticipantRole = keyof typeof participantRoles

/** Without articles: the source says that there are none, or nothing. */
export const untoldArticles = { none: 'статья не указана', not_told: 'статья не сообщена' } as const
export type UntoldArticles = keyof typeof untoldArticles
export const untoldArticleValues = ['none', 'not_told'] as const satisfies readonly UntoldArticles[]

/** Companies and parties cannot be prosecuted under УК. These patterns serve PostgreSQL too. */
const legalForms =
  'ООО|ОАО|ПАО|АО|ЗАО|НАО|НКО|АНО|МУП|ГУП|ФГУП|ТСЖ|ТСН|СНТ|ЖСК|[Оо]бщество с ограниченной|[Аа]кционерное общество|[Тт]оварищество|[Пп]олитическ[а-я]+ парти[а-я]'
export const companyPattern = `[«»"]|(^|\\s)(${legalForms})(\\s|$)`
export const isCompany = (name: string): boolean => new RegExp(companyPattern, 'u').test(name)
/** «ООО «Защитник»» names no counsel. */
export const opensAsCompany = (name: string): boolean => new RegExp(`^(${legalForms}|ИП)(\\s|$)`, 'u').test(name)
