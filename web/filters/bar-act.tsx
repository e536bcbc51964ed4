import type { ButtonHTMLAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

/** An action next to the total: an icon with text. */
type Props = ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; children: string }
export const BarAct = ({ icon, children, ...rest }: Props) => (
  <Button look="bare" {...rest}>
    <Icon name={icon} />
    {children}
  </Button>
)

type LoadingProps = Pick<Props, 'icon' | 'children' | 'aria-disabled'> & { onPress: () => void }
/**
 * Shown while the code of an action loads. Reacts to pointer-down, because when the button is replaced before release
 * there is no click.
 */
export const LoadingAct = ({ onPress, ...rest }: LoadingProps) => (
  <BarAct {...rest} onMouseDown={onPress} onClick={onPress} />
)
