import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { WaitingCaptcha } from '#shared/api/collecting.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { counted, plural } from '#shared/domain/wording.ts'
import { answerCaptcha, captchasQueryOptions, changeCaptcha } from '../api/operations.ts'
import { focusField } from '../filters/form.tsx'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import { announceToScreenReader } from '../ui/toasts.tsx'
import styles from './captcha-page.module.css'

/** Enter shows the next captcha before the server has answered; after a wrong code another picture appears. */
export const CaptchaPage = () => {
  const client = useQueryClient()
  const list = useQuery(captchasQueryOptions)
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const waiting = (list.data?.results ?? []).filter(({ id }) => !done.has(id))
  const [one, next] = waiting

  const bring = (id: number) => setDone(before => before.difference(new Set([id])))
  const acting = useMutation({
    mutationKey: ['captchas'],
    mutationFn: ({ id, answer }: { id: number; answer: string | undefined }) =>
      answer === undefined ? changeCaptcha(id) : answerCaptcha(id, answer),
    onError: (error, { id }) => {
      bring(id)
      showFailure(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['captchas'] }),
  })
  const act = (id: number, answer?: string) => {
    setDone(before => before.union(new Set([id])))
    acting.mutate({ id, answer })
    announceToScreenReader(next ? `Дальше: ${next.host}` : 'Больше кодов нет.')
  }
  return (
    <PartedPage
      title="Проверочные коды"
      lead="Сайты некоторых судов ищут дела, только когда человек введёт код с картинки. Введённый код действует для своего сайта, пока тот не спросит снова; карточки дел читаются и без него."
    >
      <RetryAlert of={list} />
      {list.data && one === undefined && <p className={styles.none}>Сейчас ни один сайт кода не ждёт.</p>}
      {one && <One key={one.id} one={one} left={waiting.length - 1} onAct={act} />}
    </PartedPage>
  )
}

type Props = { one: WaitingCaptcha; left: number; onAct: (id: number, answer?: string) => void }
const One = ({ one: { id, host, courts, picture, asked_at, is_old, waiting, was_wrong }, left, onAct }: Props) => {
  const [answer, setAnswer] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (answer.trim() === '') {
      setMissing(true)
      focusField(event.currentTarget)
    } else onAct(id, answer)
  }
  return (
    <section className={styles.one} aria-labelledby="site">
      <div className={styles.told}>
        <h2 id="site">{host}</h2>
        {courts.length > 0 && <p>{courts.join(', ')}</p>}
        <p className="quiet small">
          Ждёт с {showMoment(asked_at)}
          {waiting > 0 &&
            `, без кода ${plural(waiting, ['стоит', 'стоят', 'стоят'])} ${counted(waiting, ['запрос', 'запроса', 'запросов'])}`}
          .
        </p>
        {was_wrong && <p className="doubt">Прошлый код этот сайт не принял.</p>}
        {is_old && <p className="doubt">Картинка старая: сайт мог её забыть. Можно попросить другую.</p>}
      </div>
      <form onSubmit={submit} className={styles.form}>
        <img src={picture} alt={`Картинка с кодом сайта ${host}`} className={styles.picture} />
        <Labelled label="Код с картинки" error={isMissing && 'Впишите код с картинки.'}>
          {(fieldId, described) => (
            <div className={`acts ${styles.line}`}>
              <TextInput
                {...described}
                id={fieldId}
                value={answer}
                onChange={typed => {
                  setAnswer(typed)
                  setMissing(false)
                }}
                autoComplete="off"
                inputMode="numeric"
                maxLength={20}
                spellCheck={false}
                autoFocus
              />
              <Button type="submit" look="main">
                Отправить <kbd>Enter</kbd>
              </Button>
              <Button onClick={() => onAct(id)}>Другую картинку</Button>
            </div>
          )}
        </Labelled>
        <p className="quiet small">{left > 0 ? `После этого ждут ещё ${left}.` : 'Это последний.'}</p>
      </form>
    </section>
  )
}
