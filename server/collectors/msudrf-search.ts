import type { SiteSearch } from './collector.ts'
import { query1251 } from './site-address.ts'
import { siteDay } from './site-dates.ts'

/** Addresses that ask a magistrate's site: windows-1251, the fields of ГАС «Правосудие», first instances only. */
const catalogues: Readonly<Record<1 | 2, { id: string; table: string; people: string }>> = {
  1: { id: '1500001', table: 'adm_case', people: 'adm_parts' },
  2: { id: '1540006', table: 'u1_case', people: 'U1_DEFENDANT' },
}

/** The site counts its pages from 0; we count from 1. */
export const pageParameter = 'pageNum_Recordset1'
export const pageNumber = (url: URL | undefined): number => Number(url?.searchParams.get(pageParameter) ?? 0) + 1

export function msudrfSearchUrls(search: SiteSearch): string[] {
  const base = URL.parse('/modules.php', search.court.url)
  if (base === null || search.stage === 2) return []
  const { id, table, people } = catalogues[search.type]
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
