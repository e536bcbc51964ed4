import type { SearchAnswer, SuggestionGroup, SuggestionKind } from '#shared/api/search.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { type FoundRow, type RowGroup, rowsOf } from './suggestion-rows.ts'

const titles: Readonly<Record<SuggestionKind, string>> = {
  person: 'Лица',
  case: 'Дела',
  judge: 'Судьи',
  court: 'Суды',
  city: 'Города и регионы',
  article: 'Статьи',
  tag: 'Метки',
  preset: 'Наборы фильтров',
  set: 'Подборки',
  text: 'В текстах решений',
}
const inSentence: Readonly<Record<SuggestionKind, string>> = {
  person: 'лица',
  case: 'дела',
  judge: 'судьи',
  court: 'суды',
  city: 'города и регионы',
  article: 'статьи',
  tag: 'метки',
  preset: 'наборы фильтров',
  set: 'подборки',
  text: 'тексты решений',
}
/** A retry would not help. */
export const isOfCommonWords = ({ kind, items, late, more }: SuggestionGroup): boolean =>
  kind === 'text' && late && more && items.length === 0
const tooCommon = 'Эти слова есть в очень многих решениях. Добавьте слов или фильтров.'
const textsAreAway = 'Тексты решений сейчас не ищутся: их сервер не отвечает. Повторите через минуту.'
const unfinished = 'Поиск здесь не закончен. Уточните слова.'

/** What was found and what is unfinished. `asking`: a group that timed out is being requested alone. */
export const rowGroups = (
  { groups }: SearchAnswer,
  typed: string,
  asking: (kind: SuggestionKind) => boolean,
): RowGroup[] =>
  groups
    .filter(isTold)
    .toSorted(
      (one, other) => Number(isGuess(one)) - Number(isGuess(other)) || Number(isCalled(other)) - Number(isCalled(one)),
    )
    .map(group => ({
      kind: group.kind,
      title: titleOf(group),
      rows: [...rowsOf(group, typed), ...allOf(group)],
      ...(group.items.length === 0 && {
        note: group.away
          ? textsAreAway
          : isOfCommonWords(group)
            ? tooCommon
            : asking(group.kind)
              ? 'Ищем…'
              : unfinished,
      }),
    }))
/** Results for the previous letters that may still match, without their notes. */
export const staleGroups = ({ groups }: SearchAnswer, typed: string): RowGroup[] =>
  groups
    .filter(({ items }) => items.length > 0)
    .map(group => ({ kind: group.kind, title: titles[group.kind], rows: rowsOf(group, typed), isStale: true }))

/** Approximate matches follow exact ones, and are never the default choice. */
const isGuess = ({ items }: SuggestionGroup): boolean =>
  items.length > 0 && items.every(item => 'approximate' in item && item.approximate)
/** «Татарстан»: the region rather than the first of its courts. */
const isCalled = (group: SuggestionGroup): boolean => group.kind === 'city' && group.items[0]?.is_called === true
const isTold = ({ items, late }: SuggestionGroup): boolean => items.length > 0 || late
/** One line for all empty groups, except those that timed out. */
export const nothingFound = ({ groups }: SearchAnswer): string => {
  const empty = groups.filter(group => !isTold(group))
  if (empty.length === 0) return ''
  return empty.length === groups.length
    ? 'Ничего не найдено.'
    : `Не найдено: ${empty.map(({ kind }) => inSentence[kind]).join(', ')}.`
}

const titleOf = ({ kind, all }: SuggestionGroup): string =>
  kind === 'text' && all?.count ? `${titles.text}: ${counted(all.count, ['', '', '']).trim()}` : titles[kind]

const allOf = ({ kind, items, all, more }: SuggestionGroup): FoundRow[] => {
  if (!all || !more || items.length === 0) return []
  const title =
    all.count === null
      ? 'Показать все'
      : kind === 'text'
        ? `Все решения с этими словами: ${counted(all.count, caseForms)}`
        : `Показать все: ${counted(all.count, kind === 'person' ? ['лицо', 'лица', 'лиц'] : caseForms)}`
  return [{ id: `${kind}-all`, lead: '', title, second: '', aside: '', target: { to: all.page, search: all.filters } }]
}
