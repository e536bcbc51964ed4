import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { caseQueryOptions } from '../api/case-details.ts'
import { deleteDraft, keepDraft, noteDraft, recallDraft } from '../api/drafts.ts'
import { writeNote } from '../api/favourites.ts'
import { currentUserQueryOptions } from '../api/session.ts'

/** Saves after a pause in typing and on leaving the page; never overwrites a change from another window. */
const typingPause = 800

export type NoteState = { kind: 'saved' | 'waiting' | 'saving' | 'conflict' } | { kind: 'failed'; sentence: string }

/** Saves still in flight from an earlier visit: resolves to the new version, or undefined after a failure. */
const underWay = new Map<string, Promise<{ known: number | null } | undefined>>()

type Target = Pick<FullCase, 'id' | 'note'>

export const useNoteDraft = ({ id, note }: Target) => {
  const client = useQueryClient()
  const place = draftKey(client.getQueryData(currentUserQueryOptions.queryKey)?.username ?? '', id)
  const [text, setText] = useState(() => recallDraft(noteDraft, place)?.text ?? note?.text ?? '')
  const [state, setState] = useState<NoteState>({ kind: 'saved' })
  // Kept across renders: the version that the server has, and the text to send.
  const work = useRef({ text, known: note?.version ?? null, timer: 0, busy: false, dirty: false })

  const save = useCallback(
    async ({ anyway = false } = {}): Promise<void> => {
      const now = work.current
      clearTimeout(now.timer)
      if (now.busy || !now.dirty) return
      now.busy = true
      setState({ kind: 'saving' })
      const earlier = await underWay.get(place)
      if (earlier) now.known = earlier.known
      const sent = now.text
      now.dirty = false
      try {
        const writing = writeNote(client, id, { text: sent, ...(!anyway && { known: now.known }) })
        const outcome = writing.then(
          written => ({ known: written?.version ?? null }),
          () => undefined,
        )
        underWay.set(place, outcome)
        const written = await writing.finally(() => {
          if (underWay.get(place) === outcome) underWay.delete(place)
        })
        now.known = written?.version ?? null
        if (!now.dirty) deleteDraft(place)
        else keepDraft(place, { text: now.text, known: now.known })
        setState({ kind: now.dirty ? 'waiting' : 'saved' })
      } catch (error) {
        now.dirty = true
        const isConflict = error instanceof ApiError && error.status === 409
        setState(isConflict ? { kind: 'conflict' } : { kind: 'failed', sentence: sentenceOf(error) })
        now.busy = false
        return
      }
      now.busy = false
      // Typed while the request was in flight.
      if (now.dirty) now.timer = window.setTimeout(() => void save(), typingPause)
    },
    [client, id, place],
  )

  const change = (next: string): void => {
    const now = work.current
    now.text = next
    now.dirty = true
    setText(next)
    keepDraft(place, { text: next, known: now.known })
    clearTimeout(now.timer)
    if (state.kind === 'conflict') return
    setState({ kind: 'waiting' })
    now.timer = window.setTimeout(() => void save(), typingPause)
  }

  // Sends what an earlier visit could not save, and the rest when this one ends.
  useEffect(() => {
    const now = work.current
    const draft = recallDraft(noteDraft, place)
    if (draft && !now.dirty) {
      Object.assign(now, { text: draft.text, known: draft.known, dirty: true })
      void save()
    }
    const leave = (): void => void save()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [place, save])

  // A refetched note replaces one that is not being edited.
  const version = note?.version ?? null
  useEffect(() => {
    const now = work.current
    if (now.dirty || now.busy || version === now.known) return
    now.known = version
    now.text = note?.text ?? ''
    setText(now.text)
  }, [version, note?.text])

  const takeTheirs = async (): Promise<void> => {
    const { note: theirs } = await client.fetchQuery({ ...caseQueryOptions(id), staleTime: 0 })
    Object.assign(work.current, { text: theirs?.text ?? '', known: theirs?.version ?? null, dirty: false })
    deleteDraft(place)
    setText(theirs?.text ?? '')
    setState({ kind: 'saved' })
  }
  return { text, state, change, save, takeTheirs }
}

export type NoteDraft = ReturnType<typeof useNoteDraft>

const draftKey = (username: string, id: number): string => `noteDraft ${username} ${id}`
