import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { noTelegramId } from '#shared/api/exports.ts'
import type { BotState } from '#shared/api/telegram.ts'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { askForExport, botQueryOptions, type ExportOf } from '../../api/exports.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Labelled, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './export-form.module.css'

export type ExportOutcome = { isGood: boolean; text: string }

/**
 * Many cases (§9): the file is built in the background and sent by the bot, or waits on «Мои выгрузки» without a bot.
 */
type Props = {
  asked: ExportOf
  format: ExportFormat
  outcome: ExportOutcome | undefined
  onOutcome: (outcome: ExportOutcome | undefined) => void
}

export const SendExport = (props: Props) => {
  const bot = useQuery(botQueryOptions)
  if (bot.isPending) return <div className={styles.sendRoom} aria-busy="true" />
  return props.outcome?.isGood ? (
    <Done text={props.outcome.text} />
  ) : bot.data?.is_set_up ? (
    <ByBot {...props} bot={bot.data} />
  ) : (
    <Here {...props} />
  )
}

const useAsking = ({ asked, format, onOutcome }: Props) =>
  useMutation({
    mutationFn: (telegram: string | null) => askForExport({ ...asked, format, telegram }),
    onSuccess: (_, telegram) =>
      onOutcome({
        isGood: true,
        text: telegram === null ? 'Файл собирается и появится на странице «Мои выгрузки».' : 'Спасибо, скоро пришлем!',
      }),
    onError: error => onOutcome({ isGood: false, text: sentenceOf(error) }),
  })

const ByBot = ({ bot, ...props }: Props & { bot: BotState }) => {
  const { outcome, onOutcome } = props
  const [id, setId] = useState(bot.chat ? String(bot.chat.id) : '')
  const asking = useAsking(props)
  const send = (): void => {
    if (isNoId(id)) onOutcome({ isGood: false, text: noTelegramId })
    else if (!asking.isPending) asking.mutate(id)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send()
  }
  /** Enter does not submit a form whose button is disabled. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isNoId(id)) send()
  }
  return (
    <form className={styles.send} onSubmit={submit}>
      {outcome && <Alert>{outcome.text}</Alert>}
      <Labelled label="Ваш номер в Telegram" hint={<BotHint bot={bot} />}>
        {(fieldId, described) => (
          <div className="row">
            <TextInput
              id={fieldId}
              {...described}
              inputMode="numeric"
              autoComplete="off"
              placeholder="например, 123456789"
              className="grow"
              value={id}
              onChange={typed => {
                setId(cleanChatId(typed))
                onOutcome(undefined)
              }}
              onKeyDown={onKeyDown}
            />
            <Button look="main" type="submit" disabled={isNoId(id)} busy={asking.isPending}>
              Отправить
            </Button>
          </div>
        )}
      </Labelled>
      <Button look="bare" className={styles.more} busy={asking.isPending} onClick={() => asking.mutate(null)}>
        Собрать здесь, без бота
      </Button>
    </form>
  )
}

/** A lone hyphen is the beginning of a group's number. */
const isNoId = (id: string): boolean => !/\d/.test(id)
/** Keeps digits and a leading hyphen (§5). */
export const cleanChatId = (typed: string): string => typed.replace(/[^\d-]/g, '').replace(/(?!^)-/g, '')

const BotHint = ({ bot: { bot } }: { bot: BotState }) => (
  <>
    Число, а не имя. Его сообщает{' '}
    {bot ? (
      <a href={bot.url} target="_blank" rel="noopener noreferrer">
        наш бот
      </a>
    ) : (
      'наш бот'
    )}{' '}
    в ответ на /start; у группы оно начинается с дефиса.
  </>
)

const Here = (props: Props) => {
  const asking = useAsking(props)
  return (
    <div className={styles.send}>
      {props.outcome && <Alert>{props.outcome.text}</Alert>}
      <p className={`quiet small ${styles.about}`}>
        Бот не настроен: файл соберётся здесь, на странице «Мои выгрузки».
      </p>
      <div className={styles.acts}>
        <Button look="main" busy={asking.isPending} onClick={() => asking.mutate(null)}>
          Собрать файл
        </Button>
      </div>
    </div>
  )
}

const Done = ({ text }: { text: string }) => (
  <div className={styles.done} role="alert">
    <Icon name="check" />
    <p>
      {text} <Link to="/exports">Мои выгрузки</Link>
    </p>
  </div>
)
