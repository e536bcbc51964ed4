import { casesInMessage, newsLines } from '#shared/domain/news.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Message, MessageCase } from './compose-message.ts'

/** The words of a message, which each channel sets in its own way. */
export const subjectOf = ({ kind, title, cases }: Message): string => {
  if (kind === 'test') return `Проверка подписки «${title}»`
  if (kind === 'question') return `Подписка «${title}» ещё нужна?`
  if (kind === 'webhook_off') return `Вебхук подписки «${title}» выключен`
  const [only] = cases
  return cases.length === 1 && only
    ? `${title}: ${only.snapshot.case_number}`
    : `${title}: ${counted(cases.length, caseForms)}`
}

const dayForms = ['день', 'дня', 'дней'] as const
export const noticeOf = ({ kind, askedDays }: Message): string | undefined =>
  kind === 'test'
    ? 'Так будут приходить новости этой подписки. Это проверка: в делах ничего не случилось.'
    : kind === 'question'
      ? `Подписке ${counted(askedDays, dayForms)}. Если она ещё нужна, нажмите «Оставить» на её карточке; если нет — удалите её. Без ответа она продолжит работать.`
      : kind === 'webhook_off'
        ? 'Программа по адресу вебхука не принимает сообщений, и больше их ей не посылают. Что она отвечала и как включить вебхук снова — на карточке подписки; пропущенное — там же, в последних сообщениях.'
        : undefined

export const shownCases = ({ cases }: Message): MessageCase[] => cases.slice(0, casesInMessage)
/** «и ещё 12 дел» */
export const moreCases = ({ cases }: Message): string | undefined =>
  cases.length > casesInMessage ? `И ещё ${counted(cases.length - casesInMessage, caseForms)}.` : undefined

/** «5-209/2026, Заречный районный суд» and under it what the case is. */
export const headOf = ({ snapshot: { case_number, court } }: MessageCase): string => `${case_number}, ${court.title}`
export const aboutOf = ({ snapshot: { type, articles, defendants } }: MessageCase): string =>
  [articles.length > 0 ? `ст.\u00a0${articles.join('; ')} ${type === 2 ? 'УК' : 'КоАП'}` : '', listed(defendants)]
    .filter(Boolean)
    .join('. ')

const mostNames = 3
const listed = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} и другие` : names.join(', ')

const mostLines = 6
export const linesOf = ({ kinds, details }: MessageCase): string[] => newsLines(kinds, details).slice(0, mostLines)

export const caseAddress = (origin: string | undefined, { snapshot }: MessageCase): string | undefined =>
  origin === undefined ? undefined : `${origin}/cases/${snapshot.id}`
export const subscriptionsAddress = ({ origin, subscriptionId }: Message): string | undefined =>
  origin === undefined ? undefined : `${origin}/subscriptions#${subscriptionId}`
