import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cadences, weekdays } from '#shared/domain/news.ts'
import { lowerFirst } from '#shared/domain/wording.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { botQueryOptions } from '../../api/exports.ts'
import { isPushKnown, pushQueryOptions, switchPush } from '../../api/push.ts'
import { channelsQueryOptions } from '../../api/subscriptions.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Labelled, LabelledGroup, Select, TextInput } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useAct } from '../use-act.ts'
import { cadenceFor, channelLabel, readClock, type SubscriptionDraft, zoneOptions } from './subscription-draft.ts'
import styles from './subscription-form.module.css'

export type Put = (change: Partial<SubscriptionDraft>) => void

const days = weekdays.map(({ value, label }) => ({ value: String(value), label }))
export const When = ({ draft, put }: { draft: SubscriptionDraft; put: Put }) => (
  <>
    <LabelledGroup
      label="Когда"
      hint={draft.cadence === 'at_once' ? 'Близкие по времени новости объединяем в одно сообщение.' : undefined}
    >
      {labelId => (
        <div className="acts">
          <Segmented
            labelledBy={labelId}
            options={cadences.filter(({ value }) => cadenceFor(draft.sends, value) === value)}
            value={draft.cadence}
            onChange={cadence => put({ cadence })}
          />
          {draft.cadence === 'weekly' && (
            <Select
              aria-label="День недели"
              options={days}
              value={String(draft.weekday)}
              onChange={weekday => put({ weekday: Number(weekday) })}
            />
          )}
          {draft.cadence !== 'at_once' && <Clock label="Время" value={draft.at} onChange={at => put({ at })} />}
        </div>
      )}
    </LabelledGroup>
    <div className={styles.quiet}>
      <Checkbox checked={draft.isQuiet} onChange={isQuiet => put({ isQuiet })}>
        Не беспокоить
      </Checkbox>
      {draft.isQuiet && (
        <div className="acts">
          <span className="quiet">с</span>
          <Clock
            label="Не беспокоить с"
            value={draft.quiet.from}
            onChange={from => put({ quiet: { ...draft.quiet, from } })}
          />
          <span className="quiet">до</span>
          <Clock
            label="Не беспокоить до"
            value={draft.quiet.to}
            onChange={to => put({ quiet: { ...draft.quiet, to } })}
          />
        </div>
      )}
    </div>
    {(draft.isQuiet || draft.cadence !== 'at_once') && (
      <Labelled label="Часовой пояс">
        {id => <Select id={id} options={zoneOptions(draft.zone)} value={draft.zone} onChange={zone => put({ zone })} />}
      </Labelled>
    )}
  </>
)

/** Time in the local format, whatever the language of the browser; incomplete input keeps the former time. */
const Clock = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => {
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined && readClock(typed) === undefined
  return (
    <TextInput
      inputMode="numeric"
      maxLength={5}
      required
      className={styles.clock}
      aria-label={label}
      aria-invalid={wrong || undefined}
      placeholder="чч:мм"
      value={typed ?? value}
      onChange={next => {
        setTyped(next)
        const read = readClock(next)
        if (read !== undefined) onChange(read)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** An unavailable channel says what it lacks; if it was chosen before, it can be removed. */
export const Where = ({ draft, put }: { draft: SubscriptionDraft; put: Put }) => {
  const { data, error } = useQuery(channelsQueryOptions)
  const { data: bot } = useQuery(botQueryOptions)
  return (
    <LabelledGroup
      label="Куда"
      hint={
        draft.sends === 'changes'
          ? 'Сводки видны на странице «Сегодня», даже если ничего не выбрано.'
          : 'Новости приходят на страницу «Сегодня», даже если ничего не выбрано.'
      }
    >
      {labelId => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid with its legend outside
        <div className={styles.channels} role="group" aria-labelledby={labelId}>
          {error && !data && <Alert>{sentenceOf(error)}</Alert>}
          {(data?.results ?? []).map(({ channel, ready, to, note }) =>
            ready || draft.channels.includes(channel) ? (
              <Checkbox
                key={channel}
                checked={draft.channels.includes(channel)}
                onChange={on =>
                  put({ channels: [...draft.channels.filter(one => one !== channel), ...(on ? [channel] : [])] })
                }
              >
                {channelLabel(channel)} <span className="quiet">{note ?? to}</span>
              </Checkbox>
            ) : (
              <p key={channel} className="quiet">
                {missingNote(channelLabel(channel), note ?? '')}
                {channel === 'push' && <PushSwitch />}
                {channel === 'telegram' && bot?.is_set_up && (
                  <>
                    {' '}
                    <Link to="/exports" hash="bot">
                      О чате с ботом
                    </Link>
                  </>
                )}
              </p>
            ),
          )}
        </div>
      )}
    </LabelledGroup>
  )
}
/** A note that names its channel needs no label. */
const missingNote = (label: string, note: string): string =>
  note.startsWith(label) ? note : `${label}: ${lowerFirst(note)}`

/** Notifications in this browser, until sign-out. */
const PushSwitch = () => {
  const { data } = useQuery({ ...pushQueryOptions, enabled: isPushKnown() })
  const switching = useAct(switchPush, {
    done: said => said,
    changes: [pushQueryOptions.queryKey, channelsQueryOptions.queryKey],
  })
  if (!isPushKnown())
    return (
      <span className="quiet small">
        Этот браузер их не{'\u00a0'}поддерживает; на айфоне — сначала на экран «Домой».
      </span>
    )
  return (
    data && (
      <>
        {' '}
        <Button
          look="link"
          busy={switching.isPending}
          onClick={() => switching.mutate(data.is_on ? undefined : data.public_key)}
        >
          {data.is_on ? 'Выключить в этом браузере' : 'Разрешить'}
        </Button>
      </>
    )
  )
}
