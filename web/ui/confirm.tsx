import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Asking = Pick<ComponentProps<typeof Dialog>, 'opened' | 'title' | 'onClose' | 'children'>
type Props = Asking & { act: string; busy?: boolean; onAct: () => void }
/** Confirms an action that cannot be undone. The button is named by the action, never «ОК». */
export const Confirm = ({ act, busy = false, onAct, ...dialog }: Props) => (
  <Dialog
    {...dialog}
    size={480}
    footer={
      <>
        <Button look="main" onClick={onAct} busy={busy}>
          {act}
        </Button>
        <Button onClick={dialog.onClose}>Отмена</Button>
      </>
    }
  />
)
