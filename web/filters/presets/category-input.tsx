import { useQuery } from '@tanstack/react-query'
import { maxCategoryTitle } from '#shared/domain/limits.ts'
import { presetCategoriesQueryOptions, presetsQueryOptions } from '../../api/saved.ts'
import { SuggestionField } from '../../ui/suggestion-field.tsx'
import { holds } from '../suggestions.ts'

type Props = {
  id: string
  value: string
  onChange: (value: string) => void
  /** The current category of the preset: while unchanged, all others are suggested. */
  current?: string
}
/** The category of a preset: free text with existing ones as suggestions (§5), case-insensitive. */
export const CategoryInput = ({ id, value, onChange, current = '' }: Props) => {
  const categories = useQuery(presetCategoriesQueryOptions).data?.results ?? []
  const presets = useQuery(presetsQueryOptions).data?.results ?? []
  const typed = value.trim()
  const isKnown = categories.some(({ title }) => title.toLowerCase() === typed.toLowerCase())
  return (
    <SuggestionField
      id={id}
      upwards
      listLabel="Категории"
      maxLength={maxCategoryTitle}
      value={value}
      onChange={onChange}
      onPick={onChange}
      suggestions={categories
        .filter(({ title }) => title !== typed && (typed === current || holds(title, typed)))
        .map(({ id: category, title }) => {
          const count = presets.filter(preset => preset.category?.id === category).length
          return { value: title, label: title, ...(count > 0 && { hint: String(count) }) }
        })}
      note={typed !== '' && !isKnown ? `Новая категория «${typed}»` : undefined}
    />
  )
}
