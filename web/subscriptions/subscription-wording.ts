import type { DeliveredMessage, SubscriptionHit } from '#shared/api/messages.ts'
import type { Webhook } from '#shared/api/other-programs.ts'
import type { Subscription } from '#shared/api/subscriptions.ts'
import { addDays, showDateRange, showMoment } from '#shared/domain/dates.ts'
import { cadences, defaultNewsKinds, newsKinds, newsLabel, newsLines, weekdays } from '#shared/domain/news.ts'
import { counted, lowerFirst, showNumber } from '#shared/domain/wording.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { filterLines } from '#shared/filters/favourite-words.ts'
import { valuesOfPreset } from '../filters/presets/active-preset.ts'
import { presetLines } from '../filters/presets/use-presets.ts'
import { channelLabel, zoneLabel } from '../filters/subscribing/subscription-draft.ts'
import type { StatusSign } from '../ui/status.tsx'

type What = Pick<Subscription, 'about' | 'get_params' | 'human_readable' | 'case' | 'person'>
export const whatLines = (subscription: What): string[] => {
  if (subscription.about === 'case')
    return [subscription.case ? `Дело ${subscription.case.case_number}, ${subscription.case.court}` : 'Дело']
  if (subscription.about === 'person') return [subscription.person ? `Лицо: ${subscription.person.name}` : 'Лицо']
  return filterLines(presetLines(subscription), valuesOfPreset(caseFields, subscription))
}

/** «О новостях: все, кроме «Движение дела»», or the list of kinds, whichever is shorter. */
export const kindsLine = ({ about, kinds, sends }: Pick<Subscription, 'about' | 'kinds' | 'sends'>): string => {
  if (sends === 'changes') return 'Сводка: что появилось, изменилось и ушло'
  const usual = defaultNewsKinds(about)
  if (kinds.length === usual.length && usual.every(kind => kinds.includes(kind))) return 'Обо всех новостях'
  const left = newsKinds.filter(({ value }) => !kinds.includes(value))
  if (left.length === 0) return 'Обо всех новостях и исправлениях карточки'
  return left.length < kinds.length
    ? `Обо всём, кроме: ${left.map(({ label }) => lowerFirst(label)).join(', ')}`
    : `Только: ${kinds.map(kind => lowerFirst(newsLabel(kind))).join(', ')}`
}

type When = Pick<Subscription, 'cadence' | 'at' | 'weekday' | 'zone' | 'quiet'>
/** «Раз в неделю, понедельник, 09:00; не беспокоить 22:00–08:00 (Москва)» */
export const whenLine = ({ cadence, at, weekday, zone, quiet }: When): string => {
  const often = cadences.find(({ value }) => value === cadence)?.label ?? cadence
  const day = weekdays.find(({ value }) => value === weekday)?.label
  const when = { at_once: [often], daily: [often, `в\u00a0${at}`], weekly: [often, day, at] }[cadence].join(', ')
  const rest = quiet && `не беспокоить с\u00a0${quiet.from} до\u00a0${quiet.to}`
  const byClock = quiet !== null || cadence !== 'at_once'
  return [when, rest].filter(Boolean).join('; ') + (byClock ? ` (${zoneLabel(zone)})` : '')
}

export const channelsLine = ({ channels }: Pick<Subscription, 'channels'>): string =>
  ['На страницу «Сегодня»', ...channels.map(channelLabel)].join(', ')

const newsForms = ['новость', 'новости', 'новостей'] as const
type Standing = Pick<Subscription, 'recent_hits' | 'last_hit_at' | 'next_at' | 'channels' | 'sends' | 'created_at'>
const recentDays = 30
export const standingLine = (
  { recent_hits, last_hit_at, next_at, channels, sends, created_at }: Standing,
  now: Date = new Date(),
): string => {
  if (sends === 'changes') return next_at ? `Следующая сводка ${showMoment(next_at)}` : ''
  // A younger subscription does not cover the whole period.
  const isYoung = now.getTime() - Date.parse(created_at) < recentDays * 86_400_000
  const since = isYoung ? `Создана ${showMoment(created_at)}` : `За ${recentDays}\u00a0дней`
  const told = recent_hits === 0 ? 'новостей не\u00a0было' : counted(recent_hits, newsForms)
  return [
    isYoung ? `${since}, с\u00a0тех пор ${told}` : `${since} ${told}`,
    last_hit_at && `последняя ${showMoment(last_hit_at)}`,
    next_at && channels.length > 0 && `следующее сообщение ${showMoment(next_at)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const messageForms = ['сообщение', 'сообщения', 'сообщений'] as const
export const undeliveredLine = ({
  undelivered,
  last_error,
}: Pick<Subscription, 'undelivered' | 'last_error'>): string =>
  `За 30\u00a0дней не доставлено: ${counted(undelivered, messageForms)}. ${last_error ?? ''}`.trim()

type Headed = Pick<DeliveredMessage, 'kind' | 'count' | 'days'>
export const messageTitle = ({ kind, count, days }: Headed): string =>
  ({
    news: counted(count, newsForms),
    changes: `Сводка изменений${days?.to ? `, ${showDateRange({ min: addDays(days.from, 1), max: days.to })}` : ''}`,
    test: 'Проверка',
    question: 'Вопрос, нужна ли подписка',
    webhook_off: 'Вебхук выключен',
  })[kind]

type Delivery = DeliveredMessage['deliveries'][number]
export const deliverySign = ({ delivered_at, dead, error }: Delivery): StatusSign =>
  delivered_at !== null ? 'past' : dead ? 'penalty' : error !== null ? 'returned' : 'next'
export const deliveryLine = ({ channel, delivered_at, dead, attempts, next_at, error }: Delivery): string => {
  const name = channelLabel(channel)
  if (delivered_at !== null) return `${name}: доставлено ${showMoment(delivered_at)}`
  const why = error === null ? '' : ` ${error}`
  if (dead) return `${name}: не доставлено.${why}`
  if (attempts === 0 || next_at === null) return `${name}: отправляется`
  return `${name}: попытка ${attempts} не удалась, следующая ${showMoment(next_at)}.${why}`
}

type Told = Pick<SubscriptionHit, 'kinds' | 'details'>
export const hitLines = ({ kinds, details }: Told): string[] => newsLines(kinds, details)
export const whyLine = ({ why }: Pick<SubscriptionHit, 'why'>): string =>
  why.map(({ label, text }) => `${label}: ${text}`).join(' · ')

type Call = Webhook['calls'][number]
export const callSign = ({ said }: Pick<Call, 'said'>): StatusSign => (said === null ? 'past' : 'returned')
/** «Принято, ответ 204.», or the failure as a sentence. */
export const callLine = ({ status, said }: Pick<Call, 'status' | 'said'>): string =>
  said ?? `Принято, ответ ${status ?? ''}.`
export const lasted = (ms: number): string => `${showNumber(ms)}\u00a0мс`
