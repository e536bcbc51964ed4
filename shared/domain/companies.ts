/** Names of companies and parties: nobody who could be prosecuted under the УК. The same expressions serve PostgreSQL. */
const legalForms =
  'ООО|ОАО|ПАО|АО|ЗАО|НАО|НКО|АНО|МУП|ГУП|ФГУП|ТСЖ|ТСН|СНТ|ЖСК|[Оо]бщество с ограниченной|[Аа]кционерное общество|[Тт]оварищество|[Пп]олитическ[а-я]+ парти[а-я]'
export const companyPattern = `[«»"]|(^|\\s)(${legalForms})(\\s|$)`
export const isCompany = (name: string): boolean => new RegExp(companyPattern, 'u').test(name)
/** Whether the name opens with what it is: «ООО «Защитник»» names no counsel. */
export const opensAsCompany = (name: string): boolean => new RegExp(`^(${legalForms}|ИП)(\\s|$)`, 'u').test(name)
