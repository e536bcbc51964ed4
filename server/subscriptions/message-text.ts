import { changeKinds } from '#shared/api/changes.ts'
import type { MessageKind } from '#shared/api/messages.ts'
import { fieldName, withShownDates } from '#shared/domain/case-field-names.ts'
import { addDays, showDateRange } from '#shared/domain/dates.ts'
import { newsLines } from '#shared/domain/news.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { DigestCase } from './digests.ts'
import type { Message, MessageCase } from './message.ts'

const newsSubject = ({ title, cases }: Message): string =>
  `${title}: ${cases.length === 1 && cases[0] ? cases[0].snapshot.case_number : counted(cases.length, caseForms)}`

const digestSubject = ({ title, digest }: Message): string =>
  digest ? `${title}, ${showDateRange({ min: addDays(digest.days.from, 1), max: digest.days.to })}` : title

/** «Появилось: 3 · Изменилось: 12 · Ушло: 1» */
function digestNotice({ digest }: Message): string {
  if (digest === undefined) return ''
  if (digest.refusal !== undefined) return `Сводку составить не удалось. ${digest.refusal}`
  const counts = changeKinds.flatMap(({ value, label }) =>
    digest.counts[value] > 0 ? [`${label}: ${showNumber(digest.counts[value])}`] : [],
  )
  return counts.join(' · ') || 'За эти дни о подходящих делах ничего нового не стало известно.'
}

const dayForms = ['день', 'дня', 'дней'] as const
const texts: { [K in MessageKind]: { subject: (message: Message) => string; notice?: (message: Message) => string } } =
  {
    news: { subject: newsSubject },
    changes: { subject: digestSubject, notice: digestNotice },
    test: {
      subject: ({ title }) => `Проверка подписки ${inQuotes(title)}`,
      notice: () => 'Так будут приходить новости этой подписки. Это проверка: в делах ничего не случилось.',
    },
    question: {
      subject: ({ title }) => `Подписка ${inQuotes(title)} ещё нужна?`,
      notice: ({ askedDays }) =>
        `Подписке ${counted(askedDays, dayForms)}. Если она ещё нужна, нажмите «Оставить» на её карточке; если нет — удалите её. Без ответа она продолжит работать.`,
    },
    webhook_off: {
      subject: ({ title }) => `Вебхук подписки ${inQuotes(title)} выключен`,
      notice: () =>
        'Программа по адресу вебхука не принимает сообщений, и больше их ей не посылают. Что она отвечала и как включить вебхук снова — на карточке подписки; пропущенное — там же, в последних сообщениях.',
    },
  }

/** The words common to all channels for people; the channel formats them. */
export type MessageWords = ReturnType<typeof messageWords>
export function messageWords(message: Message, mostCases: number) {
  const { kind, origin, digest } = message
  const cases = digest?.cases ?? message.cases
  const count = digest ? Object.values(digest.counts).reduce((sum, n) => sum + n) : cases.length
  const named = cases.slice(0, mostCases)
  return {
    subject: texts[kind].subject(message),
    notice: texts[kind].notice?.(message),
    cases: named.map(one => ({
      title: caseTitle(one),
      summary: caseSummary(one),
      lines: 'changes' in one ? digestLines(one) : caseLines(one),
      address: caseAddress(origin, one),
      /** The card on the court's site. */
      courtCard: one.snapshot.url ?? undefined,
    })),
    more: count > named.length ? `И ещё ${counted(count - named.length, caseForms)}.` : undefined,
    /** The page with the content of the digest. */
    list: digest && origin !== undefined ? `${origin}${digest.page}` : undefined,
    settings: subscriptionsAddress(message),
  }
}

/** «5-209/2026, Заречный районный суд» */
type Shown = Pick<MessageCase, 'snapshot'>
export const caseTitle = ({ snapshot: { case_number, court } }: Shown): string => `${case_number}, ${court.title}`
/** «ст. 20.2 ч. 5 КоАП. Ветрогонова А. Б.» */
const caseSummary = ({ snapshot: { type, articles, defendants } }: Shown): string =>
  [articles.length > 0 ? `ст.\u00a0${articles.join('; ')} ${type === 2 ? 'УК' : 'КоАП'}` : '', shortList(defendants)]
    .filter(Boolean)
    .join('. ')

const mostNames = 3
const shortList = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} и другие` : names.join(', ')

const mostLines = 6
export const caseLines = ({ kinds, details }: MessageCase): string[] => newsLines(kinds, details).slice(0, mostLines)

const digestLabels = Object.fromEntries(changeKinds.map(({ value, label }) => [value, label]))
const longestValue = 120
const cut = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text
/** «Изменилось», «Результат: — → Прекращено» */
const digestLines = ({ kind, isNew, changes }: DigestCase): string[] =>
  [
    kind === 'appeared' && isNew ? 'Новое дело' : (digestLabels[kind] ?? ''),
    ...changes.map(
      ({ field, before, after }) =>
        `${fieldName(field)}: ${[before ?? '—', after ?? '—'].map(text => cut(withShownDates(text))).join(' → ')}`,
    ),
  ].slice(0, mostLines)

export const caseAddress = (origin: string | undefined, { snapshot }: Shown): string | undefined =>
  origin === undefined ? undefined : `${origin}/cases/${snapshot.id}`
export const subscriptionsAddress = ({ origin, subscriptionId }: Message): string | undefined =>
  origin === undefined ? undefined : `${origin}/subscriptions#${subscriptionId}`

export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
