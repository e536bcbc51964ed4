import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { Fields, Kind } from '#shared/filters/field.ts'
import type { NamedRow, NameSource, QuestionReading, Reading } from '#shared/questions/reading.ts'
import {
  articlesQueryOptions,
  citySearchOptions,
  courtSearchOptions,
  defenceParamsQueryOptions,
  eventTypesQueryOptions,
  judgeSearchOptions,
  resultTypesQueryOptions,
  tagSearchOptions,
} from '../api/directories.ts'
import { setsQueryOptions } from '../api/sets.ts'
import type { Edited } from '../filters/edit-in-words.ts'
import { sentenceCase } from '../filters/titles.ts'
import { loadChunk } from '../ui/load-chunk.ts'

/** A question is parsed after a pause in typing. */
const debounceMs = 250
const fewestWords = 2

/** Shown next to the action before it runs. */
export const leftOut = ({ unread }: Reading): string =>
  `Не войдёт в поиск: ${unread.map(({ words }) => inQuotes(words)).join(', ')}.`

/** The typed text as a question, if it is one. `isRead`: whether that is known yet. */
export const useQuestion = (
  typed: string,
  user: Holder,
  /** Names of the filters being edited as words; their words always count as a question. */
  known?: Names,
): { question: QuestionReading | undefined; isRead: boolean } => {
  const [text] = useDebouncedValue(typed, debounceMs)
  const client = useQueryClient()
  const { data, isLoading } = useQuery({
    queryKey: ['question', text, known],
    queryFn: async () => {
      const { readQuestion } = await loadChunk(() => import('#shared/questions/read-question.ts'))
      return readQuestion(text, { ...namesFor(client, user), ...(known && { known }) })
    },
    enabled: text !== '' && (known !== undefined || !/[&|!()*]/.test(text)),
    meta: { quiet: true },
  })
  const isRead = text === typed && !isLoading
  return {
    question: isRead && data && (known ? data.understood.length > 0 : isQuestion(data, text)) ? data : undefined,
    isRead,
  }
}

/**
 * The sentence of the filters to edit: available once their articles are known, and never replacing text typed
 * meanwhile.
 */
export const useEditedWords = (
  edited: Edited | undefined,
  user: Holder & Pick<CurrentUser, 'regions'>,
  onText: (put: (was: string) => string) => void,
): Names | undefined => {
  const client = useQueryClient()
  const [known, setKnown] = useState<Names>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the box opens
  useEffect(() => {
    if (!edited) return
    let isHere = true
    const say = async (): Promise<void> => {
      const { sayToEdit } = await loadChunk(() => import('#shared/questions/say-to-edit.ts'))
      const words = await sayToEdit(
        edited.fields,
        edited.values,
        edited.names,
        namesFor(client, user),
        user.regions === null,
      )
      if (!isHere) return
      setKnown(words.known)
      onText(was => was || words.text)
    }
    void say()
    return () => {
      isHere = false
    }
  }, [edited])
  return known
}

/**
 * A single name, number or article is searched in suggestions, which distinguish namesakes; «дела судьи Ветровой»
 * states whose cases are meant.
 */
const namedKinds: readonly Kind[] = ['reference', 'names', 'people', 'text', 'words']
const fields: Fields = caseListFields
const ofCases = /^(?:все\s+)?(?:дела|решения|аресты|штрафы)\s/iu
const isQuestion = ({ understood, unread }: QuestionReading, text: string): boolean =>
  understood.length > 0 &&
  (understood.length + unread.length >= fewestWords ||
    (ofCases.test(text) && understood.some(({ values }) => 'judge' in values || 'court' in values)) ||
    understood.some(({ values }) =>
      Object.keys(values).some(name => {
        const field = fields[name.replace(/_not$/, '')]
        return field !== undefined && !namedKinds.includes(field.kind)
      }),
    ))

const namesFor = (client: QueryClient, user: Holder): NameSource => ({
  articles: async () => (await client.fetchQuery(articlesQueryOptions())).results,
  whole: async (directory): Promise<readonly NamedRow[]> => {
    switch (directory) {
      case 'result_types':
        return titled((await client.fetchQuery(resultTypesQueryOptions({}))).results, sentenceCase)
      case 'event_types':
        return titled((await client.fetchQuery(eventTypesQueryOptions())).results)
      case 'defence_params':
        return (await client.fetchQuery(defenceParamsQueryOptions())).results.map(({ id, value }) => ({
          id,
          title: value,
        }))
      case 'sets':
        return titled((await client.fetchQuery(setsQueryOptions)).results)
    }
  },
  find: async (directory, sought): Promise<readonly NamedRow[]> => {
    switch (directory) {
      case 'courts':
        return (await client.fetchQuery(courtSearchOptions(sought, {}))).results.map(({ id, title, city }) => ({
          id,
          title,
          hint: city,
        }))
      case 'judges':
        return (await client.fetchQuery(judgeSearchOptions(sought, {}))).results.map(({ id, name, court }) => ({
          id,
          title: name,
          hint: court.title,
        }))
      case 'cities':
        return (await client.fetchQuery(citySearchOptions(sought, {}))).results.map(({ city }) => ({
          id: city,
          title: city,
        }))
      case 'tags':
        if (!hasRight(user, 'tag_editor')) return []
        return (await client.fetchQuery(tagSearchOptions(sought))).results.map(({ id, value }) => ({
          id,
          title: value,
        }))
    }
  },
})
const titled = (rows: readonly { id: number; title: string }[], say = (title: string) => title): NamedRow[] =>
  rows.map(({ id, title }) => ({ id, title: say(title) }))
