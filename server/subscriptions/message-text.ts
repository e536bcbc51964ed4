import type { MessageKind } from '#shared/api/subscriptions.ts'
import { newsLines } from '#shared/domain/news.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Message, MessageCase } from './message.ts'

const newsSubject = ({ title, cases }: Message): string =>
  `${title}: ${cases.length === 1 && cases[0] ? cases[0].snapshot.case_number : counted(cases.length, caseForms)}`

const dayForms = ['день', 'дня', 'дней'] as const
const texts: { [K in MessageKind]: { subject: (message: Message) => string; notice?: (message: Message) => string } } =
  {
    news: { subject: newsSubject },
    test: {
      subject: ({ title }) => `Проверка подписки «${title}»`,
      notice: () => 'Так будут приходить новости этой подписки. Это проверка: в делах ничего не случилось.',
    },
    question: {
      subject: ({ title }) => `Подписка «${title}» ещё нужна?`,
      notice: ({ askedDays }) =>
        `Подписке ${counted(askedDays, dayForms)}. Если она ещё нужна, нажмите «Оставить» на её карточке; если нет — удалите её. Без ответа она продолжит работать.`,
    },
    webhook_off: {
      subject: ({ title }) => `Вебхук подписки «${title}» выключен`,
      notice: () =>
        'Программа по адресу вебхука не принимает сообщений, и больше их ей не посылают. Что она отвечала и как включить вебхук снова — на карточке подписки; пропущенное — там же, в последних сообщениях.',
    },
  }

/** What every channel that people read says; the channel gives it a form. */
export type MessageWords = ReturnType<typeof messageWords>
export function messageWords(message: Message, mostCases: number) {
  const { kind, origin, cases } = message
  return {
    subject: texts[kind].subject(message),
    notice: texts[kind].notice?.(message),
    cases: cases
      .slice(0, mostCases)
      .map(one => ({
        title: caseTitle(one),
        summary: caseSummary(one),
        lines: caseLines(one),
        address: caseAddress(origin, one),
      })),
    more: cases.length > mostCases ? `И ещё ${counted(cases.length - mostCases, caseForms)}.` : undefined,
    settings: subscriptionsAddress(message),
  }
}

/** «5-209/2026, Заречный районный суд» */
export const caseTitle = ({ snapshot: { case_number, court } }: MessageCase): string => `${case_number}, ${court.title}`
/** «ст. 20.2 ч. 5 КоАП. Ветрогонова А. Б.» */
const caseSummary = ({ snapshot: { type, articles, defendants } }: MessageCase): string =>
  [articles.length > 0 ? `ст.\u00a0${articles.join('; ')} ${type === 2 ? 'УК' : 'КоАП'}` : '', shortList(defendants)]
    .filter(Boolean)
    .join('. ')

const mostNames = 3
const shortList = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} и другие` : names.join(', ')

const mostLines = 6
export const caseLines = ({ kinds, details }: MessageCase): string[] => newsLines(kinds, details).slice(0, mostLines)

export const caseAddress = (origin: string | undefined, { snapshot }: MessageCase): string | undefined =>
  origin === undefined ? undefined : `${origin}/cases/${snapshot.id}`
export const subscriptionsAddress = ({ origin, subscriptionId }: Message): string | undefined =>
  origin === undefined ? undefined : `${origin}/subscriptions#${subscriptionId}`

export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
