import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { maxSubscriptionTitle, newsKinds } from '#shared/domain/news.ts'
import { ApiError, sentenceOf } from '../../api/client.ts'
import {
  changeSubscription,
  createSubscription,
  refreshSubscriptions,
  rehearsalQueryOptions,
  type WatchedTarget,
} from '../../api/subscriptions.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelledGroup, TextField } from '../../ui/field.tsx'
import { narrow, useMedia } from '../../ui/media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { RehearsalView } from './rehearsal-view.tsx'
import { draftOf, narrowWatched, newDraft, valuesOf, withKind } from './subscription-draft.ts'
import styles from './subscription-form.module.css'
import { type Put, When, Where } from './telling-parts.tsx'

type Props = { watched: WatchedTarget; what: string; subscription?: Subscription | undefined; onClose: () => void }

export const SubscriptionForm = ({ watched: given, what, subscription, onClose }: Props) => {
  const client = useQueryClient()
  const formId = useId()
  const [watched, setWatched] = useState(given)
  const [draft, setDraft] = useState(() => (subscription ? draftOf(subscription) : newDraft(given, [])))
  const put: Put = change => setDraft(before => ({ ...before, ...change }))
  const { data: rehearsed } = useQuery(rehearsalQueryOptions(watched, draft.kinds))
  const saving = useMutation({
    mutationFn: () =>
      subscription
        ? changeSubscription(subscription.id, {
            ...valuesOf(draft),
            ...(watched !== given && 'get_params' in watched && { get_params: watched.get_params }),
          })
        : createSubscription(watched, valuesOf(draft)),
    onSuccess: async () => {
      showToast(subscription ? 'Подписка изменена.' : 'Подписка создана: она на странице «Подписки».')
      onClose()
      await refreshSubscriptions(client)
    },
  })
  const isRefused = draft.kinds.length === 0 || (rehearsed?.refusal ?? null) !== null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isRefused && !saving.isPending) saving.mutate()
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
          <Button look="main" type="submit" form={formId} disabled={isRefused} busy={saving.isPending}>
            {subscription ? 'Сохранить' : 'Подписаться'}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <div className={styles.sides}>
        <form id={formId} className={`stack ${styles.form}`} aria-label="Подписка" onSubmit={submit}>
          {saving.error && <Alert>{sentenceOf(saving.error)}</Alert>}
          <div className={styles.what}>
            <p>{what}</p>
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
          <LabelledGroup label="О чём сообщать">
            {labelId => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid with its legend outside
              <div className={styles.kinds} role="group" aria-labelledby={labelId}>
                {newsKinds.map(({ value, label }) => (
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
          <When draft={draft} put={put} />
          <Where draft={draft} put={put} />
        </form>
        <div className={styles.aside}>
          <RehearsalView
            watched={watched}
            kinds={draft.kinds}
            onLess={({ get_params, kinds }) => {
              if (kinds) put({ kinds })
              setWatched(before => narrowWatched(before, get_params))
            }}
          />
        </div>
      </div>
    </Dialog>
  )
}

const namedAfter = (watched: WatchedTarget): string =>
  'get_params' in watched ? 'по фильтрам' : 'case' in watched ? 'по делу' : 'по лицу'
