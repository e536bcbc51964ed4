import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type DirectoryTag, sameTag } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxTagText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { directoryTagsQueryOptions, mergeTag, refreshTags, renameTag } from '../api/tags.ts'
import { Form, useForm } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'

export const TagForm = ({ tag, onClose }: { tag: DirectoryTag; onClose: () => void }) => {
  const client = useQueryClient()
  const formId = useId()
  const [twin, setTwin] = useState<DirectoryTag>()
  const finish = async (sentence: string): Promise<void> => {
    showToast(sentence)
    onClose()
    await refreshTags(client)
  }
  const { form, field, values, busy } = useForm({ value: tag.value }, async ({ value }) => {
    if (isBlank(value)) return
    if (twin) return finish(await mergeTag(tag.id, twin.id))
    const { results } = await client.fetchQuery(directoryTagsQueryOptions(value.trim(), 1))
    const other = results.find(one => one.id !== tag.id && sameTag(one.value) === sameTag(value))
    if (other) setTwin(other)
    else await finish(await renameTag(tag.id, value))
  })
  const { onChange, ...input } = field('value')
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Изменить метку"
      size={480}
      footer={
        <>
          <Button look="main" type="submit" form={formId} disabled={isBlank(values.value)} busy={busy}>
            {twin ? 'Объединить' : 'Переименовать'}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <Form of={form} id={formId} className="stack" aria-label="Изменить метку">
        <TextField
          label="Название"
          {...input}
          maxLength={maxTagText}
          data-autofocus
          onChange={text => {
            onChange(text)
            setTwin(undefined)
          }}
        />
        <p aria-live="polite">
          {twin &&
            `Метка «${twin.value}» уже есть (${counted(twin.cases_count, ['дело', 'дела', 'дел'])}). Если объединить, «${tag.value}» исчезнет, а её дела и сохранённые фильтры перейдут к «${twin.value}». Отменить это нельзя.`}
        </p>
      </Form>
    </Dialog>
  )
}
