import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const EvidenceDialog = lazyPart(() => import('./evidence-dialog.tsx'), 'EvidenceDialog')
const KeptPageDialog = lazyPart(() => import('./kept-page-dialog.tsx'), 'KeptPageDialog')
const shownOfHash = 8

/** `entry`: one change, by its journal number. */
export const EvidenceButton = ({ id, entry, children }: { id: number; entry?: number; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <EvidenceDialog id={id} entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}

export const KeptPageButton = ({ id, hash }: { id: number; hash: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="link"
        className="screen-only"
        title={`Посмотреть сохранённую страницу, SHA-256: ${hash}`}
        onClick={() => setOpen(true)}
      >
        страница {hash.slice(0, shownOfHash)}
      </Button>
      <span className="paper-only faint">страница {hash.slice(0, shownOfHash)}</span>
      {isOpen && <KeptPageDialog id={id} hash={hash} onClose={() => setOpen(false)} />}
    </>
  )
}
