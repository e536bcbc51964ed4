import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { narrow, useMedia } from './media.ts'

/**
 * Actions of a page: with little room, as on a phone, they are in a menu with their labels. `panel` is for the
 * container.
 */
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
