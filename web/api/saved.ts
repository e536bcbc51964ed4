import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type Preset,
  preset,
  presetCategoryList,
  presetChange,
  presetList,
  presetRequest,
  type SavedLink,
  savedLink,
} from '#shared/api/saved.ts'
import { toStored, toWire } from '#shared/filters/stored-params.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get, remove, request, validated } from './client.ts'

export const presetsQueryOptions = queryOptions({
  queryKey: ['saved', 'presets'],
  queryFn: get(presetList, 'presets/'),
})
export const presetCategoriesQueryOptions = queryOptions({
  queryKey: ['saved', 'categories'],
  queryFn: get(presetCategoryList, 'presetcategories/'),
})
export const refreshPresets = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['saved'] })

export const savedFilters = ({ get_params }: Pick<Preset, 'get_params'>): WireRecord => toWire(get_params)

/** `get_params` in wire form: page, ordering and size are dropped here (§5), the rest is validated by the server. */
type NewPreset = Omit<z.input<typeof presetRequest>, 'get_params'> & { get_params: WireRecord }
export const createPreset = async ({ get_params, ...values }: NewPreset): Promise<Preset> => {
  const body = validated(presetRequest, { ...values, get_params: toStored(get_params) })
  return request(preset, 'presets/', { method: 'POST', body })
}
export const changePreset = async (id: number, change: z.input<typeof presetChange>): Promise<Preset> => {
  const body = validated(presetChange, change)
  return request(preset, `presets/${id}/`, { method: 'PATCH', body })
}
export const deletePreset = (id: number): Promise<void> => remove(`presets/${id}/`)
export const restorePreset = (id: number): Promise<Preset> =>
  request(preset, `presets/${id}/restore/`, { method: 'POST' })

/** Equal filters give the same link. */
export const createLink = (filters: WireRecord): Promise<SavedLink> =>
  request(savedLink, 'links/', { method: 'POST', body: { get_params: toStored(filters) } })
/** Links are immutable; an unknown one is an `ApiError` with status 404. */
export const linkQueryOptions = (id: string) =>
  queryOptions({ queryKey: ['link', id], queryFn: get(savedLink, `links/${encodeURIComponent(id)}/`) })
