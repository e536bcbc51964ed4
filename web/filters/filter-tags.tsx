import { Tag } from '../ui/tag.tsx'
import type { FilterTag } from './chips.ts'

type Props = {
  chips: readonly FilterTag[]
  /** `key`: the field the panel opens at. */
  onEdit: (key: string) => void
  onRemove: (name: string) => void
}
/** Items of a list: a tag for each filter. */
export const FilterTags = ({ chips, onEdit, onRemove }: Props) =>
  chips.map(({ name, key, label, text, full, not }) => (
    <li key={name}>
      <Tag
        name={label}
        value={text}
        title={full}
        not={not}
        editLabel={`Изменить: ${label}, ${text}`}
        onEdit={() => onEdit(key)}
        removeLabel={`Убрать: ${label}, ${text}`}
        onRemove={() => onRemove(name)}
      />
    </li>
  ))
