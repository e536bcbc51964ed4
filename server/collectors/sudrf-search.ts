import { instanceOfTitle } from '../ingest/courts.ts'
import { type Catalogue, cataloguesOf } from './catalogues.ts'
import type { SiteSearch } from './collector.ts'
import { query1251 } from './site-address.ts'
import { siteDay } from './site-dates.ts'

type Fields = readonly (readonly [string, string])[]

export const tabsSearchUrls = (search: SiteSearch): string[] =>
  cataloguesOf(search.type, search.stage, keeperOf(search.court.title)).map(catalogue =>
    address(search, tabsFields(search, catalogue)),
  )

function tabsFields(search: SiteSearch, { id, new: fresh, table, people }: Catalogue): Fields {
  return [
    ['name', 'sud_delo'],
    ['srv_num', String(search.server ?? 1)],
    ['name_op', 'r'],
    ...page('page', search),
    ['delo_id', id],
    ['case_type', '0'],
    ['new', fresh],
    [`${people}__NAMESS`, search.name ?? ''],
    [`${table}__CASE_NUMBERSS`, search.case_number ?? ''],
    [`${table}__JUDICIAL_UIDSS`, search.case_uid ?? ''],
    ...captcha(search),
    ['delo_table', table],
    [`${table}__ENTRY_DATE1D`, siteDay(search.from)],
    [`${table}__ENTRY_DATE2D`, siteDay(search.to)],
    [`${people}__LAW_ARTICLESS`, search.article ?? ''],
    ['Submit', 'Найти'],
  ]
}

/** In this layout an appeal is the catalogue of the first instance with `_new=4`. */
const lawcaseCatalogues = (search: SiteSearch): { id: string; fresh: string }[] =>
  search.type === 2 && search.stage === 2 && keeperOf(search.court.title) !== 'cassation'
    ? [{ id: '1540006', fresh: '4' }]
    : cataloguesOf(search.type, search.stage, keeperOf(search.court.title)).map(one => ({ id: one.id, fresh: one.new }))

export const lawcaseSearchUrls = (search: SiteSearch): string[] =>
  lawcaseCatalogues(search).map(({ id, fresh }) => {
    const server = String(search.server ?? 1)
    return address(search, [
      ['name', 'sud_delo'],
      ['name_op', 'r'],
      ['srv_num', server],
      ...page('_page', search),
      ['_deloId', id],
      ['_caseType', '0'],
      ['_new', fresh],
      ['case__vnkod', search.court.vnkod ?? ''],
      ['case__num_build', server],
      ['process-type', `${id}_0_${fresh}`],
      ['part__namess', search.name ?? ''],
      ['case__case_numberss', search.case_number ?? ''],
      ['case__judicial_uidss', search.case_uid ?? ''],
      ['case__entry_date1d', siteDay(search.from)],
      ['case__entry_date2d', siteDay(search.to)],
      ['parts__law_articless', search.article ?? ''],
      ...captcha(search),
      ['Submit', 'Найти'],
    ])
  })

const page = (name: string, { page: number = 1 }: SiteSearch): Fields => (number > 1 ? [[name, String(number)]] : [])
const captcha = ({ captcha: answer }: SiteSearch): Fields =>
  answer === undefined
    ? []
    : [
        ['captcha', answer.code],
        ['captchaid', answer.id],
      ]

const keeperOf = (title: string): Catalogue['kept_by'][number] =>
  /кассационн/iu.test(title) ? 'cassation' : instanceOfTitle(title) === 2 ? 'regional' : 'first'

function address({ court }: SiteSearch, fields: Fields): string {
  return `${URL.parse(court.url)?.origin ?? court.url.replace(/\/+$/, '')}/modules.php?${query1251(fields)}`
}

/** Search addresses for a magistrate's site: windows-1251, the fields of ГАС «Правосудие», first instance only. */
export const pageParameter = 'pageNum_Recordset1'
export const pageNumber = (url: URL | undefined): number => Number(url?.searchParams.get(pageParameter) ?? 0) + 1

export function msudrfSearchUrls(search: SiteSearch): string[] {
  const base = URL.parse('/modules.php', search.court.url)
  const [kept] = cataloguesOf(search.type, 1, 'first')
  if (base === null || search.stage === 2 || kept === undefined) return []
  const { id, table, people } = kept
  const fields: readonly (readonly [string, string])[] = [
    ['name', 'sud_delo'],
    ['op', 'sf'],
    ['delo_id', id],
    [`${table}__CASE_NUMBERSS`, search.case_number ?? ''],
    [`${table}__JUDICIAL_UIDSS`, search.case_uid ?? ''],
    [`${people}__NAMESS`, search.name ?? ''],
    [`${people}__LAW_ARTICLESS`, search.article ?? ''],
    [`${table}__ENTRY_DATE1D`, siteDay(search.from)],
    [`${table}__ENTRY_DATE2D`, siteDay(search.to)],
    [pageParameter, String((search.page ?? 1) - 1)],
    ['Submit', 'Найти'],
  ]
  return [`${base.href}?${query1251(fields)}`]
}
