import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Webhook as Kept } from '#shared/api/other-programs.ts'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { maxWebhookUrlLength } from '#shared/domain/news.ts'
import {
  refreshSubscriptions,
  removeWebhook,
  renewSecret,
  setWebhook,
  testWebhook,
  webhookQueryOptions,
} from '../api/subscriptions.ts'
import { AskBeforeLeaving } from '../filters/ask-before-leaving.tsx'
import { Form, useForm } from '../filters/form.tsx'
import { NotYet } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { Status } from '../ui/status.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './card-part.module.css'
import { callLine, callSign, lasted } from './subscription-wording.ts'

type Of = { subscription: Pick<Subscription, 'id' | 'title'> }
export const WebhookPanel = ({ subscription }: Of) => {
  const asking = useQuery(webhookQueryOptions(subscription.id))
  const [secret, setSecret] = useState<string>()
  if (!asking.data) return <NotYet of={asking} />
  const { webhook } = asking.data
  return (
    <section className={styles.part} aria-label={`Вебхук: ${subscription.title}`}>
      {webhook === null && (
        <p className="quiet">
          Новости этой подписки может получать ваша программа: мы вызываем её адрес и подписываем каждое сообщение
          секретом по соглашению Standard Webhooks.
        </p>
      )}
      {webhook && <Standing webhook={webhook} />}
      <Address key={webhook?.url} subscription={subscription} webhook={webhook} onSecret={setSecret} />
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
      {webhook && (
        <>
          <Acts subscription={subscription} webhook={webhook} onSecret={setSecret} />
          <Calls calls={webhook.calls} />
        </>
      )}
    </section>
  )
}

const Standing = ({ webhook: { is_on, off_at, failing_since } }: { webhook: Kept }) => {
  if (off_at !== null)
    return (
      <p className={styles.warning}>
        Выключен {showMoment(off_at)}: адрес двое суток не принимал сообщений или ответил, что его больше нет.
        Пропущенное видно в последних сообщениях и в ленте; чтобы снова отправлять сообщения, нажмите «Включить».
      </p>
    )
  if (!is_on) return <p className="quiet">Выключен: канал снят в настройках подписки.</p>
  return failing_since === null ? null : (
    <p className={styles.warning}>
      Адрес не принимает сообщений с {showMoment(failing_since)}. Мы повторяем попытки двое суток, потом вебхук
      выключится.
    </p>
  )
}

/** Updates the webhook here and on its card. */
const useChanged = (id: number) => {
  const client = useQueryClient()
  return async (webhook: Kept | null): Promise<void> => {
    client.setQueryData(webhookQueryOptions(id).queryKey, { webhook })
    await refreshSubscriptions(client)
  }
}

type Changing = Of & { onSecret: (secret: string | undefined) => void }
const Address = ({ subscription: { id }, webhook, onSecret }: Changing & { webhook: Kept | null }) => {
  const changed = useChanged(id)
  const { form, field, busy } = useForm({ url: webhook?.url ?? '' }, async ({ url }) => {
    const made = await setWebhook(id, url.trim())
    if (made.secret !== null) onSecret(made.secret)
    showToast(made.secret === null ? 'Адрес сохранён, вебхук включён.' : 'Вебхук включён: сохраните его секрет.')
    await changed(made.webhook)
  })
  const { error, ...input } = field('url')
  const isNew = webhook === null
  return (
    <Form of={form} className={styles.form} aria-label="Адрес вебхука">
      <Labelled
        label="Адрес программы"
        error={error}
        hint={isNew ? 'Только https и только адреса, доступные всему интернету.' : undefined}
      >
        {(inputId, described) => (
          <div className="row">
            <TextInput
              {...described}
              id={inputId}
              className="grow"
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={maxWebhookUrlLength}
              placeholder="https://example.ru/hook"
              {...input}
            />
            <Button type="submit" busy={busy}>
              {isNew || !webhook.is_on ? 'Включить' : 'Сохранить'}
            </Button>
          </div>
        )}
      </Labelled>
    </Form>
  )
}

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <Labelled
      label="Секрет"
      hint="Показан один раз: сохраните его у своей программы. Прежний, если он был, подписывает вызовы ещё сутки."
    >
      {(inputId, described) => (
        <div className="row">
          <TextInput
            {...described}
            id={inputId}
            ref={field}
            className="grow"
            readOnly
            value={secret}
            onChange={() => {}}
            onFocus={event => event.currentTarget.select()}
          />
          <Button onClick={() => void copyText(secret, 'Секрет скопирован.')}>Скопировать</Button>
          <Button look="bare" onClick={onClose}>
            Скрыть
          </Button>
          <AskBeforeLeaving title="Секрет сохранён?">
            <p>Показать его ещё раз нельзя, можно только создать новый.</p>
          </AskBeforeLeaving>
        </div>
      )}
    </Labelled>
  )
}

const questions = {
  renew: {
    title: 'Создать новый секрет?',
    act: 'Создать',
    text: 'Сутки вызовы подписаны обоими секретами, потом только новым: успейте сменить его у своей программы.',
  },
  remove: {
    title: 'Удалить вебхук?',
    act: 'Удалить',
    text: 'Адрес, секрет и список вызовов пропадут, новости по этому адресу больше не уйдут.',
  },
} as const

const Acts = ({ subscription: { id }, webhook, onSecret }: Changing & { webhook: Kept }) => {
  const changed = useChanged(id)
  const [asked, setAsked] = useState<keyof typeof questions>('renew')
  const [asking, setAsking] = useState(false)
  const ask = (what: keyof typeof questions): void => {
    setAsked(what)
    setAsking(true)
  }
  const testing = useAct(() => testWebhook(id), {
    onDone: ({ call }) => showToast(`Проверка: ${callLine(call)}`, { bad: call.said !== null }),
    changes: [webhookQueryOptions(id).queryKey],
  })
  const renewing = useAct(() => renewSecret(id), {
    done: 'Новый секрет готов.',
    onDone: made => {
      onSecret(made.secret ?? undefined)
      return changed(made.webhook)
    },
    onSettled: () => setAsking(false),
  })
  const removing = useAct(() => removeWebhook(id), {
    done: 'Вебхук удалён.',
    onDone: () => {
      onSecret(undefined)
      return changed(null)
    },
    onSettled: () => setAsking(false),
  })
  const acts = { renew: renewing, remove: removing }
  return (
    <>
      <div className="acts">
        <Button busy={testing.isPending} onClick={() => testing.mutate()}>
          {testing.isPending ? 'Вызываем…' : 'Проверить вызов'}
        </Button>
        <Button onClick={() => ask('renew')}>Новый секрет</Button>
        <Button onClick={() => ask('remove')}>Удалить вебхук</Button>
      </div>
      <p className="quiet">Секрет создан {showMoment(webhook.secret_at)}.</p>
      <Confirm
        opened={asking}
        title={questions[asked].title}
        act={questions[asked].act}
        busy={acts[asked].isPending}
        onAct={() => acts[asked].mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{questions[asked].text}</p>
      </Confirm>
    </>
  )
}

const Calls = ({ calls }: Pick<Kept, 'calls'>) =>
  calls.length === 0 ? (
    <p className="quiet">Вызовов ещё не было.</p>
  ) : (
    <ol className={styles.calls} aria-label="Последние вызовы">
      {calls.map(call => (
        <li key={call.id}>
          <span className="quiet">{showMoment(call.at)}</span>
          <Status sign={callSign(call)} plain>
            {callLine(call)}
          </Status>
          <span>{lasted(call.ms)}</span>
        </li>
      ))}
    </ol>
  )
