import { type FormEvent, type Ref, useEffect, useState } from 'react'
import { maxWordsText } from '#shared/domain/limits.ts'
import { namesInLine } from '#shared/filters/wire-kinds.ts'
import { undefinedIfEmpty } from '../filters/control.ts'
import bar from '../filters/main-filters.module.css'
import { Button, ButtonCount } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './defendant-bar.module.css'

type Props = {
  names: readonly string[]
  onNames: (names: readonly string[] | undefined) => void
  filterCount: number
  onOpenPanel: () => void
  inputRef: Ref<HTMLInputElement>
}
export const DefendantBar = ({ names, onNames, filterCount, onOpenPanel, inputRef }: Props) => {
  const current = names.join(', ')
  const [text, setText] = useState(current)
  // The address may change elsewhere: a removed tag, or the browser's «back».
  useEffect(() => setText(current), [current])
  const apply = () => {
    const typed = namesInLine(text)
    if (typed.join(', ') !== current) onNames(undefinedIfEmpty(typed))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <search className={`screen-only ${bar.bar}`}>
      <form className={`wrap ${bar.inner}`} onSubmit={submit}>
        <TextInput
          ref={inputRef}
          className={styles.names}
          icon="search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxWordsText}
          aria-label="Фамилия и имя; нескольких лиц — через запятую"
          placeholder="Фамилия и имя, нескольких — через запятую"
          value={text}
          onChange={setText}
          onBlur={apply}
          after={
            <kbd className={bar.key} title="Клавиша w ставит курсор сюда">
              w
            </kbd>
          }
        />
        <Button className={styles.open} onClick={onOpenPanel} aria-haspopup="dialog">
          <Icon name="filter" />
          Фильтры
          {filterCount > 0 && <ButtonCount>{filterCount}</ButtonCount>}
        </Button>
      </form>
    </search>
  )
}
