import type { FullCase } from '#shared/api/cases.ts'
import type { CaseRefresh } from '#shared/api/collecting.ts'
import { fieldName } from './case-history.ts'
import { showInstant } from './court-time.ts'

/** What is said while a card is read anew, and when it has been. */
export const refreshSentence = (told: CaseRefresh | undefined): string => {
  switch (told?.state) {
    case 'captcha':
      return 'Сайт суда просит проверочный код. Карточка обновится, когда администратор его введёт.'
    case 'silent':
      return told.not_before === null
        ? 'Сайт суда на паузе: он просил не присылать запросов.'
        : `Сайт суда на паузе: он просил не присылать запросов. Карточка обновится после ${showInstant(told.not_before)}.`
    default:
      return 'Карточка читается на сайте суда. Страницу можно закрыть.'
  }
}

type Known = Pick<FullCase, 'gone_at'> & { readonly revisions: readonly FullCase['revisions'][number][] }
export const refreshedSentence = ({ state, error }: CaseRefresh, was: Known, now: Known): string => {
  if (now.gone_at !== null && was.gone_at === null)
    return 'Карточки на сайте суда больше нет. Дело сохранено здесь таким, каким его видели в последний раз.'
  if (state === 'failed') return `Обновить не удалось. ${error ?? ''}`.trim()
  const last = Math.max(0, ...was.revisions.map(({ number }) => number))
  const fields = now.revisions
    .filter(({ number }) => number > last)
    .flatMap(({ changes }) => changes)
    .map(({ field }) => fieldName(field))
  const names = [...new Set(fields)].map(name =>
    /^[А-ЯЁ]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1),
  )
  return names.length === 0
    ? 'Карточка прочитана: изменений нет.'
    : `Карточка прочитана. Изменилось: ${names.join(', ')}.`
}
