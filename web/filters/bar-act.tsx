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
/** While the code of an act loads. Pressing counts: where the act comes before the release, there is no click. */
export const LoadingAct = ({ onPress, ...rest }: LoadingProps) => (
  <BarAct {...rest} onMouseDown={onPress} onClick={onPress} />
)
