import { useNavigate, useRouter } from '@tanstack/react-router'
import { longestCompared } from '#shared/api/pivot.ts'
import { type Codex, codices } from '#shared/domain/codex.ts'
import { withAdded } from '#shared/filters/added.ts'
import { caseListFields, defendantFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { readLenient, toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import type { Reading } from '#shared/questions/reading.ts'
import {
  type CaseValues,
  type LooseRecord,
  listFrom,
  readCaseSearch,
  withoutUnsaid,
  withSearchChange,
  writeCaseSearch,
} from '../filters/case-search.ts'
import { activatePreset } from '../filters/presets/active-preset.ts'
import { rememberFound } from '../filters/recent-choices.ts'
import { rememberNames } from '../filters/remembered.ts'
import type { FoundRow, Target } from './suggestion-rows.ts'

/** Views of one selection of cases: a choice there narrows the selection. */
const views: readonly string[] = ['/', '/favorites', '/stats', '/data']
const figures: readonly string[] = ['/stats', '/data']

const chosenBeside = (present: CaseValues, added: WireRecord, codex?: Codex): CaseValues => {
  const { type, ...others } = listValues(withAdded(present, readLenient(caseListFields, added)))
  // Articles of the other codex would leave no cases.
  const isOfOther = codex && type !== codices.find(one => one.codex === codex)?.value
  return isOfOther || type === undefined ? others : { ...others, type }
}

type Place = { to: string; search: LooseRecord }
/**
 * The current filters that a choice on this page is added to, in the form of `GET /search/`; undefined when there are
 * none.
 */
const presentFilters = (from: Place): string | undefined => {
  if (!views.includes(from.to)) return undefined
  const { values } = readCaseSearch(from.search)
  const query = toQuery(
    writeValues(caseListFields, from.to === '/favorites' ? { ...values, in_favorites: true } : values),
  )
  return query === '' || query.length > longestCompared ? undefined : query
}
/** `from`: the current page. Outside the views of cases, the list opens with only these filters. */
const targetPlace = (target: Exclude<Target, { act: () => void }>, from: Place): { to: string; search: WireRecord } => {
  if ('to' in target) return { to: target.to, search: target.search ?? {} }
  if ('presetId' in target)
    return { to: '/', search: writeCaseSearch(listFrom(readLenient(caseListFields, target.filters))) }
  if (!views.includes(from.to))
    return { to: '/', search: writeCaseSearch(listFrom(readLenient(caseListFields, target.adds))) }
  const search = readCaseSearch(from.search)
  const next = writeCaseSearch(
    withSearchChange(search, { values: chosenBeside(search.values, target.adds, target.codex) }),
  )
  return { to: from.to, search: figures.includes(from.to) ? withoutUnsaid(next, from.search) : next }
}
export const listValues = (values: AnyValues): CaseValues =>
  readLenient(caseListFields, writeValues(caseListFields, values))
/** The view that a question asks for, with only its own filters. */
export const questionTarget = ({ values, view }: Pick<Reading, 'values' | 'view'>): Target => {
  const search = writeCaseSearch(listFrom(listValues(values)))
  switch (view.kind) {
    case 'list':
      return { to: '/', search }
    case 'charts':
      return { to: '/stats', search }
    case 'people':
      return { to: '/defendants', search: writeValues(defendantFields, values) }
    case 'table':
      return {
        to: '/data',
        search: {
          ...search,
          rows: view.rows,
          ...(view.columns && { columns: view.columns }),
          ...(view.metrics && { metrics: [...view.metrics] }),
        },
      }
  }
}

/** Navigates to a choice and remembers it. `hrefOf`: its address, if it has one. */
export const useChoosing = () => {
  const router = useRouter()
  const navigate = useNavigate()
  const here = (): Place => ({ to: router.state.location.pathname, search: router.state.location.search })
  const hrefOf = (target: Target): string | undefined =>
    'act' in target ? undefined : router.buildLocation(targetPlace(target, here())).href
  const choose = (row: Pick<FoundRow, 'id' | 'lead' | 'title' | 'target'>): void => {
    const { target } = row
    if ('act' in target) {
      target.act()
      return
    }
    if ('names' in target && target.names) rememberNames(target.names)
    if ('presetId' in target) activatePreset({ id: target.presetId, title: target.title, get_params: target.filters })
    const words = [row.lead, row.title].filter(Boolean).join(' ')
    // Pages of the menu and sets are always listed; «показать все» has no meaning of its own.
    if (words !== '' && !('presetId' in target) && !/^page-|-all$/.test(row.id))
      rememberFound({ id: row.id, title: words, target })
    void navigate(targetPlace(target, here()))
  }
  return { choose, hrefOf, within: presentFilters(here()) }
}
