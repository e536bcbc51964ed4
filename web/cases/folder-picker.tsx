import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxFolderTitle } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { createFolder, type FolderName, foldersQueryOptions } from '../api/favourites.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './folder-picker.module.css'
import { useMoveCases } from './move-cases.ts'

type FolderPickerProps = { current?: FolderName | null | undefined; onPick: (folder: FolderName | null) => void }
/** `current`: the folder that holds all of them already. */
export const FolderPicker = ({ current, onPick }: FolderPickerProps) => {
  const { data, error } = useQuery(foldersQueryOptions)
  return (
    <div className={styles.picker}>
      {error && <p className={`error ${styles.note}`}>{sentenceOf(error)}</p>}
      {!data && !error && <p className={`quiet ${styles.note}`}>Загружаются папки…</p>}
      <ul className={styles.list}>
        {[null, ...(data?.results ?? [])].map(folder => {
          const isCurrent = current !== undefined && current?.id === folder?.id
          return (
            <li key={folder?.id ?? 'none'}>
              <button
                type="button"
                className={menuItemClass}
                aria-current={isCurrent || undefined}
                onClick={() => onPick(folder)}
              >
                <span className="grow">{folder?.title ?? 'Вне папок'}</span>
                {isCurrent ? (
                  <Icon name="check" />
                ) : (
                  data && <span className="faint">{showNumber(folder?.count ?? data.unfiled)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <NewFolder label="Новая папка" act="Создать" onMade={onPick} />
    </div>
  )
}

type NewFolderProps = { label: string; act: string; focused?: true; onMade: (folder: FolderName) => void }
export const NewFolder = ({ onMade, ...form }: NewFolderProps) => {
  const client = useQueryClient()
  return <FolderForm {...form} initial="" onSave={async title => onMade(await createFolder(client, title))} />
}

type FolderFormProps = {
  label: string
  act: string
  initial: string
  /** As soon as it is shown. */
  focused?: true | undefined
  onSave: (title: string) => Promise<void>
}
export const FolderForm = ({ label, act, initial, focused, onSave }: FolderFormProps) => {
  const [title, setTitle] = useState(initial)
  const saving = useMutation({ mutationFn: () => onSave(title) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Labelled label={label} error={saving.error && sentenceOf(saving.error)}>
        {(id, described) => (
          <div className="row">
            <TextInput
              className="grow"
              id={id}
              {...described}
              data-autofocus={focused}
              value={title}
              maxLength={maxFolderTitle}
              autoComplete="off"
              onChange={value => {
                setTitle(value)
                if (saving.isError) saving.reset()
              }}
            />
            <Button type="submit" aria-disabled={saving.isPending || isBlank(title) || undefined}>
              {act}
            </Button>
          </div>
        )}
      </Labelled>
    </form>
  )
}

export const FolderButton = ({ one }: { one: Pick<CaseRow, 'id' | 'in_favorites' | 'folder'> }) => {
  const move = useMoveCases()
  return (
    <Popover
      label="Папка дела"
      align="start"
      target={button => (
        <Button {...button}>
          <span className={styles.title}>{one.folder ? `Папка «${one.folder.title}»` : 'В папку'}</span>
          <Icon name="down" />
        </Button>
      )}
    >
      {close => (
        <FolderPicker
          current={one.in_favorites ? one.folder : undefined}
          onPick={folder => {
            close()
            void move([one], folder)
          }}
        />
      )}
    </Popover>
  )
}
