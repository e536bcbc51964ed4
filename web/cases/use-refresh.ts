import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { isUnderWay } from '#shared/api/collecting.ts'
import { caseQuery, reloadLists } from '../api/cases.ts'
import { sentenceOf } from '../api/client.ts'
import { askRefresh, refreshQuery } from '../api/refresh.ts'
import { say } from '../ui/toasts.tsx'
import { refreshedSentence, refreshSentence } from './refresh-wording.ts'

/**
 * The card read anew: asked for, waited for, and then what has changed is told. Who comes back to the page while the card
 * is being read finds it being read.
 */
export const useRefresh = (one: FullCase) => {
  const client = useQueryClient()
  const canRefresh = isOnSite(one)
  const { data } = useQuery({ ...refreshQuery(one.id), enabled: canRefresh })
  const asking = useMutation({
    mutationFn: () => askRefresh(one.id),
    onSuccess: state => client.setQueryData(refreshQuery(one.id).queryKey, state),
    onError: error => say(sentenceOf(error), { bad: true }),
  })
  // Only what the site's turn is waited for ends in something to tell; a refusal has told itself.
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
      const now = client.getQueryData(caseQuery(one.id).queryKey)
      if (now) say(refreshedSentence(data, was, now), { bad: data.state === 'failed' })
      await reloadLists(client, false)
    }
    void tell()
  }, [waiting, data, one, client])
  return { canRefresh, underWay, ask: () => asking.mutate(), sentence: underWay ? refreshSentence(data) : undefined }
}

/** A case whose card can be on a site at all. */
const isOnSite = ({ url, sources }: FullCase): boolean =>
  Boolean(url) && sources.some(({ origin }) => origin !== 'demo')
