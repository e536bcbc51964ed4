import type { SuggestionOf } from '#shared/api/search.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { occurringOf } from '../cases/occurring-values.ts'
import { foldWords } from '../db/spelling.ts'
import type { AccountRights } from '../http/auth.ts'
import { presentPresets, selectPresets } from '../saved/preset-rows.ts'
import { visibleSets } from '../sets/sets.ts'
import { casesBehind } from './counts.ts'
import { bestOf } from './matching.ts'
import { type Asked, approximately, type Suggested } from './places.ts'

/** The account's saved filters and sets; tags, for their editors. */
type OwnAsked = Asked & { account: AccountRights }

export async function suggestPresets({
  on,
  account,
  typed,
  size,
}: OwnAsked): Promise<Suggested<SuggestionOf<'preset'>>> {
  const { shown, count, presets } = await on.within(async db => {
    const rows = await selectPresets(db, account).execute()
    const { best, count } = bestOf(rows, typed, {
      foldedOf: ({ title, category_title }) => foldWords(`${title} ${category_title ?? ''}`),
    })
    const shown = best.slice(0, size)
    const found = shown.map(({ row }) => row)
    return { shown, count, presets: await presentPresets(db, account, found) }
  })
  return {
    items: presets.flatMap(({ id, title, category, get_params, human_readable }, n) => {
      const match = shown[n]?.match
      return match === undefined
        ? []
        : [
            {
              id,
              title,
              filters: toWire(get_params),
              page: null,
              ...approximately(match),
              category: category?.title ?? null,
              human_readable,
            },
          ]
    }),
    more: count > size,
  }
}

/** Working sets, own and shared. */
export async function suggestSets(asked: OwnAsked): Promise<Suggested<SuggestionOf<'set'>>> {
  const { on, account, typed, size } = asked
  const rows = await on.within(db => visibleSets(db, account.id).select(['case_set.id', 'title']).execute())
  const { best, count } = bestOf(rows, typed, { foldedOf: ({ title }) => foldWords(title) })
  const shown = best.slice(0, size)
  const counts = await casesBehind(
    asked,
    shown.map(({ row }) => ({ set: [row.id] })),
  )
  return {
    items: shown.map(({ row: { id, title }, match }, n) => ({
      id,
      title,
      filters: { set: [String(id)] },
      page: `/sets/${id}`,
      ...approximately(match),
      cases_count: counts[n] ?? null,
    })),
    more: count > size,
  }
}

/** An account limited to regions sees only tags of its visible cases. */
export async function suggestTags(asked: Asked): Promise<Suggested<SuggestionOf<'tag'>>> {
  const { on, scope, typed, size } = asked
  const { best, count, told } = await on.within(async db => {
    const rows = await db.selectFrom('tag').select(['id', 'value']).execute()
    const found = bestOf(rows, typed, { foldedOf: ({ value }) => foldWords(value) })
    const ids = found.best.map(({ row }) => row.id)
    return { ...found, told: scope.regions === 'all' ? new Set(ids) : await occurringOf(db, scope, 'tags', ids) }
  })
  const seen = best.filter(({ row }) => told.has(row.id))
  const shown = seen.slice(0, size)
  const counts = await casesBehind(
    asked,
    shown.map(({ row }) => ({ tags: [row.id] })),
  )
  return {
    items: shown.map(({ row: { id, value }, match }, n) => ({
      id,
      title: value,
      filters: { tags: [String(id)] },
      page: null,
      ...approximately(match),
      cases_count: counts[n] ?? null,
    })),
    more: count > best.length || seen.length > size,
  }
}
