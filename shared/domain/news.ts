/**
 * What can be told of a case (kinds of news), how often people are told, and by which channels. One list for ingest, which
 * says what happened, and for subscriptions, which choose.
 */
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
/** After «не сообщать». */
export const newsAbout = (kind: NewsKind): string => newsKinds.find(({ value }) => value === kind)?.about ?? kind
export const newsLabel = (kind: NewsKind): string => newsKinds.find(({ value }) => value === kind)?.label ?? kind

/** One thing that happened to a case, in words: «12 марта 2026, 10:00» before, another hour after. */
export type NewsDetail = {
  kind: NewsKind
  before: string | null
  after: string | null
  /** Of an event of unknown wording: it is perhaps a hearing. */
  is_possible?: boolean | undefined
}

/** What happened to a case, in a few words each: «Вероятно, заседание назначено». */
export const newsLabels = (kinds: readonly NewsKind[], details: readonly NewsDetail[]): string[] => [
  ...new Set(
    kinds.flatMap(kind => {
      const told = details.filter(detail => detail.kind === kind)
      return told.length > 0 ? told.map(labelOf) : [newsLabel(kind)]
    }),
  ),
]
/** «Заседание перенесено: 12 марта 2026, 10:00 → 20 марта 2026, 11:30»; a kind without details says itself. */
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
  return is_possible ? `Вероятно, ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
}

/** Of filters, corrections of cards are noise; of one case or one person, everything is told. */
export const usualKinds = (about: 'filters' | 'case' | 'person'): NewsKind[] =>
  newsKindValues.filter(kind => about !== 'filters' || kind !== 'changed')

export const cadences = [
  { value: 'at_once', label: 'Сразу' },
  { value: 'daily', label: 'Раз в день' },
  { value: 'weekly', label: 'Раз в неделю' },
] as const
export type Cadence = (typeof cadences)[number]['value']

/** Where messages go. Feeds are read, not sent: they are no channels. */
export const channels = [
  { value: 'telegram', label: 'Telegram' },
  { value: 'email', label: 'Почта' },
  { value: 'webhook', label: 'Вебхук' },
] as const
export type Channel = (typeof channels)[number]['value']
export const channelValues = channels.map(({ value }) => value)

/** Monday is 1, as people here count. */
export const weekdays = [
  { value: 1, label: 'понедельник' },
  { value: 2, label: 'вторник' },
  { value: 3, label: 'среда' },
  { value: 4, label: 'четверг' },
  { value: 5, label: 'пятница' },
  { value: 6, label: 'суббота' },
  { value: 7, label: 'воскресенье' },
] as const

/** News «at once» waits this long for more of the same, so that a card read anew is one message. */
export const gatherMinutes = 5
/** Cases a message names; the rest are counted, with a link. */
export const casesInMessage = 10
export const maxSubscriptions = 200
export const maxSubscriptionTitle = 100
export const maxMutedCases = 1_000
/** A rehearsal looks back so far; what is older than that when it is first seen is history, not news. */
export const rehearsalDays = 100
/** More news a day than anybody reads. */
export const mostNewsADay = 300
/** Days after which a subscription is asked about. */
export const questionDays = [90, 180] as const

/** Of the address of a webhook. */
export const longestWebhookUrl = 1_000
/** Cases in one call of a webhook. */
export const casesInWebhook = 1_000
