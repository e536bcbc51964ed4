import { useId } from 'react'
import { maxSetTitle } from '#shared/domain/sets.ts'
import { Form, useForm } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

type Props = {
  title: string
  act: string
  initial?: string
  note?: string
  onSave: (title: string) => Promise<unknown>
  onClose: () => void
}
/** A title form for a set, new or existing. */
export const SetTitleForm = ({ title, act, initial = '', note, onSave, onClose }: Props) => {
  const id = useId()
  const { form, field, busy } = useForm({ title: initial }, async values => {
    await onSave(values.title)
    onClose()
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size={480}
      footer={
        <>
          <Button look="main" type="submit" form={id} busy={busy}>
            {act}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <Form of={form} id={id} className="stack" aria-label={title}>
        <TextField label="Название" {...field('title')} maxLength={maxSetTitle} data-autofocus autoComplete="off" />
        {note && <p className="quiet">{note}</p>}
      </Form>
    </Dialog>
  )
}
