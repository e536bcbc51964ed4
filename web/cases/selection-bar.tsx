import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { maxListValues, maxPicked } from '#shared/domain/limits.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { type CaseCount, caseIdsOf } from '../api/cases.ts'
import { useAct } from '../filters/use-act.ts'
import type { TaggedCase } from '../tags/tag-dialog.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import lower from '../ui/lower-bar.module.css'
import { Popover } from '../ui/popover.tsx'
import { casesByIds, type PickedCase, useKeepCases } from './keep-cases.ts'
import type { Selection } from './selection.ts'
import styles from './selection-bar.module.css'

const SetPicker = lazyPart(() => import('../sets/set-picker.tsx'), 'SetPicker')
const PickedSubscription = lazyPart(() => import('./picked-subscription.tsx'), 'PickedSubscription')
const PickedFile = lazyPart(() => import('./picked-file.tsx'), 'PickedFile')
const PickedStatus = lazyPart(() => import('../sets/picked-status.tsx'), 'PickedStatus')
const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx'), 'TagDialog')

type Props = {
  selection: Selection
  /** How many cases the list finds, and its query. */
  count: CaseCount | undefined
  query: WireRecord
  /** Actions of a set, in place of those of favourites. */
  acts?: ReactNode
  /** For a set, shown above its file form. */
  files?: (close: () => void) => ReactNode
}
export const SelectionBar = ({ selection, count = 0, query, acts, files }: Props) => {
  const client = useQueryClient()
  const [tagged, setTagged] = useState<readonly TaggedCase[]>()
  const [subscribed, setSubscribed] = useState<readonly PickedCase[]>()
  const keep = useKeepCases()
  const [busy, setBusy] = useState(false)
  const cases = casesByIds(client, selection.ids)
  const toFavourites = acts === undefined
  const isMany = cases.length > maxListValues
  const manyId = useId()
  const refused = { busy: isMany, ...(isMany && { 'aria-describedby': manyId }) }
  const kept = cases.filter(one => one.in_favorites)
  const act = async (some: typeof cases, isKept: boolean) => {
    if (busy) return
    setBusy(true)
    const done = await keep(
      some.map(({ id }) => id),
      isKept,
    )
    setBusy(false)
    if (done) leave()
  }
  // The focus was inside the bar.
  const leave = () => {
    const [first] = selection.ids
    const row = document.querySelector<HTMLElement>(`[data-case="${first}"] [data-case-link]`)
    selection.clear()
    ;(row ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className={styles.room} />
      <section className={lower.bar} aria-label="Выбранные дела" data-lower-bar>
        <div className={`wrap ${styles.inner}`}>
          <p className={styles.count}>
            Выбрано {counted(cases.length, caseForms)}
            <PickAll selection={selection} count={count} query={query} />
          </p>
          <div className={`acts ${styles.acts}`} aria-busy={busy || undefined}>
            {acts}
            {toFavourites && onlySet(query) !== undefined && (
              <PickedStatus set={onlySet(query) ?? 0} cases={[...selection.ids]} />
            )}
            {cases.some(({ tags }) => tags !== undefined) && (
              <Button onClick={() => setTagged(cases)}>
                <LateIcon name="tag" />
                Метка
              </Button>
            )}
            <Popover
              label="Добавить в подборку"
              side="up"
              align="start"
              target={button => (
                <Button {...button}>
                  <Icon name="sets" />В подборку
                </Button>
              )}
            >
              {close => <SetPicker cases={cases} onDone={close} />}
            </Popover>
            <Button aria-haspopup="dialog" onClick={() => setSubscribed(cases)} title="Следить за выбранными делами">
              <Icon name="bell" />
              Подписка
            </Button>
            <Popover
              label="Выбранные дела файлом"
              side="up"
              align="start"
              target={button => (
                <Button {...button} title="Выгрузить выбранные дела">
                  <Icon name="download" />
                  Файл
                </Button>
              )}
            >
              {close => (
                <>
                  {files?.(close)}
                  <PickedFile cases={[...selection.ids]} query={query} />
                </>
              )}
            </Popover>
            {toFavourites && kept.length < cases.length && (
              <Button
                look="main"
                {...refused}
                onClick={() =>
                  void act(
                    cases.filter(one => !one.in_favorites),
                    true,
                  )
                }
              >
                <Icon name="star" />В избранное
              </Button>
            )}
            {toFavourites && kept.length > 0 && (
              <Button {...refused} onClick={() => void act(kept, false)}>
                Убрать из избранного
              </Button>
            )}
            {toFavourites && isMany && (
              <span id={manyId} className="quiet small">
                В избранное — не больше {showNumber(maxListValues)} дел за раз
              </span>
            )}
          </div>
          <IconButton aria-label="Снять выбор" title="Снять выбор" onClick={leave}>
            <Icon name="x" />
          </IconButton>
        </div>
      </section>
      {subscribed && <PickedSubscription cases={subscribed} onClose={() => setSubscribed(undefined)} />}
      {tagged && <TagDialog cases={tagged} onClose={() => setTagged(undefined)} />}
    </>
  )
}
/** The single set that the list shows. */
const onlySet = ({ set }: WireRecord): number | undefined =>
  typeof set === 'string' && /^\d+$/.test(set) ? Number(set) : undefined

/** With confirmation, because it affects cases that are not on screen. */
const PickAll = ({ selection, count, query }: Omit<Props, 'acts' | 'files'> & { count: CaseCount }) => {
  const [asked, setAsked] = useState(false)
  const picking = useAct(() => caseIdsOf(query), {
    onDone: ids => selection.pick(ids),
    onSettled: () => setAsked(false),
  })
  if (selection.page !== 'all' || (count !== 'many' && count <= selection.ids.size)) return null
  if (count === 'many' || count > maxPicked)
    return <span className="quiet small">Больше {showNumber(maxPicked)} дел не выбрать: сузьте список</span>
  return (
    <>
      <Button look="link" onClick={() => setAsked(true)}>
        Выбрать все {showNumber(count)} найденных
      </Button>
      <Confirm
        opened={asked}
        title={`Выбрать ${counted(count, caseForms)}?`}
        act="Выбрать все"
        busy={picking.isPending}
        onAct={() => picking.mutate()}
        onClose={() => setAsked(false)}
      >
        <p>Будут выбраны все найденные дела, и те, что на других страницах. Дальнейшее действие коснётся каждого.</p>
      </Confirm>
    </>
  )
}
