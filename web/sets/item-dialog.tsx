import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FullSet, SetItem } from '#shared/api/sets.ts'
import { maxNoteText } from '#shared/domain/limits.ts'
import { maxColumnText } from '#shared/domain/sets.ts'
import { deleteDraft, itemDraft, keepDraft, recallDraft } from '../api/drafts.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import type { ItemChanges } from '../api/sets.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled, TextAreaField, TextField } from '../ui/field.tsx'
import { RefusableButton } from '../ui/refusable-button.tsx'
import { statusLabel, useItemWriting } from './item-changes.ts'
import { LabelField } from './label-field.tsx'

/** `overtaken`: the text of a cell and the conflicting current item. */
type Props = {
  set: FullSet
  item: SetItem
  name: string
  overtaken?: { columns: SetItem['columns']; theirs: SetItem } | undefined
  onClose: () => void
}
/** The team's notes on a case. After a conflict both texts are shown, and the user chooses, so that nothing is lost. */
export const ItemDialog = ({ set, item, name, overtaken, onClose }: Props) => {
  const username = useQueryClient().getQueryData(currentUserQueryOptions.queryKey)?.username ?? ''
  const place = `itemDraft ${username} ${set.id} ${item.case_id}`
  const [draft] = useState(() => (overtaken ? undefined : recallDraft(itemDraft, place)))
  const [written, setWritten] = useState(
    draft?.written ?? { note: item.note, columns: { ...item.columns, ...overtaken?.columns }, labels: item.labels },
  )
  const [base, setBase] = useState({ ...item, ...draft?.base })
  const [theirs, setTheirs] = useState<SetItem | undefined>(overtaken?.theirs)
  const [busy, setBusy] = useState(false)
  const write = useItemWriting(set.id, item.case_id)
  const [isLeaving, setLeaving] = useState(false)
  const columns = Object.fromEntries(
    set.columns.flatMap(({ key }) =>
      (written.columns[key] ?? '') === (base.columns[key] ?? '') ? [] : [[key, written.columns[key] ?? '']],
    ),
  )
  const put = written.labels.filter(label => !base.labels.includes(label))
  const taken = base.labels.filter(label => !written.labels.includes(label))
  const change: Omit<ItemChanges, 'version'> = {
    ...(written.note !== base.note && { note: written.note }),
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(put.length > 0 && { add_labels: put }),
    ...(taken.length > 0 && { remove_labels: taken }),
  }
  const isChanged = Object.keys(change).length > 0
  useEffect(() => {
    const { note, columns, labels, version } = base
    if (isChanged) keepDraft(place, { written, base: { note, columns, labels, version } })
    else deleteDraft(place)
  }, [place, isChanged, written, base])
  const close = () => {
    deleteDraft(place)
    onClose()
  }
  const save = async (version: number) => {
    if (!isChanged) return close()
    setBusy(true)
    const told = await write({ version, ...change })
    setBusy(false)
    if (told === 'done') close()
    else if (told) setTheirs(told)
  }
  const take = (now: SetItem) => {
    setBase(now)
    setWritten({ note: now.note, columns: now.columns, labels: now.labels })
    setTheirs(undefined)
  }
  const changes = theirs ? changesOf(base, theirs, set.columns) : []
  return (
    <>
      <Dialog
        opened
        onClose={() => {
          if (!isChanged) close()
          // Escape reaches both dialogs.
          else if (!isLeaving) setLeaving(true)
        }}
        title={`Запись о деле № ${name}`}
        size={560}
        footer={
          <>
            <RefusableButton
              look="main"
              busy={busy}
              refusal={theirs && 'Выберите, чью запись оставить.'}
              onClick={() => void save(base.version)}
            >
              Сохранить
            </RefusableButton>
            <Button onClick={close}>Отмена</Button>
          </>
        }
      >
        <div className="stack">
          {theirs && (
            <Alert>
              <p>
                Пока вы писали, запись изменил участник {theirs.changed_by ?? 'команды'}.{' '}
                {changes.length > 0 ? 'Теперь там:' : 'Теперь там опять то, что вы открыли.'}
              </p>
              <ul>
                {changes.map(({ head, text }) => (
                  <li key={head}>
                    {head}: {text}
                  </li>
                ))}
              </ul>
              <Button look="link" onClick={() => take(theirs)}>
                Взять её
              </Button>{' '}
              <Button
                look="link"
                onClick={() => {
                  setTheirs(undefined)
                  setBase(now => ({ ...now, version: theirs.version }))
                  void save(theirs.version)
                }}
              >
                Сохранить свою
              </Button>
            </Alert>
          )}
          {draft && <p className="quiet">Это вы написали раньше и не&nbsp;сохранили.</p>}
          <TextAreaField
            label="Запись команды"
            hint="Её видят все участники подборки."
            rows={4}
            maxLength={maxNoteText}
            value={written.note}
            onChange={note => setWritten(before => ({ ...before, note }))}
            data-autofocus
          />
          <Labelled label="Метки подборки" hint="Их видят только её участники.">
            {id => (
              <LabelField
                id={id}
                known={set.labels}
                picked={written.labels}
                onPick={label => setWritten(before => ({ ...before, labels: [...before.labels, label] }))}
                onRemove={label =>
                  setWritten(before => ({ ...before, labels: before.labels.filter(one => one !== label) }))
                }
              />
            )}
          </Labelled>
          {set.columns.map(({ key, title }) => (
            <TextField
              key={key}
              label={title}
              maxLength={maxColumnText}
              value={written.columns[key] ?? ''}
              onChange={text => setWritten(before => ({ ...before, columns: { ...before.columns, [key]: text } }))}
            />
          ))}
        </div>
      </Dialog>
      <Confirm
        opened={isLeaving}
        title="Закрыть без сохранения?"
        act="Не сохранять"
        onAct={close}
        onClose={() => setLeaving(false)}
      >
        <p>Написанное пропадёт.</p>
      </Confirm>
    </>
  )
}

/** Fields that differ from when the dialog was opened. */
const changesOf = (
  base: SetItem,
  now: SetItem,
  columns: FullSet['columns'],
): readonly { head: string; text: string }[] =>
  [
    { head: 'Запись', before: base.note, text: now.note },
    { head: 'Метки', before: base.labels.join(', '), text: now.labels.join(', ') },
    ...columns.map(({ key, title }) => ({
      head: `Столбец «${title}»`,
      before: base.columns[key] ?? '',
      text: now.columns[key] ?? '',
    })),
    { head: 'Состояние', before: statusLabel(base.status), text: statusLabel(now.status) },
    { head: 'Кому', before: base.assignee?.username ?? '', text: now.assignee?.username ?? '' },
  ]
    .filter(({ before, text }) => before !== text)
    .map(({ head, text }) => ({ head, text: text === '' ? 'пусто' : `«${text}»` }))
