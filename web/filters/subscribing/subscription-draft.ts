import type { Subscription } from '#shared/api/subscriptions.ts'
import {
  type Cadence,
  type Channel,
  channels,
  defaultNewsKinds,
  type NewsKind,
  newsKinds,
  newsKindValues,
  type Sending,
} from '#shared/domain/news.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import type { WatchedTarget } from '../../api/subscriptions.ts'

/** State of a subscription form: times are kept while they do not apply. */
export type SubscriptionDraft = {
  title: string
  kinds: readonly NewsKind[]
  channels: readonly Channel[]
  sends: Sending
  cadence: Cadence
  at: string
  weekday: number
  zone: string
  isQuiet: boolean
  quiet: { from: string; to: string }
}

/** A digest covers whole days. */
export const cadenceFor = (sends: Sending, cadence: Cadence): Cadence =>
  sends === 'changes' && cadence === 'at_once' ? 'weekly' : cadence

const usualQuiet = { from: '22:00', to: '08:00' }
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const aboutWhat = (watched: WatchedTarget): Subscription['about'] =>
  'get_params' in watched ? 'filters' : 'case' in watched ? 'case' : 'person'

export const newDraft = (watched: WatchedTarget, sends: Sending): SubscriptionDraft => ({
  title: '',
  kinds: defaultNewsKinds(aboutWhat(watched)),
  channels: [],
  sends,
  cadence: cadenceFor(sends, 'at_once'),
  at: '09:00',
  weekday: 1,
  zone: ownZone(),
  isQuiet: true,
  quiet: usualQuiet,
})

export const draftOf = (subscription: Subscription): SubscriptionDraft => {
  const { own_title: title, kinds, channels, sends, cadence, at, weekday, zone, quiet } = subscription
  return {
    title,
    kinds,
    channels,
    sends,
    cadence,
    at,
    weekday,
    zone,
    isQuiet: quiet !== null,
    quiet: quiet ?? usualQuiet,
  }
}

/** Possible kinds of news: a single known case is never new. */
export const kindsFor = (watched: WatchedTarget) =>
  newsKinds.filter(({ value }) => value !== 'new' || !('case' in watched))

/** What a subscription watches; undefined for a case or person that is no longer visible. */
export const watchedOf = ({ about, get_params, case: one, person }: Subscription): WatchedTarget | undefined => {
  if (about === 'filters') return { get_params: toWire(get_params) }
  if (about === 'case') return one ? { case: one.id } : undefined
  return person ? { person: person.id } : undefined
}

export const valuesOf = ({ isQuiet, ...draft }: SubscriptionDraft) => ({
  ...draft,
  title: draft.title.trim(),
  kinds: [...draft.kinds],
  channels: [...draft.channels],
  quiet: isQuiet ? draft.quiet : null,
})

/** Kinds keep their fixed order, whatever the order of clicks. */
export const withKind = (kinds: readonly NewsKind[], kind: NewsKind, on: boolean): NewsKind[] =>
  newsKindValues.filter(one => (one === kind ? on : kinds.includes(one)))

export const narrowWatched = (
  watched: WatchedTarget,
  get_params: Parameters<typeof toWire>[0] | undefined,
): WatchedTarget =>
  get_params === undefined || !('get_params' in watched) ? watched : { get_params: toWire(get_params) }

/** Time zones of Russian courts and their readers; another chosen one comes first. */
const zones = [
  { value: 'Europe/Kaliningrad', label: 'Калининград' },
  { value: 'Europe/Moscow', label: 'Москва' },
  { value: 'Europe/Samara', label: 'Самара' },
  { value: 'Asia/Yekaterinburg', label: 'Екатеринбург' },
  { value: 'Asia/Omsk', label: 'Омск' },
  { value: 'Asia/Novosibirsk', label: 'Новосибирск' },
  { value: 'Asia/Krasnoyarsk', label: 'Красноярск' },
  { value: 'Asia/Irkutsk', label: 'Иркутск' },
  { value: 'Asia/Yakutsk', label: 'Якутск' },
  { value: 'Asia/Vladivostok', label: 'Владивосток' },
  { value: 'Asia/Magadan', label: 'Магадан' },
  { value: 'Asia/Kamchatka', label: 'Камчатка' },
]
export const zoneOptions = (chosen: string): { value: string; label: string }[] =>
  zones.some(({ value }) => value === chosen) ? zones : [{ value: chosen, label: chosen }, ...zones]
export const channelLabel = (channel: string): string =>
  channels.find(({ value }) => value === channel)?.label ?? channel
export const zoneLabel = (zone: string): string => zones.find(({ value }) => value === zone)?.label ?? zone

/** «9:05», «09.05», «0905» as «09:05». */
export const readClock = (typed: string): string | undefined => {
  const [, hours = '', minutes] = /^\s*(\d{1,2})[:.]?(\d{2})\s*$/.exec(typed) ?? []
  return minutes !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : undefined
}
