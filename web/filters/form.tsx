import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { upperFirst } from '#shared/domain/wording.ts'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { Alert } from '../ui/alert.tsx'

/** Field errors are shown next to their fields, the first of which gets the focus; others above the form. */
type FormErrors<F extends string> = { fields: Partial<Record<F, string>>; form?: string }

export const errorsOf = <F extends string>(failure: unknown, fields: readonly F[]): FormErrors<F> => {
  if (!(failure instanceof ApiError)) return { fields: {}, form: sentenceOf(failure) }
  const own: Partial<Record<F, string>> = {}
  for (const field of fields) {
    const sentence = failure.fields[field]?.[0]
    if (sentence) own[field] = withoutLabel(sentence)
  }
  const [other] = Object.entries(failure.fields).filter(([name]) => !fields.some(field => field === name))
  if (other) return { fields: own, form: other[1][0] ?? failure.message }
  return Object.keys(own).length > 0 ? { fields: own } : { fields: {}, form: failure.message }
}

/**
 * The label is next to the field, so it is removed from the sentence: «Пароль: не короче 10 знаков.» → «Не короче 10
 * знаков.»
 */
const withoutLabel = (sentence: string): string => {
  const [, rest] = /^\p{Lu}[^:.!?]{0,30}: (.+)$/su.exec(sentence) ?? []
  return rest ? upperFirst(rest) : sentence
}

/** `initial` defines the fields; `send` throws their errors. */
export const useForm = <Values extends Record<string, string>>(
  initial: Values,
  send: (values: Values) => Promise<void>,
) => {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<keyof Values & string>>({ fields: {} })
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (Object.keys(errors.fields).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({ fields: {} })
    try {
      await send(values)
    } catch (failure) {
      setErrors(errorsOf(failure, Object.keys(initial)))
    } finally {
      setBusy(false)
    }
  }
  const change = <Name extends keyof Values>(name: Name, value: Values[Name]): void =>
    setValues(before => ({ ...before, [name]: value }))
  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: errors.fields[name],
    onChange: (value: Values[Name]) => change(name, value),
  })
  return { form: { ref, onSubmit, trouble: errors.form }, field, values, change, busy }
}

/** For a refused form of one field: with the focus in it, its error is read aloud too. */
export const focusField = (form: HTMLFormElement): void => form.querySelector<HTMLElement>('input, textarea')?.focus()

type FormProps = { of: ReturnType<typeof useForm>['form'] } & Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'>
export const Form = ({ of: { ref, onSubmit, trouble }, children, ...rest }: FormProps) => (
  <form {...rest} ref={ref} onSubmit={onSubmit} noValidate>
    {trouble && <Alert>{trouble}</Alert>}
    {children}
  </form>
)
