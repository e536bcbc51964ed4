import type { Chip } from '#shared/filters/describe.ts'
import { Icon } from '../ui/icon.tsx'
import { Tag, TagAct } from '../ui/tag.tsx'
import { say } from '../ui/toasts.tsx'
import styles from './tag-strip.module.css'

/** What is chosen, a removable tag each, and a link to it; «Нет фильтров» when nothing is (§2). */
export const TagStrip = ({ chips, onRemove }: { chips: readonly Chip[]; onRemove: (name: string) => void }) => (
  <ul className={styles.tags} aria-label="Выбранные фильтры">
    {chips.length === 0 && <li className="quiet">Нет фильтров</li>}
    {chips.map(chip => (
      <li key={chip.name}>
        <Tag
          name={chip.label}
          value={chip.text}
          title={chip.text}
          not={chip.not}
          removeLabel={`Убрать: ${chip.label}, ${chip.text}`}
          onRemove={() => onRemove(chip.name)}
        />
      </li>
    ))}
    <li>
      <TagAct onClick={() => void copyAddress()}>
        <Icon name="link" size={14} />
        Скопировать ссылку
      </TagAct>
    </li>
  </ul>
)

const copyAddress = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(window.location.href)
    say(`Ссылка скопирована: ${window.location.href}`)
  } catch {
    say('Браузер не дал скопировать ссылку: скопируйте её из адресной строки.', { bad: true })
  }
}
