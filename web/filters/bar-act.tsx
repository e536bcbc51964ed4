import type { ButtonHTMLAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

/** An act beside the total: an icon with its words. */
type Props = ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; children: string }
export const BarAct = ({ icon, children, ...rest }: Props) => (
  <Button look="bare" {...rest}>
    <Icon name={icon} />
    {children}
  </Button>
)

type LoadingProps = Pick<Props, 'icon' | 'children' | 'aria-disabled'> & { onPress: () => void }
/** While the code of an act loads. Pressing counts: where the act comes before the release, there is no click. */
export const LoadingAct = ({ onPress, ...rest }: LoadingProps) => (
  <BarAct {...rest} onMouseDown={onPress} onClick={onPress} />
)
