import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { regions, regionTitle } from '#shared/domain/regions.ts'
import type { AnyValues, Directory } from '#shared/filters/field.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import {
  articleSearchOptions,
  citySearchOptions,
  courtSearchOptions,
  eventTypesQueryOptions,
  isLongEnough,
  judgeSearchOptions,
  tagSearchOptions,
} from '../api/directories.ts'
import { chosenCodex } from './articles.ts'
import { type RecentChoice, recentChoices } from './recent-choices.ts'

const typingDebounce = 150

/** Filters that narrow suggestions (§5): chosen regions, the chosen court, the codex. */
const narrowingOf = (values: AnyValues): { regions: WireRecord; court: WireRecord; codex: WireRecord } => {
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
  const regionIds = list(values.regions)
  const courtIds = list(values.court)
  const codex = chosenCodex(values)
  return {
    regions: regionIds.length > 0 ? { allowed_regions: regionIds } : {},
    court: courtIds.length > 0 ? { court: courtIds } : {},
    codex: codex ? { codex } : {},
  }
}

type Suggestions = { options: readonly RecentChoice[]; note: string }

const atHand: readonly Directory[] = ['event_types']
export const isAtHand = (directory: Directory): boolean => atHand.includes(directory)

export const useSuggestions = (directory: Directory, typed: string, values: AnyValues): Suggestions => {
  const [asked] = useDebouncedValue(typed, typingDebounce)
  const text = useDeferredValue(asked)
  const narrowing = narrowingOf(values)
  const on = (wanted: Directory) => directory === wanted && isLongEnough(text)
  const courts = useQuery({ ...courtSearchOptions(text, narrowing.regions), enabled: on('courts') })
  const judges = useQuery({
    ...judgeSearchOptions(text, { ...narrowing.regions, ...narrowing.court }),
    enabled: on('judges'),
  })
  const cities = useQuery({ ...citySearchOptions(text, narrowing.regions), enabled: on('cities') })
  const tags = useQuery({ ...tagSearchOptions(text), enabled: on('tags') })
  const articles = useQuery({ ...articleSearchOptions(text, narrowing.codex), enabled: on('articles') })
  const eventTypes = useQuery({ ...eventTypesQueryOptions(), enabled: directory === 'event_types' })

  const query = { courts, judges, cities, tags, articles, event_types: eventTypes }
  const found: Partial<Record<Directory, RecentChoice[] | undefined>> = {
    courts: courts.data?.results.map(court => ({
      value: String(court.id),
      label: court.title,
      hint: regionTitle(court.region),
      region: court.region,
    })),
    judges: judges.data?.results.map(judge => ({
      value: String(judge.id),
      label: judge.name,
      hint: judge.court.title,
      region: judge.court.region,
    })),
    cities: cities.data && citiesByName(cities.data.results),
    tags: tags.data?.results.map(tag => ({ value: String(tag.id), label: tag.value })),
    articles: articles.data?.results.map(article => ({
      value: String(article.id),
      label: article.name,
      hint: article.title,
    })),
    event_types: eventTypes.data?.results
      .filter(({ title }) => holds(title, text))
      .map(({ id, title }) => ({ value: String(id), label: title })),
    regions: regions
      .filter(({ title }) => holds(title, text))
      .map(({ number, title }) => ({ value: String(number), label: title })),
  }
  const state = directory in query ? query[directory as keyof typeof query] : undefined
  const isAsked = isLongEnough(typed) || isAtHand(directory)
  return {
    options: isAsked
      ? (found[directory] ?? [])
      : recentChoices(directory, values).filter(({ label }) => holds(label, typed)),
    note: !isAsked
      ? 'Введите не меньше двух букв'
      : state?.isError
        ? 'Подсказки не загрузились'
        : state?.isSuccess && asked === typed
          ? 'Ничего не найдено'
          : 'Ищем…',
  }
}

/** Whether a title contains all typed words, ignoring letter case and ё. */
export const holds = (title: string, typed: string): boolean => {
  const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replaceAll('\u00a0', ' ')
  const within = plain(title)
  return plain(typed)
    .split(/\s+/)
    .every(word => within.includes(word))
}

/** The filter identifies a city by name only, so one option covers all regions with a city of that name. */
export const citiesByName = (found: readonly { city: string; region: number }[]): RecentChoice[] =>
  [...Map.groupBy(found, ({ city }) => city)].map(([city, places]) => ({
    value: city,
    label: city,
    hint: places.map(({ region }) => regionTitle(region)).join(', '),
    region: places.length === 1 ? places[0]?.region : undefined,
  }))
