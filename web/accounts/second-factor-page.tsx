import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { SecondFactorStart } from '#shared/api/accounts.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { counted } from '#shared/domain/wording.ts'
import { beginEnabling, confirmEnabling, secondFactorQueryOptions, turnOffSecondFactor } from '../api/accounts.ts'
import { invalidateKeys } from '../api/client.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { AskBeforeLeaving } from '../filters/ask-before-leaving.tsx'
import { Form, useForm } from '../filters/form.tsx'
import { NotYet } from '../filters/load-failed.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { TextField } from '../ui/field.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './account-page.module.css'
import ownStyles from './second-factor-page.module.css'

export const SecondFactorPage = ({ user }: { user: CurrentUser }) => {
  const client = useQueryClient()
  const state = useQuery(secondFactorQueryOptions)
  const [begun, setBegun] = useState<SecondFactorStart>()
  const [codes, setCodes] = useState<readonly string[]>()
  const changed = () => invalidateKeys(client, [secondFactorQueryOptions.queryKey, currentUserQueryOptions.queryKey])
  const body = () => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            focusPage()
            void changed()
          }}
        />
      )
    if (begun)
      return (
        <Confirm
          begun={begun}
          onDone={made => {
            setBegun(undefined)
            setCodes(made)
          }}
          onCancel={() => setBegun(undefined)}
        />
      )
    if (!state.data) return <NotYet of={state} />
    return state.data.enabled_at === null ? (
      <Begin onBegun={setBegun} />
    ) : (
      <TurnOff at={state.data.enabled_at} left={state.data.recovery_codes} onDone={changed} />
    )
  }
  return (
    <PartedPage
      title="Вход с кодом"
      lead={
        user.must_enable_second_factor
          ? 'На этом сервере администраторы входят с кодом. Включите его, и откроется остальное.'
          : 'Для входа, кроме пароля, понадобится код из приложения на телефоне.'
      }
    >
      {body()}
    </PartedPage>
  )
}

const Begin = ({ onBegun }: { onBegun: (begun: SecondFactorStart) => void }) => {
  const { form, field, busy } = useForm({ password: '' }, async asked => onBegun(await beginEnabling(asked)))
  return (
    <Form of={form} className={`stack ${styles.narrow}`}>
      <p>
        Понадобится приложение для одноразовых кодов: Яндекс Ключ, Google Authenticator, Aegis или другое. Связь с
        интернетом ему не нужна.
      </p>
      <PasswordField {...field('password')} label="Пароль" autoComplete="current-password" />
      <Button look="main" type="submit" busy={busy}>
        Включить вход с кодом
      </Button>
    </Form>
  )
}

type ConfirmProps = { begun: SecondFactorStart; onDone: (codes: readonly string[]) => void; onCancel: () => void }
const Confirm = ({ begun: { secret, qr }, onDone, onCancel }: ConfirmProps) => {
  const { form, field, busy } = useForm({ code: '' }, async asked =>
    onDone((await confirmEnabling(asked)).recovery_codes),
  )
  return (
    <Form of={form} className={`stack ${styles.narrow}`}>
      <p>Отсканируйте QR-код приложением. Если не получается, введите в нём ключ, который показан ниже.</p>
      <img className={ownStyles.qr} src={qr} alt="QR-код с ключом для приложения" width={220} height={220} />
      <TextField
        label="Ключ для приложения"
        className={ownStyles.secret}
        value={secret.match(/.{1,4}/g)?.join(' ') ?? secret}
        onChange={() => {}}
        readOnly
        autoComplete="off"
        spellCheck={false}
      />
      <CodeField {...field('code')} label="Код из приложения" autoFocus />
      <div className="acts fill-phone">
        <Button look="main" type="submit" busy={busy}>
          Подтвердить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </Form>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()
/** The form that had the focus is gone. */
const focusPage = (): void => focus(document.getElementById('main'))

const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <section className="stack" aria-labelledby="recovery-codes">
    <h2 id="recovery-codes" tabIndex={-1} ref={focus}>
      Коды восстановления
    </h2>
    <p className="prose">
      Вход с кодом включён, остальные сеансы завершены. Сохраните эти коды там, где они не пропадут вместе с телефоном:
      каждый один раз заменит код из приложения. Показать их ещё раз нельзя.
    </p>
    <ul className={ownStyles.codes}>
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="acts fill-phone">
      <Button
        look="main"
        onClick={() =>
          void copyText(
            codes.join('\n'),
            'Коды скопированы.',
            'Браузер не дал скопировать коды: выделите их и скопируйте сами.',
          )
        }
      >
        Скопировать
      </Button>
      <Button onClick={onClose}>Коды сохранены</Button>
    </div>
    <AskBeforeLeaving title="Коды сохранены?">
      <p>Показать их ещё раз нельзя. Без них и без телефона войти не получится.</p>
    </AskBeforeLeaving>
  </section>
)

type TurnOffProps = { at: string; left: number; onDone: () => Promise<unknown> }
const TurnOff = ({ at, left, onDone }: TurnOffProps) => {
  const { form, field, busy } = useForm({ password: '', code: '' }, async asked => {
    await turnOffSecondFactor(asked)
    showToast('Вход с кодом выключен.')
    focusPage()
    await onDone()
  })
  return (
    <Form of={form} className={`stack ${styles.narrow}`}>
      <p>
        Включён {showMoment(at)}. Осталось{' '}
        {counted(left, ['код восстановления', 'кода восстановления', 'кодов восстановления'])}. Чтобы получить новые
        коды или сменить телефон, выключите вход с кодом и включите его снова.
      </p>
      <PasswordField {...field('password')} label="Пароль" autoComplete="current-password" />
      <CodeField {...field('code')} label="Код из приложения или код восстановления" />
      <Button type="submit" busy={busy}>
        Выключить вход с кодом
      </Button>
    </Form>
  )
}

const CodeField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
)
