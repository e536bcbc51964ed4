import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { TaggedCase } from './tag-dialog.tsx'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx'), 'TagDialog')

/** Only for those who may change tags; `l`, unless the page has nearer labels under it. */
export const TagButton = ({ one }: { one: TaggedCase }) => {
  const [opened, setOpened] = useState(false)
  useShortcuts({ l: () => setOpened(true) }, { otherwise: true })
  return (
    <>
      <Button look="link" onClick={() => setOpened(true)} title="Поставить или снять метки (l)">
        <Icon name="plus" size={14} />
        Метка
      </Button>
      {opened && <TagDialog cases={[one]} onClose={() => setOpened(false)} />}
    </>
  )
}
