import { Icon } from '../ui/icon.tsx'
import { Tag, TagAct } from '../ui/tag.tsx'
import type { FilterTag } from './chips.ts'
import styles from './tag-strip.module.css'

type TagStripProps = {
  chips: readonly FilterTag[]
  preset: string | undefined
  onRemove: (name: string) => void
  onEdit: (key: string) => void
  onLeavePreset: () => void
  onEditInWords?: (() => void) | undefined
  onCopyLink: () => void
  copying: boolean
}
/** The current selection: its preset, a tag per filter, and a link; «Нет фильтров» when empty (§2). */
export const TagStrip = ({
  chips,
  preset,
  onRemove,
  onEdit,
  onLeavePreset,
  onEditInWords,
  onCopyLink,
  copying,
}: TagStripProps) => (
  <ul className={styles.tags} aria-label="Выбранные фильтры">
    {preset !== undefined && (
      <li>
        <Tag
          soft
          name="Набор"
          value={preset}
          title="Крестик оставит фильтры, но набор перестанет быть активным"
          removeLabel={`Убрать: Набор, ${preset}`}
          onRemove={onLeavePreset}
        />
      </li>
    )}
    {chips.length === 0 && <li className="quiet">Нет фильтров</li>}
    <FilterTags chips={chips} onEdit={onEdit} onRemove={onRemove} />
    {chips.length > 0 && onEditInWords && (
      <li>
        <TagAct onClick={onEditInWords}>Изменить словами</TagAct>
      </li>
    )}
    <li>
      <TagAct disabled={copying} onClick={onCopyLink}>
        <Icon name="link" size={14} />
        Скопировать ссылку
      </TagAct>
    </li>
  </ul>
)

type Props = {
  chips: readonly FilterTag[]
  /** `key`: the field at which the panel opens. */
  onEdit: (key: string) => void
  onRemove: (name: string) => void
}
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
