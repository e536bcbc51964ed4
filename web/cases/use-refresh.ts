import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { type CaseRefresh, isUnderWay } from '#shared/api/collecting.ts'
import { lowerFirstUnlessAcronym } from '#shared/domain/wording.ts'
import { askRefresh, refreshQueryOptions } from '../api/case-details.ts'
import { caseQueryOptions, reloadLists } from '../api/cases.ts'
import { showFailure } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'
import { fieldName } from './case-history.ts'
import { showInstant } from './court-time.ts'

/** Asks to read the card again, waits, then tells what has changed. */
export const useRefresh = (one: FullCase) => {
  const client = useQueryClient()
  const canRefresh = isOnSite(one)
  const { data } = useQuery({ ...refreshQueryOptions(one.id), enabled: canRefresh })
  const asking = useMutation({
    mutationFn: () => askRefresh(one.id),
    onSuccess: state => client.setQueryData(refreshQueryOptions(one.id).queryKey, state),
    onError: showFailure,
  })
  // A refusal has been told already; only the end of waiting is told here.
  const waiting = data !== undefined && isUnderWay(data)
  const underWay = asking.isPending || waiting
  const before = useRef<FullCase>(undefined)
  useEffect(() => {
    if (waiting) {
      before.current ??= one
      return
    }
    const was = before.current
    before.current = undefined
    if (was === undefined || data === undefined || data.state === 'idle') return
    const tell = async (): Promise<void> => {
      await client.invalidateQueries({ queryKey: ['case', one.id] })
      const now = client.getQueryData(caseQueryOptions(one.id).queryKey)
      if (now) showToast(refreshedSentence(data, was, now), { bad: data.state === 'failed' })
      await reloadLists(client, false)
    }
    void tell()
  }, [waiting, data, one, client])
  return { canRefresh, underWay, ask: () => asking.mutate(), sentence: underWay ? refreshSentence(data) : undefined }
}

const isOnSite = ({ url, sources }: FullCase): boolean =>
  Boolean(url) && sources.some(({ origin }) => origin !== 'demo')

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
  const names = [...new Set(fields)].map(lowerFirstUnlessAcronym)
  return names.length === 0
    ? 'Карточка прочитана: изменений нет.'
    : `Карточка прочитана. Изменилось: ${names.join(', ')}.`
}
