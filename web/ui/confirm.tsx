import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  opened: boolean
  title: string
  act: string
  busy?: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}
/** Asks before something that cannot be undone. The act is named by what it does, never «ОК». */
export const Confirm = ({ opened, title, act, busy = false, onAct, onClose, children }: Props) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={title}
    size={480}
    footer={
      <>
        <Button look="main" onClick={onAct} busy={busy}>
          {act}
        </Button>
        <Button onClick={onClose}>Отмена</Button>
      </>
    }
  >
    {children}
  </Dialog>
)
