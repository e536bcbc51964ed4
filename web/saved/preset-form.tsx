import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxPresetDescription, maxPresetTitle } from '#shared/domain/limits.ts'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { changePreset, refreshPresets } from '../api/saved.ts'
import { CategoryInput } from '../filters/presets/category-input.tsx'
import { untitled } from '../filters/presets/save-form.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled, TextAreaField, TextField } from '../ui/field.tsx'

export const PresetForm = ({ preset, onClose }: { preset: Preset; onClose: () => void }) => {
  const client = useQueryClient()
  const formId = useId()
  const titleInput = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(preset.title)
  const [description, setDescription] = useState(preset.description)
  const [category, setCategory] = useState(preset.category?.title ?? '')
  const saving = useMutation({
    mutationFn: () => changePreset(preset.id, { title, description, category }),
    onSuccess: async () => {
      await refreshPresets(client)
      onClose()
    },
    onError: () => titleInput.current?.focus(),
  })
  const fields = saving.error instanceof ApiError ? saving.error.fields : {}
  const isUntitled = isBlank(title)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isUntitled && !saving.isPending) saving.mutate()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Изменить набор"
      size={480}
      footer={
        <>
          <Button look="main" type="submit" form={formId} disabled={isUntitled} busy={saving.isPending}>
            Сохранить
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <form id={formId} className="stack" aria-label="Изменить набор" onSubmit={submit}>
        {saving.error && !fields.title && <Alert>{sentenceOf(saving.error)}</Alert>}
        <TextField
          label="Название"
          error={isUntitled ? untitled : fields.title?.[0]}
          ref={titleInput}
          data-autofocus
          required
          maxLength={maxPresetTitle}
          autoComplete="off"
          value={title}
          onChange={setTitle}
        />
        <TextAreaField
          label="Описание"
          rows={3}
          maxLength={maxPresetDescription}
          value={description}
          onChange={setDescription}
        />
        <Labelled label="Категория" hint="Своими словами или из тех, что уже есть.">
          {id => (
            <CategoryInput id={id} value={category} onChange={setCategory} current={preset.category?.title ?? ''} />
          )}
        </Labelled>
      </form>
    </Dialog>
  )
}
