import { queryOptions } from '@tanstack/react-query'
import { askedExport, askedExportList, isExportUnderWay } from '#shared/api/export-requests.ts'
import { exportRequest, exportSettings, exportSettingsChange } from '#shared/api/exports.ts'
import { type BotCode, botCode, botState } from '#shared/api/telegram.ts'
import type { ExportColumn, ExportFormat } from '#shared/domain/export-columns.ts'
import type { ListOrdering } from '#shared/domain/orderings.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { get, remove, request, validated } from './client.ts'

/** Calls about exported files (§7): settings of the form, the direct link, requests to the bot. */
export const exportSettingsQueryOptions = queryOptions({
  queryKey: ['exports', 'settings'],
  queryFn: get(exportSettings, 'exports/settings/'),
  // The last selection of this account usually comes from this browser.
  staleTime: 5 * 60_000,
})
export const keepExportColumns = (selected_columns: readonly ExportColumn[]) =>
  request(exportSettings, 'exports/settings/', {
    method: 'PUT',
    body: validated(exportSettingsChange, { selected_columns }),
  })

/** `cases`: only these picked cases. */
export type ExportOf = {
  filters: WireRecord
  cases?: readonly number[] | undefined
  ordering: ListOrdering
  columns: readonly ExportColumn[]
}

export const exportAddress = (
  file: `export.${ExportFormat}` | 'about.csv',
  { filters, cases, ordering, columns }: ExportOf,
): string => {
  const fields = columns.join(',')
  return `/api/v1/data/casescsv/${file}?${toQuery({ ...filters, ...(cases && { cases: cases.join(',') }), ordering, fields })}`
}

/** `telegram: null` keeps the file here. */
export const askForExport = ({
  filters,
  cases,
  ordering,
  columns,
  format,
  telegram,
}: ExportOf & { format: ExportFormat; telegram: string | null }) =>
  request(askedExport, 'exports/', {
    method: 'POST',
    body: validated(exportRequest, {
      selected_columns: [...columns],
      filters: toStored(filters),
      ...(cases && { cases: [...cases] }),
      telegram,
      format,
      ordering,
    }),
  })

const followEvery = 1_000
export const askedExportsQueryOptions = queryOptions({
  queryKey: ['exports', 'asked'],
  queryFn: ({ signal }) => request(askedExportList, 'exports/', { signal }),
  // Polled while something is in progress, without a loading indicator.
  refetchInterval: ({ state }) =>
    state.data?.results.some(({ status }) => isExportUnderWay(status)) ? followEvery : false,
  // An export may have just been requested on another page.
  staleTime: 0,
  meta: { quiet: true },
})
export const deleteExport = (id: number): Promise<void> => remove(`exports/${id}/`)

export const botQueryOptions = queryOptions({
  queryKey: ['telegram'],
  queryFn: get(botState, 'telegram/'),
  // Changed by the user in Telegram.
  staleTime: 0,
  meta: { quiet: true },
})
/** A new code revokes the previous one. */
export const askForCode = (): Promise<BotCode> => request(botCode, 'telegram/code/', { method: 'POST', body: {} })
export const unlinkChat = (): Promise<void> => remove('telegram/')
