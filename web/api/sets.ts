import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { detailError } from '#shared/api/lists.ts'
import {
  fullSet,
  invitationList,
  invitedTo,
  itemsAdded,
  itemsChanged,
  itemsRemoved,
  newInvitation,
  setChange,
  setItemList,
  setNeighbours,
  setRequest,
  type WorkingSet,
  workingSet,
  workingSetList,
} from '#shared/api/sets.ts'
import type { GivenRole, ItemStatus } from '#shared/domain/sets.ts'
import { get, invalidateKeys, request, requestSentence, validated } from './client.ts'

/** Calls about working sets (decision 0102). */
export const setsQueryOptions = queryOptions({
  queryKey: ['sets', 'all'],
  queryFn: get(workingSetList, 'sets/'),
  meta: { quiet: true },
})
/** Others of the team, or another tab, change a set: it is asked for again by who returns to it. */
const refetchOnWindowFocus = 'always'
export const setQueryOptions = (id: number) =>
  queryOptions({ queryKey: ['sets', id], queryFn: get(fullSet, `sets/${id}/`), refetchOnWindowFocus })
export const setItemsQueryOptions = (id: number, cases: readonly number[]) =>
  queryOptions({
    queryKey: ['sets', id, 'items', cases],
    queryFn: get(setItemList, `sets/${id}/items/`, {
      case: cases.map(String),
      size: String(Math.max(cases.length, 1)),
    }),
    enabled: cases.length > 0,
    refetchOnWindowFocus,
    meta: { quiet: true },
  })
/** Without a case: from where its reader stopped. */
export const queueQueryOptions = (id: number, one: number | undefined, narrowing: { status?: string; mine?: string }) =>
  queryOptions({
    queryKey: ['sets', id, 'queue', one, narrowing],
    queryFn: get(setNeighbours, `sets/${id}/queue/`, { ...(one !== undefined && { case: String(one) }), ...narrowing }),
    meta: { quiet: true },
  })

export const refreshSets = (client: QueryClient): Promise<unknown> => invalidateKeys(client, [['sets']])
export const refreshSetLists = (client: QueryClient): Promise<unknown> =>
  invalidateKeys(client, [['sets'], ['cases'], ['case'], ['case-facets'], ['defendants']])

type Gathered = Pick<z.input<typeof setRequest>, 'cases' | 'get_params'>
export const createSet = (title: string, gathered: Gathered = {}): Promise<WorkingSet> =>
  request(workingSet, 'sets/', { method: 'POST', body: { ...validated(setRequest, { title }), ...gathered } })
export const renameSet = (id: number, title: string) =>
  request(fullSet, `sets/${id}/`, { method: 'PATCH', body: validated(setChange, { title }) })
type ColumnChanges = Pick<z.input<typeof setChange>, 'columns' | 'dropped_columns' | 'restored_columns'>
export const changeColumns = (id: number, change: ColumnChanges) =>
  request(fullSet, `sets/${id}/`, { method: 'PATCH', body: validated(setChange, change) })
export const deleteSet = (id: number): Promise<string> => requestSentence(`sets/${id}/`, { method: 'DELETE' })
export const restoreSet = (id: number): Promise<WorkingSet> =>
  request(workingSet, `sets/${id}/restore/`, { method: 'POST' })

export const addToSet = (id: number, gathered: Gathered) =>
  request(itemsAdded, `sets/${id}/items/`, { method: 'POST', body: gathered })
/** `version`: cases changed after it stay. */
export const removeItems = (id: number, cases: readonly number[], version?: number) =>
  request(itemsRemoved, `sets/${id}/items/remove/`, { method: 'POST', body: { cases, version } })
export const restoreItems = (id: number, cases: readonly number[]): Promise<WorkingSet> =>
  request(workingSet, `sets/${id}/items/restore/`, { method: 'POST', body: { cases } })

/** A change of an item; `assignee: null` clears it. */
export type ItemChanges = {
  version?: number
  status?: ItemStatus
  assignee?: number | null
  note?: string
  columns?: Readonly<Record<string, string>>
  labels?: readonly string[]
  add_labels?: readonly string[]
  remove_labels?: readonly string[]
}
export type ItemsChanged = z.infer<typeof itemsChanged>
export const changeCases = (id: number, cases: readonly number[], change: ItemChanges): Promise<ItemsChanged> =>
  request(itemsChanged, `sets/${id}/items/`, { method: 'PATCH', body: { cases, change } })
/** A change per case; `undo` of the answer reverses it. */
export const changeItems = (id: number, items: readonly ({ case_id: number } & ItemChanges)[] | ItemsChanged['undo']) =>
  request(itemsChanged, `sets/${id}/items/`, { method: 'PATCH', body: { items } })
export const rememberPlace = (id: number, case_id: number) =>
  request(detailError, `sets/${id}/place/`, { method: 'PUT', body: { case_id }, isAct: false })

export const changeRole = (id: number, account: number, role: GivenRole) =>
  request(fullSet, `sets/${id}/members/${account}/`, { method: 'PATCH', body: { role } })
export const removeMember = (id: number, account: number): Promise<string> =>
  requestSentence(`sets/${id}/members/${account}/`, { method: 'DELETE' })
export const invitationsQueryOptions = (id: number) =>
  queryOptions({ queryKey: ['sets', id, 'invitations'], queryFn: get(invitationList, `sets/${id}/invitations/`) })
export const invite = (id: number, role: GivenRole) =>
  request(newInvitation, `sets/${id}/invitations/`, { method: 'POST', body: { role } })
export const revokeInvitation = (id: number, invitation: number): Promise<string> =>
  requestSentence(`sets/${id}/invitations/${invitation}/`, { method: 'DELETE' })
/** The secret is in the body, so that no log of addresses contains it. */
export const previewInvitation = (token: string) =>
  request(invitedTo, 'sets/invitations/look/', { method: 'POST', body: { token } })
export const acceptInvitation = (token: string): Promise<WorkingSet> =>
  request(workingSet, 'sets/invitations/accept/', { method: 'POST', body: { token } })
