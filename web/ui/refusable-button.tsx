import { type ComponentProps, useId } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toasts.tsx'

/** When refused, it keeps the focus and tells why when pressed, also by Enter in a field of its form. */
type Props = ComponentProps<typeof Button> & { refusal: string | false | undefined }
export const RefusableButton = ({ refusal, ...rest }: Props) => {
  const reasonId = useId()
  if (!refusal) return <Button {...rest} />
  return (
    <>
      <Button
        {...rest}
        aria-disabled
        aria-describedby={reasonId}
        title={refusal}
        onClick={event => {
          event.preventDefault()
          showToast(refusal)
        }}
      />
      <span id={reasonId} hidden>
        {refusal}
      </span>
    </>
  )
}
