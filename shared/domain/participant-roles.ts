import { isMaterialNumber } from './number-index.ts'

type NamedCase = { type: number; stage: number; case_number: string }
/**
 * The title of a person in a case (decision 0113). Nobody is on trial in a material: people are suspected or convicted,
 * or complain themselves (УПК, ст. 108, 125, 397). After the decision nobody is on trial any more, and whether they
 * were convicted or acquitted is not certain enough for a title, in a review either. `isDecided`: the case, or the part
 * of this person.
 */
export const accusedTitle = ({ type, stage, case_number }: NamedCase, isDecided: boolean): string => {
  if (isMaterialNumber(case_number)) return 'Лицо в\u00a0материале'
  if (isDecided || stage !== 1) return 'Лицо'
  return type === 1 ? 'Привлекаемое лицо' : 'Подсудимый'
}

/** Participants other than the accused. Other roles keep the site's wording («потерпевший»). */
export const participantRoles = {
  advocate: 'Защитник',
  prosecutor: 'Прокурор',
  authority: 'Орган, должностное лицо',
  representative: 'Представитель',
  unknown: 'Роль не сообщена',
} as const
export type ParticipantRole = keyof typeof participantRoles

/** Without articles: the source says that there are none, or says nothing. */
export const untoldArticles = { none: 'статья не указана', not_told: 'статья не сообщена' } as const
export type UntoldArticles = keyof typeof untoldArticles
export const untoldArticleValues = ['none', 'not_told'] as const satisfies readonly UntoldArticles[]

/** Companies and parties cannot be prosecuted under УК. These patterns work in PostgreSQL too. */
const legalForms =
  'ООО|ОАО|ПАО|АО|ЗАО|НАО|НКО|АНО|МУП|ГУП|ФГУП|ТСЖ|ТСН|СНТ|ЖСК|[Оо]бщество с ограниченной|[Аа]кционерное общество|[Тт]оварищество|[Пп]олитическ[а-я]+ парти[а-я]'
export const companyPattern = `[«»"]|(^|\\s)(${legalForms})(\\s|$)`
export const isCompany = (name: string): boolean => new RegExp(companyPattern, 'u').test(name)
/** «ООО «Защитник»» is not a defence counsel. */
export const opensAsCompany = (name: string): boolean => new RegExp(`^(${legalForms}|ИП)(\\s|$)`, 'u').test(name)
