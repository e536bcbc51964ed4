import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { narrow, useMedia } from './media.ts'

/** Acts of a page: where there is little room, as on a phone, they unfold under one button, each with its words. `panel` goes on what holds them. */
export const useFoldedActs = (little: string = narrow) => {
  const isNarrow = useMedia(little)
  const [opened, setOpened] = useState(false)
  const id = useId()
  return {
    button: isNarrow && (
      <Button aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
        Действия
        <Icon name="down" />
      </Button>
    ),
    panel: { id, hidden: isNarrow && !opened },
  }
}
