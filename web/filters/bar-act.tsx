import type { ButtonHTMLAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { narrow, useMedia } from '../ui/media.ts'

/** An act beside the total: an icon with its words; on a narrow screen the words are only heard. */
type Props = ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; children: string }
export const BarAct = ({ icon, children, ...rest }: Props) => {
  const isNarrow = useMedia(narrow)
  return (
    <Button look="bare" {...rest}>
      <Icon name={icon} />
      <span className={isNarrow ? 'sr' : undefined}>{children}</span>
    </Button>
  )
}

type LoadingProps = Pick<Props, 'icon' | 'children' | 'aria-disabled'> & { onPress: () => void }
/**
 * Stands in for an act whose code is loading. The press counts from its beginning: where the act itself comes before the
 * end of it, the browser makes no click.
 */
export const LoadingAct = ({ onPress, ...rest }: LoadingProps) => (
  <BarAct {...rest} onMouseDown={onPress} onClick={onPress} />
)
