import { useState } from 'react'
import { sameTag } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxLabelTitle } from '#shared/domain/sets.ts'
import { Picker } from '../ui/picker.tsx'

type FieldProps = {
  id: string
  known: readonly string[]
  picked: readonly string[]
  onPick: (label: string) => void
  onRemove: (label: string) => void
  autoFocus?: boolean
}
/** Labels of a set: existing ones, or a new one. */
export const LabelField = ({ id, known, picked, onPick, onRemove, autoFocus = false }: FieldProps) => {
  const [typed, setTyped] = useState('')
  const text = typed.replaceAll(/\s+/g, ' ').trim().slice(0, maxLabelTitle)
  const isOn = (label: string) => picked.some(one => sameTag(one) === sameTag(label))
  const options = known.filter(label => !isOn(label) && sameTag(label).includes(sameTag(text)))
  const isNew = !isBlank(text) && !isOn(text) && !options.some(label => sameTag(label) === sameTag(text))
  return (
    <Picker
      id={id}
      placeholder="Найти или создать"
      autoFocus={autoFocus}
      picksFirst
      picked={picked.map(label => ({ value: label, label }))}
      typed={typed}
      onTyped={setTyped}
      options={[
        ...options.map(label => ({ value: label, label })),
        ...(isNew ? [{ value: `+${text}`, label: `Создать метку «${text}»` }] : []),
      ]}
      onPick={({ value }) => onPick(value.startsWith('+') ? value.slice(1) : value)}
      onRemove={({ value }) => onRemove(value)}
      note="Меток пока нет: введите название."
    />
  )
}
