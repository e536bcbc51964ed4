import { type FormEvent, useEffect, useRef, useState } from 'react'
import { upperFirst } from '#shared/domain/wording.ts'
import { ApiError, sentenceOf } from '../api/client.ts'

/** Errors stand next to their fields, the first of which takes the focus; others stand above the form. */
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

/** The label stands beside: «Пароль: не короче 10 знаков.» says «Не короче 10 знаков.» there. */
const withoutLabel = (sentence: string): string => {
  const [, rest] = /^\p{Lu}[^:.!?]{0,30}: (.+)$/su.exec(sentence) ?? []
  return rest ? upperFirst(rest) : sentence
}

export const useForm = <F extends string>(fields: readonly F[], send: () => Promise<void>) => {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors<F>>({ fields: {} })
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
      await send()
    } catch (failure) {
      setErrors(errorsOf(failure, fields))
    } finally {
      setBusy(false)
    }
  }
  const form = { ref, onSubmit, noValidate: true } as const
  return { form, errors, busy }
}
