import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Article } from '#shared/api/directories.ts'
import { maxListRows } from '#shared/api/today.ts'
import { codices } from '#shared/domain/codex.ts'
import { showDayMonth } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { changeFavouritesInBulk } from '../api/favourites.ts'
import { createSet, refreshSetLists } from '../api/sets.ts'
import { findListed } from '../api/today.ts'
import { useAct } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

/** The three ways to start, and how they parse input; people: `following.ts`. */
export const exampleArticles = ['20.2 КоАП', '20.3.3 КоАП', '318 УК'] as const

const oneArticle =
  /^(?:ст\.?\s*)?(\d+(?:[.-]\d+)*)(?:\s*(?:ч\.?|част(?:ь|и|ям))\s*(\d+(?:\.\d+)*(?:\s*(?:,|и)\s*\d+(?:\.\d+)*)*))?\s*(коап|ук)?(?:\s*рф)?$/iu
export const isArticleNumber = (text: string): boolean => oneArticle.test(text.trim())

/**
 * «20.2 ч. 5, 6», «318 УК», «ст. 19.3»: an article with all its parts, unless some are named. Undefined when it does
 * not exist.
 */
export function articlesTyped(text: string, articles: readonly Article[]): WireRecord | undefined {
  const [, number, listed, said] = oneArticle.exec(text.trim()) ?? []
  const parts = listed?.split(/\s*(?:,|и)\s*/u)
  const wanted = said && codices.find(({ label }) => label.toLowerCase() === said.toLowerCase())?.codex
  const named = articles.filter(
    one => one.article_number === number && (parts?.includes(one.part) ?? true) && (!wanted || one.codex === wanted),
  )
  const codex = named.find(one => one.codex === 'koap')?.codex ?? named[0]?.codex
  const type = codices.find(one => one.codex === codex)?.value
  const meant = named.filter(one => one.codex === codex)
  // An unknown part must not be ignored silently.
  if (type === undefined || parts?.some(part => meant.every(one => one.part !== part))) return undefined
  return { type, codex_articles: meant.map(({ id }) => String(id)) }
}

type ListRow = { case: string; court: string }
const isLink = (line: string): boolean => /^\s*"?https?:\/\//i.test(line)
/** Separated by semicolons, tabs and commas; a quoted text is one cell, and so is a link. */
const cellsOf = (line: string): string[] =>
  (line.match(isLink(line) ? /[^;\t]+/g : /(?:"(?:[^"]|"")*"|[^;,\t"])+/g) ?? []).map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  )
const isCase = (cell: string): boolean => /\d\/\d|\/cases\/|^https?:|^\d{2}[a-z]{2}\d{4}-/i.test(cell)
/** «5-2104/2026 Перовский районный суд»: number and court in one cell. */
const withCourt = /^(\P{L}*\d\S*(?:\s+[^\p{L}\s]\S*)*)\s+(\p{L}{3}.*)$/u
/** Rows of pasted text or CSV: a case, and a court where a number needs one. Headings are skipped. */
export const rowsOfList = (text: string): ListRow[] =>
  text
    .split(/\r?\n/)
    .map(cellsOf)
    .flatMap(cells => {
      const sure = cells.findIndex(isCase)
      const at = sure < 0 ? cells.findIndex(cell => /\d/.test(cell)) : sure
      if (at < 0) return []
      const said = cells[at] ?? ''
      const [, number, court] = isLink(said) ? [] : (withCourt.exec(said) ?? [])
      const after = cells.slice(at + 1)
      const named = after.find(cell => /(?:^|\s)суд|р\/с/i.test(cell)) ?? after.find(cell => /\p{L}{3}/u.test(cell))
      return [{ case: number ?? said, court: court ?? named ?? '' }]
    })

/** Why nothing can be looked for. */
export const refusalOfList = (text: string): string | undefined => {
  const { length } = rowsOfList(text)
  if (length === 0) return 'В списке нет ни одного номера, УИД или ссылки.'
  return length > maxListRows ? `Больше ${maxListRows} строк: разделите список.` : undefined
}

type Unfound = { line: string; why: string }
type Loaded = { found: number; set: string | undefined; unfound: Unfound[] }

/** Found cases become favourites in a new set; without any, nothing is created. */
export const useLoadedList = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useAct(async (text: string): Promise<Loaded> => {
    const rows = rowsOfList(text)
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
      const title = `Список от ${showDayMonth(today())}, ${counted(ids.length, caseForms)}`
      const set = await createSet(title, { cases: ids })
      await changeFavouritesInBulk(client, { add: ids })
      await refreshSetLists(client)
      made = String(set.id)
      const rest = unfound.length === 0 ? '' : ` Не найдено строк: ${unfound.length}.`
      showToast(`В подборке «${set.title}» ${counted(ids.length, caseForms)}.${rest}`)
      if (unfound.length === 0) await navigate({ to: '/favorites', search: { set: made } })
    }
    return { found: ids.length, set: made, unfound }
  })
}
