import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { DirectoryTag } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxTagText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { ApiError, sentenceOf } from '../api/client.ts'
import { directoryTagsQueryOptions, mergeTag, refreshTags, renameTag } from '../api/tags.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'

const same = (value: string): string => value.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim()

export const TagForm = ({ tag, onClose }: { tag: DirectoryTag; onClose: () => void }) => {
  const client = useQueryClient()
  const formId = useId()
  const [value, setValue] = useState(tag.value)
  const [twin, setTwin] = useState<DirectoryTag>()
  const finish = async (sentence: string): Promise<void> => {
    showToast(sentence)
    onClose()
    await refreshTags(client)
  }
  const renaming = useMutation({
    mutationFn: async () => {
      const { results } = await client.fetchQuery(directoryTagsQueryOptions(value.trim(), 1))
      const other = results.find(one => one.id !== tag.id && same(one.value) === same(value))
      return other ?? renameTag(tag.id, value)
    },
    onSuccess: answer => (typeof answer === 'string' ? finish(answer) : setTwin(answer)),
  })
  const merging = useMutation({ mutationFn: (into: DirectoryTag) => mergeTag(tag.id, into.id), onSuccess: finish })
  const error = renaming.error ?? merging.error
  const fieldError = error instanceof ApiError ? error.fields.value?.[0] : undefined
  const busy = renaming.isPending || merging.isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy || isBlank(value)) return
    if (twin) merging.mutate(twin)
    else renaming.mutate()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Изменить метку"
      size={480}
      footer={
        <>
          <Button look="main" type="submit" form={formId} disabled={isBlank(value)} busy={busy}>
            {twin ? 'Объединить' : 'Переименовать'}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <form id={formId} className="stack" aria-label="Изменить метку" onSubmit={submit}>
        {error && !fieldError && <Alert>{sentenceOf(error)}</Alert>}
        <TextField
          label="Название"
          error={fieldError}
          value={value}
          maxLength={maxTagText}
          data-autofocus
          onChange={text => {
            setValue(text)
            setTwin(undefined)
          }}
        />
        <p aria-live="polite">
          {twin &&
            `Метка «${twin.value}» уже есть (${counted(twin.cases_count, ['дело', 'дела', 'дел'])}). Если объединить, «${tag.value}» исчезнет, а её дела и сохранённые фильтры перейдут к «${twin.value}». Отменить это нельзя.`}
        </p>
      </form>
    </Dialog>
  )
}
