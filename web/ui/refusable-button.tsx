import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toasts.tsx'

/** When refused, it keeps the focus and tells why when pressed, also by Enter in a field of its form; its title describes it to screen readers. */
type Props = ComponentProps<typeof Button> & { refusal: string | false | undefined }
export const RefusableButton = ({ refusal, ...rest }: Props) =>
  refusal ? (
    <Button
      {...rest}
      aria-disabled
      title={refusal}
      onClick={event => {
        event.preventDefault()
        showToast(refusal, { bad: true })
      }}
    />
  ) : (
    <Button {...rest} />
  )
