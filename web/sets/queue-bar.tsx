import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { itemStatuses } from '#shared/domain/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { isAbsent } from '../api/api-error.ts'
import { caseTextQueryOptions } from '../api/case-details.ts'
import { queueQueryOptions, rememberPlace, setItemsQueryOptions, setQueryOptions } from '../api/sets.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import lower from '../ui/lower-bar.module.css'
import { Popover } from '../ui/popover.tsx'
import { useItemChanges } from './item-changes.ts'
import { AssigneeMenu, StatusMark, StatusMenu } from './item-status.tsx'
import {
  isNarrowed,
  type Narrowing,
  NarrowingFields,
  narrowingLabel,
  readNarrowing,
  writeNarrowing,
} from './narrowing.tsx'
import styles from './queue-bar.module.css'

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog')
const LabelDialog = lazyPart(() => import('./label-dialog.tsx'), 'LabelDialog')
const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx'), 'TagDialog')

type Props = { setId: number; caseId: number; one: FullCase | undefined }
/** Below a decision read in a set: previous and next, notes, progress of the set. */
export const QueueBar = ({ setId, caseId, one }: Props) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const set = useQuery({ ...setQueryOptions(setId), meta: { quiet: true } })
  const narrowing = readNarrowing(useSearch({ strict: false }))
  const narrow = writeNarrowing(narrowing)
  const queue = useQuery(queueQueryOptions(setId, caseId, narrow))
  const items = useQuery(setItemsQueryOptions(setId, [caseId]))
  const change = useItemChanges(setId)
  const [opened, setOpened] = useState<'note' | 'labels' | 'tags'>()
  const close = () => setOpened(undefined)
  const item = items.data?.results[0]
  const mayWrite = set.data !== undefined && set.data.role !== 'reader'
  const { previous = null, next = null, place = null, count = 0 } = queue.data ?? {}
  const isIn = item !== undefined
  useEffect(() => {
    if (!isIn) return
    const keep = (at_case: number) =>
      client.setQueryData(setQueryOptions(setId).queryKey, before => before && { ...before, at_case })
    // The reading position is a convenience: a failure to store it is not reported.
    rememberPlace(setId, caseId).then(
      () => keep(caseId),
      () => undefined,
    )
  }, [client, setId, caseId, isIn])
  useEffect(() => {
    if (next !== null) void client.prefetchQuery({ ...caseTextQueryOptions(next), meta: { quiet: true } })
  }, [client, next])
  const search = { set: String(setId), ...narrow }
  const to = '/cases/text/$id'
  const go = (next: number | null) => {
    if (next !== null) void navigate({ to, params: { id: String(next) }, search, replace: true, resetScroll: true })
  }
  const changeQueue = (change: Partial<Narrowing>) =>
    void navigate({
      to,
      params: { id: String(caseId) },
      search: { set: String(setId), ...writeNarrowing({ ...narrowing, ...change }) },
      replace: true,
      resetScroll: false,
    })
  const toStatus = (at: number) => () => {
    const status = itemStatuses[at]?.value
    if (status && mayWrite && item && item.status !== status) void change([caseId], { status })
  }
  useShortcuts({
    j: () => go(next),
    ']': () => go(next),
    k: () => go(previous),
    '[': () => go(previous),
    1: toStatus(0),
    2: toStatus(1),
    3: toStatus(2),
    4: toStatus(3),
    ...(mayWrite && item && { l: () => setOpened('labels'), m: () => setOpened('note') }),
  })
  if ([set, queue, items].some(({ error }) => isAbsent(error)))
    return (
      <section className={`screen-only ${lower.bar}`} aria-label="Очередь чтения" data-lower-bar>
        <p className={`wrap ${styles.inner}`}>
          <span>Подборку удалили, или доступ к&nbsp;ней закрыт: дальше по&nbsp;очереди не&nbsp;пройти.</span>
          <Link to="/sets">К подборкам</Link>
        </p>
      </section>
    )
  if (!set.data || (items.data && !item)) return null
  const up = { side: 'up', align: 'start' } as const
  return (
    <>
      <div className={styles.room} />
      <section className={`screen-only ${lower.bar}`} aria-label="Очередь чтения" data-lower-bar>
        <div className={styles.line} aria-hidden="true">
          <i style={{ width: `${count > 0 && place !== null ? (place / count) * 100 : 0}%` }} />
        </div>
        <div className={`wrap ${styles.inner}`}>
          <p className={styles.where}>
            <Link to="/sets/$id" params={{ id: String(setId) }} search={narrow} className="clip">
              {set.data.title}
            </Link>
            <span className="quiet small">
              {place !== null ? `${showNumber(place)} из ${showNumber(count)}` : queue.data && left(count)}
              {`, проверено ${showNumber(set.data.progress.checked)}`}
              {set.data.hidden > 0 && `, скрыто от вас ${showNumber(set.data.hidden)}`}
            </span>
          </p>
          <div className={styles.acts}>
            <Popover
              label="Какие дела читать"
              slim
              {...up}
              target={button => (
                <Button {...button}>
                  <Icon name="filter" />
                  <span className="sr">Очередь: </span>
                  <span className="clip">{isNarrowed(narrowing) ? narrowingLabel(narrowing) : 'Все дела'}</span>
                </Button>
              )}
            >
              {() => (
                <div className={`stack ${styles.choice}`}>
                  <NarrowingFields value={narrowing} onChange={changeQueue} />
                </div>
              )}
            </Popover>
            {item && mayWrite && (
              <>
                <StatusMenu
                  {...up}
                  now={item.status}
                  onPick={status => void change([caseId], { status })}
                  target={button => (
                    <Button {...button}>
                      <span className="sr">Состояние: </span>
                      <StatusMark status={item.status} />
                    </Button>
                  )}
                />
                <AssigneeMenu
                  {...up}
                  team={set.data.team}
                  now={item.assignee}
                  onPick={assignee => void change([caseId], { assignee })}
                  target={button => (
                    <Button {...button}>
                      <Icon name="user" />
                      <span className="sr">Кому: </span>
                      <span className="clip">{item.assignee?.username ?? 'Назначить'}</span>
                    </Button>
                  )}
                />
                <Button onClick={() => setOpened('note')} title="Запись команды и метки подборки (m)">
                  <LateIcon name="tag" />
                  {item.note || item.labels.length > 0 ? 'Запись' : 'Записать'}
                </Button>
              </>
            )}
            {item && !mayWrite && <StatusMark status={item.status} />}
          </div>
          <nav className={styles.steps} aria-label="По очереди">
            <Step to={previous} search={search}>
              <Icon name="left" />
              Предыдущее <kbd>k</kbd>
            </Step>
            <Step to={next} search={search} main>
              Следующее <kbd>j</kbd>
              <Icon name="right" />
            </Step>
          </nav>
        </div>
      </section>
      {opened === 'note' && item && (
        <ItemDialog set={set.data} item={item} name={one?.case_number ?? ''} onClose={close} />
      )}
      {opened === 'labels' && item && (
        <LabelDialog
          set={set.data}
          cases={[item]}
          name={one?.case_number}
          onTags={one?.tags ? () => setOpened('tags') : undefined}
          onClose={close}
        />
      )}
      {opened === 'tags' && one && <TagDialog cases={[one]} onClose={close} />}
    </>
  )
}

const left = (count: number): string => (count === 0 ? 'в очереди дел нет' : `в очереди ${counted(count, caseForms)}`)

type StepProps = {
  to: number | null
  search: Record<string, string | string[]>
  main?: true
  children: React.ReactNode
}
const Step = ({ to, search, main, children }: StepProps) =>
  to === null ? (
    <span className={buttonClass()} aria-disabled="true">
      {children}
    </span>
  ) : (
    <Link
      to="/cases/text/$id"
      params={{ id: String(to) }}
      search={search}
      replace
      className={buttonClass(main ? 'main' : 'plain')}
    >
      {children}
    </Link>
  )
