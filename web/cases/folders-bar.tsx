import { useQuery, useQueryClient } from '@tanstack/react-query'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { deleteFolder, type Folder, foldersQueryOptions, renameFolder, restoreFolder } from '../api/favourites.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { showToast } from '../ui/toasts.tsx'
import { FolderForm, NewFolder } from './folder-picker.tsx'
import styles from './folders-bar.module.css'

type Props = { values: CaseValues; onChange: (values: CaseValues) => void }

export const FoldersBar = ({ values, onChange }: Props) => {
  const { data, error } = useQuery(foldersQueryOptions)
  const { favorite_folder, in_folder, ...others } = values
  const opened = favorite_folder?.length === 1 ? favorite_folder[0] : undefined
  const active = data?.results.find(({ id }) => id === opened)
  if (error) return <p className={`error ${styles.note}`}>{sentenceOf(error)}</p>
  if (!data) return null
  const show = (chosen: Pick<CaseValues, 'favorite_folder' | 'in_folder'>) => onChange({ ...others, ...chosen })
  return (
    <nav className={styles.bar} aria-label="Папки избранного">
      <ul className={styles.folders}>
        <Tab
          title="Все"
          count={data.all}
          current={favorite_folder === undefined && in_folder === undefined}
          onClick={() => show({})}
        />
        {data.count > 0 && (
          <Tab
            title="Вне папок"
            count={data.unfiled}
            current={favorite_folder === undefined && in_folder === false}
            onClick={() => show({ in_folder: false })}
          />
        )}
        {data.results.map(folder => (
          <Tab
            key={folder.id}
            title={folder.title}
            count={folder.count}
            current={folder === active}
            onClick={() => show({ favorite_folder: [folder.id] })}
          />
        ))}
      </ul>
      <div className={styles.acts}>
        {data.all > 0 && (
          <CalendarButton
            watched={{ get_params: active ? { favorite_folder: String(active.id) } : { in_favorites: 'true' } }}
          />
        )}
        {active && (
          <FolderActs
            // What was begun on one folder is not told of another that has been opened meanwhile.
            key={active.id}
            folder={active}
            onGone={() => show({})}
            onBack={id => show({ favorite_folder: [id] })}
          />
        )}
        <Popover
          label="Новая папка"
          target={button => (
            <Button look="bare" {...button}>
              <Icon name="plus" />
              Новая папка
            </Button>
          )}
        >
          {close => (
            <NewFolder
              label="Название новой папки"
              act="Создать"
              focused
              onMade={folder => {
                close()
                showToast(`Папка «${folder.title}» создана. Выберите дела и положите их в неё.`)
              }}
            />
          )}
        </Popover>
      </div>
    </nav>
  )
}

type TabProps = { title: string; count: number; current: boolean; onClick: () => void }
const Tab = ({ title, count, current, onClick }: TabProps) => (
  <li>
    <button type="button" className={styles.tab} aria-current={current || undefined} onClick={onClick}>
      {title}
      <span className={styles.count}>{showNumber(count)}</span>
    </button>
  </li>
)

type FolderActsProps = { folder: Folder; onGone: () => void; onBack: (id: number) => void }
const FolderActs = ({ folder, onGone, onBack }: FolderActsProps) => {
  const client = useQueryClient()
  const restoring = useAct(() => restoreFolder(client, folder.id), { onDone: () => onBack(folder.id) })
  const dropping = useAct(() => deleteFolder(client, folder.id), {
    onDone: () => {
      onGone()
      showToast(deletedSentence(folder), { act: { label: 'Отменить', run: restoring.mutate } })
    },
  })
  return (
    <Popover
      label={`Папка «${folder.title}»`}
      target={button => (
        <IconButton {...button} aria-label={`Изменить папку «${folder.title}»`} title="Переименовать или удалить">
          <LateIcon name="more" />
        </IconButton>
      )}
    >
      {close => (
        <>
          <FolderForm
            label="Название"
            act="Переименовать"
            focused
            initial={folder.title}
            onSave={async title => {
              await renameFolder(client, folder.id, title)
              close()
            }}
          />
          <div className={styles.drop}>
            <Button
              look="bare"
              onClick={() => {
                close()
                dropping.mutate()
              }}
            >
              Удалить папку
            </Button>
            <p className="quiet small">Дела из неё останутся в избранном.</p>
          </div>
        </>
      )}
    </Popover>
  )
}
const deletedSentence = ({ title, count }: Folder): string =>
  count === 0
    ? `Папка «${title}» удалена.`
    : `Папка «${title}» удалена. ${counted(count, caseForms)} из неё в избранном вне папок.`
