import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** A link that could not be copied automatically: shown selected, ready to copy. */
export const ShownLink = ({ url, onClose }: { url: string; onClose: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Ссылка на фильтры"
      size={480}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Закрыть</Button>
        </>
      }
    >
      <TextField
        label="Ссылка"
        hint="Браузер не дал скопировать её сам. Она уже выделена, осталось скопировать."
        ref={input}
        readOnly
        data-autofocus
        value={url}
        onChange={() => {}}
        onFocus={event => event.currentTarget.select()}
      />
    </Dialog>
  )
}
