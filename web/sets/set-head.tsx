import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import type { FullSet } from '#shared/api/sets.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { queueQueryOptions } from '../api/sets.ts'
import type { ExportOutcome } from '../filters/exports/send-export.tsx'
import { useAct } from '../filters/use-act.ts'
import { WatchEnd } from '../filters/watch-end.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Popover } from '../ui/popover.tsx'
import record from '../ui/record-page.module.css'
import { showToast } from '../ui/toasts.tsx'
import { SetProgress } from './item-status.tsx'
import { MoreOfSet } from './more-of-set.tsx'
import { readNarrowing, writeNarrowing } from './narrowing.tsx'
import { SetFiles } from './set-files.tsx'
import styles from './set-page.module.css'
import { roleWord } from './sets-page.tsx'

const ExportForm = lazyPart(() => import('../filters/exports/export-form.tsx'), 'ExportForm')
const Subscribe = lazyPart(() => import('../filters/subscribing/subscribe-button.tsx'), 'Subscribe')
const TeamDialog = lazyPart(() => import('./team-dialog.tsx'), 'TeamDialog')

type Props = { set: FullSet; user: CurrentUser }
export const SetHead = ({ set, user }: Props) => {
  const [team, setTeam] = useState(false)
  return (
    <header className={`${record.head} ${styles.head}`}>
      <h1 tabIndex={-1}>{set.title}</h1>
      <Acts set={set} user={user} />
      <p className={`small ${styles.meta}`}>
        <span>{counted(set.count, caseForms)}</span>
        {set.hidden > 0 && (
          <span className="doubt">
            Скрыто от вас {counted(set.hidden, caseForms)}: они вне регионов вашей учётной записи
          </span>
        )}
        {set.watching && (
          <span className="doubt">
            <WatchEnd set={set} end={set.watching} mayKeep={set.role !== 'reader'} />
          </span>
        )}
        <span>изменена {showDate(dayIn('Europe/Moscow', new Date(set.changed_at)))}</span>
      </p>
      <div className={styles.state}>
        <ul className={styles.team} aria-label="Команда">
          {set.team.map(one => (
            <li key={one.id}>
              <b className="strong">{one.username}</b>
              <span className="quiet small">{roleWord(one.role)}</span>
            </li>
          ))}
          <li className="screen-only">
            <Button look="link" onClick={() => setTeam(true)}>
              {set.role === 'owner' ? (
                <>
                  <Icon name="plus" size={14} /> Пригласить
                </>
              ) : (
                'Участники'
              )}
            </Button>
          </li>
        </ul>
        <SetProgress progress={set.progress} />
      </div>
      {team && <TeamDialog set={set} username={user.username} onClose={() => setTeam(false)} />}
    </header>
  )
}

const Acts = ({ set, user }: Props) => {
  const filters = { set: String(set.id) }
  const [outcome, setOutcome] = useState<ExportOutcome>()
  const { start, label } = useReading(set)
  return (
    <div className={`screen-only acts ${styles.acts}`}>
      {set.count > 0 && (
        <Button look="main" busy={start.isPending} onClick={() => start.mutate()}>
          {label}
        </Button>
      )}
      <Subscribe
        watched={{ get_params: filters }}
        what={`Подборка «${set.title}»`}
        fallback={<Button>Подписка</Button>}
      >
        {button => (
          <Button {...button}>
            <Icon name="bell" />
            Подписка
          </Button>
        )}
      </Subscribe>
      <Link to="/" search={{ ...filters, ordering: defaultOrdering }} className={buttonClass()}>
        <Icon name="filter" />
        Фильтры
      </Link>
      <Popover
        label="Выгрузка в файл"
        target={button => (
          <Button {...button}>
            <Icon name="download" />
            Файл
          </Button>
        )}
      >
        {close => (
          <>
            <SetFiles id={set.id} onDone={close} />
            <ExportForm
              user={user}
              filters={filters}
              ordering={defaultOrdering}
              count={set.count}
              outcome={outcome}
              onOutcome={setOutcome}
            />
          </>
        )}
      </Popover>
      {set.role !== 'reader' && (
        <Link to="/sets/$id" params={{ id: 'import' }} search={{ set: String(set.id) }} className={buttonClass()}>
          <Icon name="plus" />
          Дополнить списком
        </Link>
      )}
      <MoreOfSet set={set} username={user.username} />
    </div>
  )
}

/** From where the reader stopped, else from the first case; within the filters of «Дела». */
const useReading = (set: FullSet) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const narrowing = writeNarrowing(readNarrowing('tab' in search ? {} : search))
  // The reading position changes with each decision read.
  const where = { ...queueQueryOptions(set.id, undefined, narrowing), staleTime: 0 }
  const start = useAct(() => client.fetchQuery(where), {
    onDone: ({ next }) =>
      next === null
        ? showToast('Таких дел в подборке нет.')
        : navigate({
            to: '/cases/text/$id',
            params: { id: String(next) },
            search: { set: String(set.id), ...narrowing },
          }),
  })
  const label =
    Object.keys(narrowing).length > 0
      ? 'Читать показанные'
      : set.at_case === null
        ? 'Читать по порядку'
        : 'Читать дальше'
  return { start, label }
}
