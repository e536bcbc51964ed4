import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { maxPresetDescription, maxPresetTitle } from '#shared/domain/limits.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { createPreset, presetsQueryOptions, refreshPresets } from '../../api/saved.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Labelled, TextAreaField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useSentence } from '../list-sentence.tsx'
import { CategoryInput } from './category-input.tsx'
import styles from './save-preset.module.css'

/** Input of the save form; kept by its parent, so that closing loses nothing. No title: not edited yet. */
export type PresetWords = { title?: string; description: string; category: string }

/** Milliseconds within which a repeated identical press is ignored (§9). */
const savePauseMs = 500

/** The disabled button cannot say it (§5). */
export const untitled = 'Заполните это поле.'

const optional = (label: string) => (
  <>
    {label} <span className="faint">необязательно</span>
  </>
)

type Props = {
  fields: Fields
  values: AnyValues
  words: PresetWords
  onWords: (words: PresetWords) => void
  onSaved: (preset: Preset) => void
  onCancel: () => void
}
export const SaveForm = ({ fields, values, words, onWords, onSaved, onCancel }: Props) => {
  const client = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const sentence = useSentence(fields, values, maxPresetTitle)
  // Generated until edited.
  const title = words.title ?? sentence
  const pressed = useRef({ at: -savePauseMs, words })
  useEffect(() => first.current?.focus({ preventScroll: true }), [])

  const save = useMutation({
    mutationFn: () => createPreset({ ...words, title, get_params: writeValues(fields, values) }),
    onSuccess: preset => {
      client.setQueryData(
        presetsQueryOptions.queryKey,
        list => list && { ...list, count: list.count + 1, results: [...list.results, preset] },
      )
      void refreshPresets(client)
      showToast('Фильтры сохранились')
      onSaved(preset)
    },
  })
  const isUntitled = title.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRepeated = event.timeStamp - pressed.current.at < savePauseMs && pressed.current.words === words
    if (isUntitled || save.isPending || isRepeated) return
    pressed.current = { at: event.timeStamp, words }
    save.mutate()
  }
  const put = (change: Partial<PresetWords>) => onWords({ ...words, ...change })
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit}>
      <h3>Сохранить набор фильтров</h3>
      {save.isError && <Alert>{sentenceOf(save.error)}</Alert>}
      <TextField
        label="Название"
        ref={first}
        required
        maxLength={maxPresetTitle}
        error={isUntitled && untitled}
        autoComplete="off"
        value={title}
        onChange={title => put({ title })}
      />
      <TextAreaField
        label={optional('Описание')}
        rows={2}
        maxLength={maxPresetDescription}
        value={words.description}
        onChange={description => put({ description })}
      />
      <Labelled label={optional('Категория')}>
        {id => <CategoryInput id={id} value={words.category} onChange={category => put({ category })} />}
      </Labelled>
      <div className={`acts fill-phone ${styles.acts}`}>
        <Button onClick={onCancel}>Отмена</Button>
        <Button look="main" type="submit" disabled={isUntitled} busy={save.isPending}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
