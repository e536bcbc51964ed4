import { useState } from 'react'
import type { FullSet, SetItem } from '#shared/api/sets.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled } from '../ui/field.tsx'
import { useItemChanges } from './item-changes.ts'
import { LabelField } from './label-field.tsx'

type Props = {
  set: FullSet
  /** With their labels, if known. */
  cases: readonly (Pick<SetItem, 'case_id'> & Partial<SetItem>)[]
  /** For a single case. */
  name?: string | undefined
  onTags?: (() => void) | undefined
  onClose: () => void
}
/** Labels of one or many cases of a set; changes are saved at once. `onTags`: switches to the public tags. */
export const LabelDialog = ({ set, cases: items, name, onTags, onClose }: Props) => {
  const change = useItemChanges(set.id)
  const cases = items.map(({ case_id }) => case_id)
  const [done, setDone] = useState<readonly string[]>(() => {
    const [first, ...others] = items
    return first?.labels?.filter(label => others.every(({ labels }) => labels?.includes(label))) ?? []
  })
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
      title={
        name !== undefined ? `Метки подборки, дело № ${name}` : `Метки подборки: ${counted(cases.length, caseForms)}`
      }
      size={520}
      footer={
        <>
          <Button look="main" onClick={onClose}>
            Готово
          </Button>
          {onTags && <Button onClick={onTags}>Метки для всех</Button>}
        </>
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
        {others.length > 0 && cases.length > 1 && (
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
