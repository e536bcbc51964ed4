import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Asking = Pick<ComponentProps<typeof Dialog>, 'opened' | 'title' | 'onClose' | 'children'>
type Props = Asking & { act: string; busy?: boolean; onAct: () => void }
/** Asks before something that cannot be undone. The act is named by what it does, never «ОК». */
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
