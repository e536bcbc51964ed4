import { showDate } from './dates.ts'
import { saidOf, withSaid } from './hearing-said.ts'
import { hallWords, lowerFirst } from './wording.ts'
import { readShownDate } from './written-day.ts'

/** Kinds of news, their frequency and channels. */
export const newsKinds = [
  { value: 'new', label: 'Новое дело', about: 'о новых делах' },
  { value: 'hearing_set', label: 'Заседание назначено', about: 'о назначении заседаний' },
  { value: 'hearing_moved', label: 'Заседание перенесено', about: 'о переносе заседаний' },
  { value: 'hearing_cancelled', label: 'Заседание снято', about: 'о снятии заседаний' },
  { value: 'event', label: 'Движение дела', about: 'о движении дела' },
  { value: 'result', label: 'Результат', about: 'о результатах' },
  { value: 'text', label: 'Опубликован текст', about: 'об опубликованных текстах' },
  { value: 'appeal', label: 'Обжалование', about: 'об обжаловании' },
  { value: 'disappeared', label: 'Сведения убраны с сайта суда', about: 'об убранных сведениях' },
  { value: 'changed', label: 'Другие изменения карточки', about: 'о других изменениях карточки' },
] as const
export type NewsKind = (typeof newsKinds)[number]['value']
export const newsKindValues = newsKinds.map(({ value }) => value)
/** Follows «не сообщать». */
export const newsAbout = (kind: NewsKind): string => newsKinds.find(({ value }) => value === kind)?.about ?? kind
export const newsLabel = (kind: NewsKind): string => newsKinds.find(({ value }) => value === kind)?.label ?? kind

export type NewsDetail = {
  kind: NewsKind
  before: string | null
  after: string | null
  is_possible?: boolean | undefined
}

/** «20 марта 2026, 11:30 — Судебное заседание, зал 4» */
type HearingOfLine = { date: string; time?: string | undefined; type: string; hall: string; result?: string }
export const showEventMoment = ({ date, time }: Pick<HearingOfLine, 'date' | 'time'>): string =>
  `${showDate(date)}${time ? `, ${time}` : ''}`
export const hearingLine = (event: HearingOfLine): string =>
  `${showEventMoment(event)} — ${withSaid(event.type, saidOf(event.result ?? ''))}${event.hall ? `, ${hallWords(event.hall)}` : ''}`
/** Parses the output of `hearingLine`; the hall stays with the title. */
export function readHearingLine(
  line: string,
): { date: string; time: string | null; title: string; hall: string } | undefined {
  const [, shown = '', time = null, title = ''] =
    /^(\d{1,2}\s\p{L}+\s\d{4})(?:, (\d\d:\d\d))? — (.*)$/su.exec(line) ?? []
  const date = readShownDate(shown)
  return date === undefined ? undefined : { date, time, title, hall: '' }
}

export const newsLabels = (kinds: readonly NewsKind[], details: readonly NewsDetail[]): string[] => [
  ...new Set(
    kinds.flatMap(kind => {
      const told = details.filter(detail => detail.kind === kind)
      return told.length > 0 ? told.map(labelOf) : [newsLabel(kind)]
    }),
  ),
]
/** «Заседание перенесено: 12 марта 2026, 10:00 → 20 марта 2026, 11:30» */
export const newsLines = (kinds: readonly NewsKind[], details: readonly NewsDetail[]): string[] => [
  ...new Set([
    ...kinds.filter(kind => !details.some(detail => detail.kind === kind)).map(newsLabel),
    ...details.map(
      detail => `${labelOf(detail)}: ${[detail.before, detail.after].filter(part => part !== null).join(' → ')}`,
    ),
  ]),
]
const labelOf = ({ kind, is_possible }: NewsDetail): string => {
  const label = newsLabel(kind)
  return is_possible ? `Вероятно, ${lowerFirst(label)}` : label
}

export const defaultNewsKinds = (about: 'filters' | 'case' | 'person'): NewsKind[] =>
  // A case already known is never new.
  newsKindValues.filter(kind => kind !== { filters: 'changed', case: 'new', person: undefined }[about])

export const cadences = [
  { value: 'at_once', label: 'Сразу' },
  { value: 'daily', label: 'Раз в день' },
  { value: 'weekly', label: 'Раз в неделю' },
] as const
export type Cadence = (typeof cadences)[number]['value']

export const channels = [
  { value: 'telegram', label: 'Telegram' },
  { value: 'email', label: 'Почта' },
  { value: 'push', label: 'Уведомления браузера' },
  { value: 'webhook', label: 'Вебхук' },
] as const
export type Channel = (typeof channels)[number]['value']
export const channelValues = channels.map(({ value }) => value)

export const weekdays = [
  { value: 1, label: 'понедельник' },
  { value: 2, label: 'вторник' },
  { value: 3, label: 'среда' },
  { value: 4, label: 'четверг' },
  { value: 5, label: 'пятница' },
  { value: 6, label: 'суббота' },
  { value: 7, label: 'воскресенье' },
] as const

/** What a subscription sends: each piece of news, or a periodic digest of changes. */
export const sendings = [
  { value: 'news', label: 'Новости' },
  { value: 'changes', label: 'Сводка изменений' },
] as const
export type Sending = (typeof sendings)[number]['value']

export const debounceMinutes = 5
export const maxSubscriptions = 200
export const maxSubscriptionTitle = 100
export const maxMutedCases = 1_000
/** Days a preview covers; older news is history. */
export const previewDays = 100
/** Above this the person is asked to narrow the filters; above the next limit a subscription is refused. */
export const manyNewsPerDay = 200
export const maxNewsPerDay = 300
/** Days after which the owner is asked to confirm a subscription. */
export const confirmationDays = [90, 180] as const
export const maxWebhookUrlLength = 1_000
