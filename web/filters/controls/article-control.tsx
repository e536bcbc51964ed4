import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { codexTitle } from '#shared/domain/codex.ts'
import { plural } from '#shared/domain/wording.ts'
import { articlesQueryOptions } from '../../api/directories.ts'
import { caseFacetsQueryOptions } from '../../api/facets.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type ArticleGroup, chosenCodex, groupArticles } from '../articles.ts'
import { type ControlProps, undefinedIfEmpty } from '../control.ts'
import { recentChoices, rememberChoice } from '../recent-choices.ts'
import { holds } from '../suggestions.ts'
import styles from './controls.module.css'
import { OptionGroup } from './option-row.tsx'
import { OptionTree, type TreeGroup } from './option-tree.tsx'

/**
 * A tree (§4): chosen and recent articles, those with cases, the others. The order is fixed while the user is choosing.
 */
const shownAtOnce = 12
const shownMore = 60

export const ArticleControl = ({
  field,
  value = [],
  excluded = [],
  set,
  values,
  counts,
}: ControlProps<'reference'>) => {
  const { data, isError, isPending } = useQuery(articlesQueryOptions())
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const all = useMemo(() => groupArticles(data?.results ?? []), [data])
  const [lately] = useState(() => recentChoices('articles').map(choice => choice.value))
  const [touchedFirst] = useState(() => new Set([...value, ...excluded]))
  const used = useUsedArticles(counts !== undefined)
  const isTouched = ({ members }: ArticleGroup) => members.some(({ id }) => value.includes(id) || excluded.includes(id))
  const codex = chosenCodex(values)
  // Chosen articles of the other codex stay visible.
  const found = all.filter(
    group => (codex === undefined || group.codex === codex || isTouched(group)) && isFound(group, typed),
  )
  const rank = (group: ArticleGroup): number =>
    group.members.some(({ id }) => touchedFirst.has(id))
      ? 0
      : lately.includes(group.id)
        ? 1
        : group.members.some(({ id }) => used.ids?.has(id) ?? true)
          ? 2
          : 3
  const ordered = typed === '' ? found.toSorted((a, b) => rank(a) - rank(b)) : found
  const isWaiting = isPending || used.isPending
  const shown = isWaiting ? [] : ordered.slice(0, limit)
  const hidden = ordered.length - shown.length

  const groups = shown.map(({ id, name, article_number, title, members, ...group }): TreeGroup => {
    const named = `${name}${codex === undefined ? ` ${codexTitle(group.codex)}` : ''}`
    return {
      id,
      name: named,
      label: (
        <>
          <b className="strong">{named}</b> <span className="quiet small">{title}</span>
        </>
      ),
      partsLabel: `Части статьи ${article_number}`,
      count: counts?.ofGroup(`${group.codex} ${article_number}`),
      members: members.map(member => ({
        id: member.id,
        name: member.name,
        label: <span title={member.title}>{member.part ? `ч.\u00a0${member.part}` : 'без части'}</span>,
        count: counts?.of(member.id),
      })),
    }
  })
  return (
    <OptionGroup
      label={field.label}
      isSet={value.length + excluded.length > 0}
      onClear={() => set(undefined, undefined)}
      search={{
        label: 'Найти статью',
        placeholder: 'Номер или слово: 20.2, митинг, неповиновение',
        typed,
        onTyped: text => {
          setTyped(text)
          setLimit(shownAtOnce)
        },
      }}
    >
      {isWaiting && <p className={`quiet small ${styles.note}`}>Загрузка…</p>}
      {isError && (
        <p className={`quiet small ${styles.note}`}>Статьи не загрузились. Закройте окно и откройте ещё раз.</p>
      )}
      <OptionTree
        groups={groups}
        value={value}
        excluded={excluded}
        set={(next, turned) => {
          const added = [...next, ...turned].find(id => !value.includes(id) && !excluded.includes(id))
          const group = all.find(({ members }) => members.some(({ id }) => id === added))
          if (group) rememberChoice('articles', { value: group.id, label: group.name, hint: group.title })
          set(undefinedIfEmpty(next), undefinedIfEmpty(turned))
        }}
        counts={counts}
        columns={2}
      />
      {data && found.length === 0 && <p className={`quiet small ${styles.note}`}>Такой статьи нет</p>}
      {hidden > 0 && !isWaiting && (
        <button type="button" className={`${buttonClass('link')} small`} onClick={() => setLimit(limit + shownMore)}>
          Ещё {hidden} {plural(hidden, ['статья', 'статьи', 'статей'])}
        </button>
      )}
    </OptionGroup>
  )
}

/** Articles with cases under no filters, requested once. If unknown, all are treated alike. */
const useUsedArticles = (isOn: boolean): { ids: ReadonlySet<number> | undefined; isPending: boolean } => {
  const { data, isLoading } = useQuery({
    ...caseFacetsQueryOptions({}, ['codex_articles']),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isOn,
  })
  const found = data?.facets.codex_articles
  const ids = useMemo(() => found && new Set(found.map(({ value }) => Number(value))), [found])
  return { ids: ids ?? undefined, isPending: isLoading }
}

const isFound = ({ article_number, title, members }: ArticleGroup, typed: string): boolean => {
  const text = typed.trim()
  if (text === '') return true
  const number = text.replace(/^ст\.?\s*/i, '').split(/\s/, 1)[0] ?? ''
  return /^\d/.test(number)
    ? article_number.startsWith(number)
    : holds(title, text) || members.some(member => holds(member.title, text))
}
