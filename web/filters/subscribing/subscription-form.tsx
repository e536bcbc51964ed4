import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { maxSubscriptionTitle, type Sending, sendings } from '#shared/domain/news.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { Chip } from '#shared/filters/describe.ts'
import { filterLines, isOfFavourites } from '#shared/filters/favourite-words.ts'
import { readLenient } from '#shared/filters/wire.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { favouritesBySetQueryOptions } from '../../api/favourites.ts'
import {
  changeSubscription,
  createSubscription,
  refreshSubscriptions,
  rehearsalQueryOptions,
  subscriptionsQueryOptions,
  type WatchedTarget,
} from '../../api/subscriptions.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelledGroup, TextField } from '../../ui/field.tsx'
import { narrow, useMedia } from '../../ui/media.ts'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useSentence } from '../list-sentence.tsx'
import { RehearsalView } from './rehearsal-view.tsx'
import { cadenceFor, draftOf, kindsFor, narrowWatched, newDraft, valuesOf, withKind } from './subscription-draft.ts'
import styles from './subscription-form.module.css'
import { type Put, When, Where } from './telling-parts.tsx'

type Props = {
  watched: WatchedTarget
  /** Words, or the filters. */
  what: string | readonly Pick<Chip, 'name' | 'label' | 'text'>[]
  /** For a new one. */
  sends?: Sending | undefined
  subscription?: Subscription | undefined
  onClose: () => void
}

export const SubscriptionForm = ({ watched: given, what, sends = 'news', subscription, onClose }: Props) => {
  const client = useQueryClient()
  const formId = useId()
  const [watched, setWatched] = useState(given)
  const [draft, setDraft] = useState(() => (subscription ? draftOf(subscription) : newDraft(given, sends)))
  const put: Put = change => setDraft(before => ({ ...before, ...change }))
  const words = useWords(given, what)
  const isDigest = draft.sends === 'changes'
  const { data: rehearsed } = useQuery(rehearsalQueryOptions(watched, isDigest ? [] : draft.kinds))
  const saving = useMutation({
    mutationFn: () =>
      subscription
        ? changeSubscription(subscription.id, {
            ...valuesOf(draft),
            ...(watched !== given && 'get_params' in watched && { get_params: watched.get_params }),
          })
        : createSubscription(watched, valuesOf(draft)),
    onSuccess: async () => {
      showToast(subscription ? 'Подписка изменена.' : 'Подписка создана: новое появится на странице «Сегодня».')
      onClose()
      await refreshSubscriptions(client)
    },
  })
  const existing = useExisting(given, subscription)
  const refusal = existing
    ? `Вы уже следите: ${inQuotes(existing.title)}.`
    : !isDigest && ((draft.kinds.length === 0 && 'Отметьте, о чём сообщать.') || (rehearsed?.refusal ?? undefined))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!refusal && !saving.isPending) saving.mutate()
  }
  const fields = saving.error instanceof ApiError ? saving.error.fields : {}
  return (
    <Dialog
      opened
      onClose={onClose}
      title={subscription ? 'Изменить подписку' : 'Подписаться'}
      flush
      size={960}
      fillsScreen={useMedia(narrow)}
      footer={
        <>
          <RefusableButton look="main" type="submit" form={formId} refusal={refusal} busy={saving.isPending}>
            {subscription ? 'Сохранить' : 'Подписаться'}
          </RefusableButton>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <div className={styles.sides}>
        <form id={formId} className={`stack ${styles.form}`} aria-label="Подписка" onSubmit={submit}>
          {saving.error && <Alert>{sentenceOf(saving.error)}</Alert>}
          <div className={styles.what}>
            <p>{words}</p>
            {existing && (
              <p role="status">
                Вы уже следите: {inQuotes(existing.title)}. Изменить подписку можно на&nbsp;странице «Подписки».
              </p>
            )}
            {watched !== given && (
              <p className="quiet">
                Часть дел убрана.{' '}
                <Button look="link" onClick={() => setWatched(given)}>
                  Вернуть как было
                </Button>
              </p>
            )}
          </div>
          <TextField
            label="Название"
            error={fields.title?.[0]}
            data-autofocus
            maxLength={maxSubscriptionTitle}
            autoComplete="off"
            placeholder={
              subscription?.own_title === '' ? subscription.title : `Можно не заполнять: назовём ${namedAfter(watched)}`
            }
            value={draft.title}
            onChange={title => put({ title })}
          />
          {'get_params' in watched && (
            <LabelledGroup label="Что присылать">
              {labelId => (
                <Segmented
                  labelledBy={labelId}
                  options={sendings}
                  value={draft.sends}
                  onChange={sends => put({ sends, cadence: cadenceFor(sends, draft.cadence) })}
                />
              )}
            </LabelledGroup>
          )}
          {isDigest || (
            <LabelledGroup label="О чём сообщать">
              {labelId => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid with its legend outside
                <div className={styles.kinds} role="group" aria-labelledby={labelId}>
                  {kindsFor(watched).map(({ value, label }) => (
                    <Checkbox
                      key={value}
                      checked={draft.kinds.includes(value)}
                      onChange={on => put({ kinds: withKind(draft.kinds, value, on) })}
                    >
                      {label}
                    </Checkbox>
                  ))}
                </div>
              )}
            </LabelledGroup>
          )}
          <When draft={draft} put={put} />
          <Where draft={draft} put={put} />
        </form>
        <div className={styles.aside}>
          {isDigest ? (
            <AboutDigest />
          ) : (
            <RehearsalView
              watched={watched}
              kinds={draft.kinds}
              onLess={({ get_params, kinds }) => {
                if (kinds) put({ kinds })
                setWatched(before => narrowWatched(before, get_params))
              }}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

const AboutDigest = () => (
  <section className="prose" aria-label="О сводке">
    <h3>Что будет в сводке</h3>
    <p>Сколько дел появилось, изменилось и ушло со времени прошлой сводки, и по каждому — что было и что стало.</p>
    <p className="quiet">
      Сравнивается то, что было известно на конец дня по Москве. Сводка приходит и тогда, когда ничего не изменилось.
    </p>
  </section>
)

const namedAfter = (watched: WatchedTarget): string =>
  'get_params' in watched ? 'по фильтрам' : 'case' in watched ? 'по делу' : 'по лицу'

/** The subscription to the same case or person; filters are compared by the server. */
function useExisting(watched: WatchedTarget, own: Subscription | undefined): Subscription | undefined {
  const isNew = own === undefined && !('get_params' in watched)
  const { data } = useQuery({ ...subscriptionsQueryOptions, enabled: isNew, meta: { quiet: true } })
  return data?.results.find(one =>
    'case' in watched ? one.case?.id === watched.case : 'person' in watched && one.person?.id === watched.person,
  )
}

/** The words of the title that the server generates. */
const useWords = (watched: WatchedTarget, what: Props['what']): string => {
  const params = 'get_params' in watched ? watched.get_params : undefined
  const values = useMemo(() => readLenient(caseFields, params ?? {}), [params])
  const sentence = useSentence(caseFields, values, maxSubscriptionTitle)
  const { data } = useQuery({ ...favouritesBySetQueryOptions, enabled: isOfFavourites(values) })
  if (typeof what === 'string') return what
  if (isOfFavourites(values)) return filterLines(what, values, data?.all).join(' · ')
  return Object.keys(values).length > 0 ? sentence : 'Все дела'
}
