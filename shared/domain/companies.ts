/** Names of companies and offices: nobody who could be prosecuted under the УК. The same expression serves PostgreSQL. */
export const companyPattern = '[«»"]|(^|\\s)(ООО|ОАО|ПАО|АО|ЗАО|НАО|НКО|АНО|МУП|ГУП|ФГУП|ТСЖ|СНТ)(\\s|$)'
export const isCompany = (name: string): boolean => new RegExp(companyPattern, 'u').test(name)
