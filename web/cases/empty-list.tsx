import { useQueries } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/api/session.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { type CaseCount, caseCountQueryOptions } from '../api/cases.ts'
import { type CaseSearch, caseApiQuery, withoutFilter } from '../filters/case-search.ts'
import type { FilterTag } from '../filters/chips.ts'
import { closedWords, NoRegions } from '../filters/closed-regions.tsx'
import { asksClosed, seesNothing } from '../filters/list-fields.ts'
import { StillLoading } from '../filters/still-loading.tsx'
import { useDemoLoading } from '../filters/total.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import frame from '../ui/list-page.module.css'
import styles from './empty-list.module.css'

/** Each filter costs a count; above this many, «Сбросить» is the better advice. */
const mostWays = 8

type Props = {
  user: CurrentUser
  chips: readonly FilterTag[]
  search: CaseSearch
  onlyFavourites: boolean
  onRemove: (name: string) => void
  onClear: () => void
}
export const EmptyList = ({ user, chips, search, onlyFavourites, onRemove, onClear }: Props) => {
  const tried = chips.slice(0, mostWays)
  const counts = useQueries({
    queries: tried.map(chip => caseCountQueryOptions(caseApiQuery(without(search, chip.name), { onlyFavourites }))),
  })
  const loading = useDemoLoading()
  if (seesNothing(user)) return <NoRegions />
  if (loading && !onlyFavourites) return <StillLoading {...loading} />
  // A lone filter is not what hides cases where there are none without it: an empty list opens with its codex chosen.
  const isAnything = chips.length > 1 || counts[0]?.data !== 0
  if (chips.length === 0 || !isAnything)
    return (
      <section className={frame.message}>
        <h2>{onlyFavourites ? 'В избранном пока пусто' : 'Дел пока нет'}</h2>
        <p>
          {onlyFavourites
            ? 'Нажмите звезду у дела, и оно появится здесь.'
            : 'В базу ещё ничего не загружено, или в регионах, которые вам открыты, дел нет.'}
        </p>
      </section>
    )
  if (chips.length === 1 && chips[0]?.key === 'set' && !chips[0].not)
    return (
      <section className={frame.message}>
        <h2>
          {chips[0].named ? `В этой подборке ${onlyFavourites ? 'нет избранных дел' : 'пусто'}` : 'Такой подборки нет'}
        </h2>
        <p>
          {chips[0].named
            ? 'Отметьте дела в списке и нажмите «В\u00a0подборку».'
            : 'Её удалили, или вас в ней нет: попросите владельца открыть её вам.'}
        </p>
      </section>
    )
  const ways = tried
    .map((chip, at) => ({ chip, count: manyOr(counts[at]?.data) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const isClosed = asksClosed(user, search.values)
  const asking = counts.some(({ isPending }) => isPending)
  return (
    <section className={frame.message} aria-busy={asking}>
      <h2>{isClosed ? 'Регион вам не открыт' : 'Под эти фильтры дел нет'}</h2>
      <p>{isClosed ? closedWords : why(chips.length, asking, ways.length)}</p>
      <Button onClick={onClear}>Сбросить фильтры</Button>
      {!asking && ways.length > 0 && (
        <>
          <h3 className={`h4 ${styles.title}`}>Что можно убрать</h3>
          <ul className={styles.ways}>
            {ways.map(({ chip, count }) => (
              <li key={chip.name}>
                <button type="button" className={buttonClass('link')} onClick={() => onRemove(chip.name)}>
                  Убрать «{chip.label}: {chip.text}»
                </button>
                <span className={styles.count}>{Number.isFinite(count) && counted(count, caseForms)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const why = (filters: number, asking: boolean, ways: number): string =>
  filters === 1
    ? 'Ни одно дело не подходит под выбранный фильтр.'
    : asking || ways > 0
      ? 'Ни одно дело не подходит под все выбранные фильтры сразу.'
      : 'Ни одно дело не подходит под все выбранные фильтры сразу, и одного убрать мало.'

/** Counts too large to compute come first, without a number. */
const manyOr = (count: CaseCount | undefined): number => (count === 'many' ? Number.POSITIVE_INFINITY : (count ?? 0))

const without = (search: CaseSearch, name: string): CaseSearch => ({
  ...search,
  page: 1,
  values: withoutFilter(search.values, name),
})
