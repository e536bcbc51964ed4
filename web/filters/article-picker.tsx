import { useQuery } from '@tanstack/react-query'
import { articlesQueryOptions } from '../api/directories.ts'
import { Picker, type PickerOption } from '../ui/picker.tsx'
import { type ArticleGroup, groupArticles, summariseArticles, withMembers } from './articles.ts'
import type { CaseValues } from './case-search.ts'
import { rememberChoice } from './recent-choices.ts'
import { useSuggestions } from './suggestions.ts'

/** How many fit into the bar; the tags below list all. */
const roomFor = 2

type Props = {
  id: string
  typed: string
  onTyped: (typed: string) => void
  entered: boolean
  values: CaseValues
  onChange: (ids: readonly number[]) => void
}
export const ArticlePicker = ({ id, typed, onTyped, entered, values, onChange }: Props) => {
  const ids = values.codex_articles ?? []
  const { data } = useQuery(articlesQueryOptions())
  const groups = groupArticles(data?.results ?? [])
  const chosen = data ? summariseArticles(ids, groups, values.type === undefined) : []
  const shown = chosen.length > roomFor ? chosen.slice(-(roomFor - 1)) : chosen
  const { options, note } = useSuggestions('articles', typed, values)
  return (
    <Picker
      id={id}
      oneLine
      autoFocus={entered}
      picked={shown.map(({ key, name }) => ({ value: key, label: name }))}
      more={chosen.length - shown.length}
      options={articleOptions(options, groups)}
      typed={typed}
      onTyped={onTyped}
      placeholder={chosen.length > 0 ? 'ещё статья' : 'номер или слово'}
      note={note}
      onPick={({ value }) => {
        const group = groups.find(candidate => candidate.id === value)
        const lately = group ?? groups.find(({ members }) => members.some(({ id }) => String(id) === value))
        if (lately) rememberChoice('articles', { value: lately.id, label: lately.name, hint: lately.title })
        onChange(withMembers(ids, group?.members ?? [{ id: Number(value) }], true))
      }}
      onRemove={item => {
        const gone = chosen.find(({ key }) => key === item.value)?.ids ?? []
        onChange(ids.filter(candidate => !gone.includes(candidate)))
      }}
    />
  )
}

/**
 * Inserts «20.2 (вся)» before the first found part of 20.2, when several parts are known. A common title is shown once;
 * cases without a named part are labelled as such.
 */
export const articleOptions = (found: readonly PickerOption[], groups: readonly ArticleGroup[]): PickerOption[] => {
  const offered = new Set<string>()
  return found.flatMap(option => {
    const group = groups.find(({ members }) => members.some(({ id }) => String(id) === option.value))
    if (!group || group.members.length < 2) return [option]
    const hint = option.label === group.article_number ? 'часть не указана' : option.hint
    const part = { ...option, hint: hint === group.title ? undefined : hint }
    if (offered.has(group.id)) return [part]
    offered.add(group.id)
    return [{ value: group.id, label: group.name, hint: group.title }, part]
  })
}
