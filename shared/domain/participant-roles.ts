import { isMaterialNumber } from './number-index.ts'

type NamedCase = { type: number; stage: number; case_number: string }
/**
 * What a person of a case is called (decision 0113). Nobody is on trial in a material: they are suspected or convicted, or complain
 * themselves (УПК, ст. 108, 125, 397). Whoever's case is decided is on trial no more, and who is convicted, acquitted or neither is not told
 * surely enough for a name: not in a review either. `isDecided`: of the case, or of this person alone.
 */
export const accusedTitle = ({ type, stage, case_number }: NamedCase, isDecided: boolean): string => {
  if (isMaterialNumber(case_number)) return 'Лицо в\u00a0материале'
  if (isDecided || stage !== 1) return 'Лицо'
  return type === 1 ? 'Привлекаемое лицо' : 'Подсудимый'
}

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
