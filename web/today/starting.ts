import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Article } from '#shared/api/directories.ts'
import { maxListRows } from '#shared/api/today.ts'
import { codices } from '#shared/domain/codex.ts'
import { showDayMonth } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { ApiError } from '../api/client.ts'
import { defendantListQueryOptions } from '../api/defendants.ts'
import { createFolder, placeCases } from '../api/favourites.ts'
import { createSubscription, refreshSubscriptions, type WatchedTarget } from '../api/subscriptions.ts'
import { findListed, refreshToday } from '../api/today.ts'
import { useAct } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

/** What the three beginnings do, and how they read what is typed. */
const peopleForms = ['лицо', 'лица', 'лиц'] as const

/** One person is followed; of several the reader chooses; nobody yet: the name is. */
export const useFollowing = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const follow = async (watched: WatchedTarget): Promise<void> => {
    await createSubscription(watched, {}).catch((error: unknown) => {
      // There is one already.
      if (!(error instanceof ApiError && error.status === 400 && /уже есть/.test(JSON.stringify(error.fields))))
        throw error
    })
    await Promise.all([refreshSubscriptions(client), refreshToday(client)])
  }
  return useAct(async (name: string): Promise<void> => {
    const { count, results } = await client.fetchQuery(defendantListQueryOptions({ defendants: name, size: '2' }))
    const [only] = results
    if (count > 1) {
      showToast(`Нашли ${counted(count, peopleForms)}: откройте нужное и нажмите «Следить».`)
      await navigate({ to: '/defendants', search: { defendants: name } })
    } else if (only) {
      await follow({ person: only.id })
      showToast(`Следим за лицом: ${only.name}. Новое появится на странице «Сегодня».`)
      await navigate({ to: '/defendants/$id', params: { id: String(only.id) } })
    } else {
      await follow({ get_params: { defendant: name } })
      showToast('Дел с таким именем пока нет. Сообщим, когда появятся: подписка создана.')
      await navigate({ to: '/subscriptions' })
    }
  })
}

export const exampleArticles = ['20.2 КоАП', '20.3.3 КоАП', '318 УК'] as const

/** «20.2 ч. 5», «318 УК», «ст. 19.3»: an article with all its parts, unless one is named. Undefined: there is none. */
export function articlesTyped(text: string, articles: readonly Article[]): WireRecord | undefined {
  const [, number, part, said] =
    /^(?:ст\.?\s*)?(\d+(?:\.\d+)*)(?:\s*(?:ч\.?|часть)\s*(\d+(?:\.\d+)*))?\s*(коап|ук)?(?:\s*рф)?$/iu.exec(
      text.trim(),
    ) ?? []
  const wanted = said && codices.find(({ label }) => label.toLowerCase() === said.toLowerCase())?.codex
  const named = articles.filter(
    one =>
      one.article_number === number && (part === undefined || one.part === part) && (!wanted || one.codex === wanted),
  )
  const codex = named.find(one => one.codex === 'koap')?.codex ?? named[0]?.codex
  const type = codices.find(one => one.codex === codex)?.value
  if (type === undefined) return undefined
  return { type, codex_articles: named.filter(one => one.codex === codex).map(({ id }) => String(id)) }
}

type ListRow = { case: string; court: string }
/** Lines of a paste or of a CSV: a case, and its court where a number needs one. Heads of columns are no cases. */
export const rowsOfList = (text: string): ListRow[] =>
  text
    .split(/\r?\n/)
    .map(line => line.split(/[;\t]/).map(cell => cell.trim().replace(/^"(.*)"$/s, '$1')))
    .flatMap(cells => {
      const at = cells.findIndex(cell => /\d/.test(cell))
      return at < 0
        ? []
        : [{ case: cells[at] ?? '', court: cells.slice(at + 1).find(cell => /\p{L}{3}/u.test(cell)) ?? '' }]
    })

export type Unfound = { line: string; why: string }
type Loaded = { found: number; folder: string | undefined; unfound: Unfound[] }

/** What was found lies in a new folder of favourites; nothing is made where nothing was. */
export const useLoadedList = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useAct(async (text: string): Promise<Loaded> => {
    const rows = rowsOfList(text)
    if (rows.length === 0) throw new ApiError(400, 'В списке нет ни одного номера, УИД или ссылки.')
    if (rows.length > maxListRows) throw new ApiError(400, `Больше ${maxListRows} строк: разделите список.`)
    const { results } = await findListed(rows)
    const ids = [...new Set(results.flatMap(one => one.case?.id ?? []))]
    const unfound = results.flatMap((one, n) =>
      one.case === null
        ? [
            {
              line: Object.values(rows[n] ?? {})
                .filter(Boolean)
                .join(', '),
              why: one.why ?? '',
            },
          ]
        : [],
    )
    let made: string | undefined
    if (ids.length > 0) {
      const folder = await createFolder(client, `Список от ${showDayMonth(today())}, ${counted(ids.length, caseForms)}`)
      await placeCases(
        client,
        ids.map(id => ({ id, place: folder })),
      )
      made = String(folder.id)
      const rest = unfound.length === 0 ? '' : ` Не найдено строк: ${unfound.length}.`
      showToast(`В папке «${folder.title}» ${counted(ids.length, caseForms)}.${rest}`)
      if (unfound.length === 0) await navigate({ to: '/favorites', search: { favorite_folder: made } })
    }
    return { found: ids.length, folder: made, unfound }
  })
}
