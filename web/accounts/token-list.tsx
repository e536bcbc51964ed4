import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { createToken, type NewToken, type OwnToken, revokeToken, tokensQueryOptions } from '../api/accounts.ts'
import { AskBeforeLeaving } from '../filters/ask-before-leaving.tsx'
import { Form, useForm } from '../filters/form.tsx'
import { ListState } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Labelled, Select, TextField } from '../ui/field.tsx'
import { PagePart } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import styles from './account-page.module.css'
import tokenStyles from './token-list.module.css'

/** Personal tokens for programs. The text of a token is shown once, right after creation. */
export const TokenList = () => {
  const client = useQueryClient()
  const list = useQuery(tokensQueryOptions)
  const [made, setMade] = useState<NewToken>()
  const [revoked, setRevoked] = useState<OwnToken>()
  const [asking, setAsking] = useState(false)
  const revoking = useAct(revokeToken, {
    done: 'Ключ отозван.',
    onDone: (_, id) => setMade(current => (current?.id === id ? undefined : current)),
    changes: [tokensQueryOptions.queryKey],
    onSettled: () => setAsking(false),
  })
  return (
    <PagePart id="tokens" title="Личные ключи">
      <p className="prose">
        Ключ нужен программе, которая читает данные от вашего имени: она видит то же, что и вы, но ничего не меняет. Как
        им пользоваться, сказано в <a href="/api/v1/docs/">описании API</a>.
      </p>
      {made && <FreshToken token={made} onClose={() => setMade(undefined)} />}
      <NewTokenForm
        onMade={async token => {
          setMade(token)
          await client.invalidateQueries({ queryKey: tokensQueryOptions.queryKey })
        }}
      />
      <ListState list={list} empty="Ключей нет." />
      <ul className={`${rows.rows} ${styles.rows}`}>
        {list.data?.results.map(token => (
          <li key={token.id}>
            <p className="strong">{token.name}</p>
            <div>
              <p>{token.used_at === null ? 'Ещё не использован' : `Последний раз ${showMoment(token.used_at)}`}</p>
              <p className="quiet small">
                Создан {showMoment(token.created_at)}, действует до {showMoment(token.expires_at)}
              </p>
            </div>
            <Button
              aria-label={`Отозвать: ${token.name}`}
              onClick={() => {
                setRevoked(token)
                setAsking(true)
              }}
            >
              Отозвать
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        opened={asking}
        title="Отозвать ключ?"
        act="Отозвать"
        busy={revoking.isPending}
        onAct={() => revoked && revoking.mutate(revoked.id)}
        onClose={() => setAsking(false)}
      >
        <p>Программы, которые пользуются ключом «{revoked?.name}», сразу потеряют доступ.</p>
      </Confirm>
    </PagePart>
  )
}

const terms = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: '180 дней' },
  { value: '365', label: '365 дней' },
] as const
type Term = (typeof terms)[number]['value']

const NewTokenForm = ({ onMade }: { onMade: (token: NewToken) => Promise<void> }) => {
  const initial: { name: string; days: Term } = { name: '', days: '90' }
  const { form, field, change, busy } = useForm(initial, async ({ name, days }) => {
    const token = await createToken({ name, days: Number(days) })
    change('name', '')
    await onMade(token)
  })
  const { error, name: _, ...days } = field('days')
  return (
    <Form of={form} className={tokenStyles.form} aria-label="Новый ключ">
      <div className={tokenStyles.fields}>
        <TextField
          {...field('name')}
          label="Название нового ключа"
          autoComplete="off"
          placeholder="Например, таблица для отчёта"
        />
        <Labelled label="Срок" error={error}>
          {(id, described) => <Select {...described} {...days} id={id} options={terms} />}
        </Labelled>
        <Button type="submit" busy={busy}>
          Создать ключ
        </Button>
      </div>
    </Form>
  )
}

const FreshToken = ({ token: { name, token }, onClose }: { token: NewToken; onClose: () => void }) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    await copyText(token, 'Ключ скопирован.', 'Браузер не дал скопировать ключ: он выделен, скопируйте его сами.')
    field.current?.select()
  }
  return (
    <div className={tokenStyles.fresh}>
      <TextField
        label={`Ключ «${name}»`}
        hint="Показан один раз. Сохраните его сейчас: потом можно только создать новый."
        ref={field}
        className={tokenStyles.text}
        value={token}
        onChange={() => {}}
        readOnly
        autoComplete="off"
        spellCheck={false}
      />
      <div className="acts fill-phone">
        <Button look="main" onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button onClick={onClose}>Ключ сохранён</Button>
      </div>
      <AskBeforeLeaving title="Ключ сохранён?">
        <p>Показать его ещё раз нельзя, можно только создать новый.</p>
      </AskBeforeLeaving>
    </div>
  )
}
