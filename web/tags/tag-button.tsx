import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { TaggedCase } from './tag-dialog.tsx'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx'), 'TagDialog')

/** Only for editors of tags; key `l`, unless the page uses it for labels of a set. */
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
