import { useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { sameTag } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxLabelTitle } from '#shared/domain/sets.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { useItemChanges } from './item-changes.ts'

type FieldProps = {
  id: string
  known: readonly string[]
  picked: readonly string[]
  onPick: (label: string) => void
  onRemove: (label: string) => void
  autoFocus?: boolean
}
/** Labels of a set: those it has, or a new one. */
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

/** A label on many cases of a set at once. */
export const LabelDialog = ({
  set,
  cases,
  onClose,
}: {
  set: FullSet
  cases: readonly number[]
  onClose: () => void
}) => {
  const change = useItemChanges(set.id)
  const [done, setDone] = useState<readonly string[]>([])
  const mark = (label: string, isOn: boolean) =>
    setDone(before => [...before.filter(one => one !== label), ...(isOn ? [label] : [])])
  const put = async (label: string) => {
    if (await change(cases, { add_labels: [label] }, () => mark(label, false))) mark(label, true)
  }
  const take = async (label: string) => {
    const wasOn = done.includes(label)
    if (await change(cases, { remove_labels: [label] }, () => mark(label, wasOn))) mark(label, false)
  }
  const others = set.labels.filter(label => !done.includes(label))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Метки подборки: ${counted(cases.length, caseForms)}`}
      size={520}
      footer={
        <Button look="main" onClick={onClose}>
          Готово
        </Button>
      }
    >
      <div className="stack">
        <Labelled label="Поставить метку" hint="Метки подборки видят только её участники.">
          {id => (
            <LabelField
              id={id}
              autoFocus
              known={set.labels}
              picked={done}
              onPick={label => void put(label)}
              onRemove={label => void take(label)}
            />
          )}
        </Labelled>
        {others.length > 0 && (
          <p className="small">
            <span className="quiet">Снять:</span>{' '}
            {others.map(label => (
              <Button key={label} look="link" aria-label={`Снять: ${label}`} onClick={() => void take(label)}>
                {label}
              </Button>
            ))}
          </p>
        )}
      </div>
    </Dialog>
  )
}
