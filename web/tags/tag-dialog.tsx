import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { sameTag, type TagAction, type TagUploadAnswer } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { caseForms, counted, ofCaseForms, plural, showNumber } from '#shared/domain/wording.ts'
import { directoryTagsQueryOptions, refreshTags, tagCases, undoTagUpload } from '../api/tags.ts'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { showToast } from '../ui/toasts.tsx'

/** Tags of cases outside the screen are unknown. */
export type TaggedCase = Pick<CaseRow, 'id'> & Partial<Pick<CaseRow, 'case_number' | 'tags'>>
type Props = { cases: readonly TaggedCase[]; onClose: () => void }
type Change = { tag: string; action: TagAction }

/** Tags of one or many cases: changes are saved at once and can be undone. */
export const TagDialog = ({ cases, onClose }: Props) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [done, setDone] = useState<ReadonlyMap<string, Change>>(new Map())
  const query = useDeferredValue(typed.trim())
  const found = useQuery(directoryTagsQueryOptions(query, 1))
  const changing = useAct(
    ({ tag, action }: Change) =>
      tagCases(
        cases.map(({ id }) => id),
        tag,
        action,
      ),
    {
      onDone: (answer, change) => {
        setDone(before => new Map([...before, [sameTag(change.tag), change]]))
        tell(answer, change, done.get(sameTag(change.tag)))
        return refreshTags(client)
      },
    },
  )
  const tell = (answer: TagUploadAnswer, change: Change, former: Change | undefined): void => {
    const { upload_id } = answer
    showToast(changeSentence(answer, change), {
      ...(upload_id !== null && { act: { label: 'Отменить', run: () => void undo(upload_id, change, former) } }),
    })
  }
  const undo = async (upload: number, { tag }: Change, former: Change | undefined): Promise<void> => {
    try {
      await undoTagUpload(upload)
      showToast('Отменено: метки стоят, как прежде.')
      setDone(before => {
        const others = [...before].filter(([key]) => key !== sameTag(tag))
        return new Map(former ? [...others, [sameTag(tag), former]] : others)
      })
      await refreshTags(client)
    } catch (error) {
      showFailure(error)
    }
  }
  const borne = borneTags(cases, done)
  const onAll = new Set(borne.filter(({ count }) => count === cases.length).map(({ value }) => sameTag(value)))
  const others = found.data?.results.filter(({ value }) => !onAll.has(sameTag(value))) ?? []
  const isNew =
    !isBlank(typed) &&
    query === typed.trim() &&
    found.data !== undefined &&
    !onAll.has(sameTag(query)) &&
    !others.some(({ value }) => sameTag(value) === sameTag(query))
  const change = (tag: string, action: TagAction) => changing.isPending || changing.mutate({ tag, action })
  const [only] = cases
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        cases.length === 1 && only?.case_number
          ? `Метки дела № ${only.case_number}`
          : `Метки: ${counted(cases.length, caseForms)}`
      }
      size={520}
      footer={
        <Button look="main" onClick={onClose}>
          Готово
        </Button>
      }
    >
      <Labelled label="Метки" hint={hintOf(cases)}>
        {id => (
          <div aria-busy={changing.isPending}>
            <Picker
              id={id}
              placeholder="Найти или создать"
              autoFocus
              picksFirst
              picked={borne.map(({ value, count }) => ({
                value,
                label: count === cases.length ? value : `${value} · на ${showNumber(count)}`,
              }))}
              typed={typed}
              onTyped={setTyped}
              options={[
                ...others.map(({ id, value, cases_count }) => ({
                  value: String(id),
                  label: value,
                  hint: counted(cases_count, caseForms),
                })),
                ...(isNew ? [{ value: newOne, label: `Создать метку «${query}»` }] : []),
              ]}
              onPick={({ value }) => {
                const tag = value === newOne ? query : others.find(({ id }) => String(id) === value)?.value
                if (tag) change(tag, 'add')
              }}
              onRemove={({ value }) => change(value, 'remove')}
              note={found.isPending ? 'Загружаются метки…' : 'Меток пока нет: введите название.'}
            />
          </div>
        )}
      </Labelled>
    </Dialog>
  )
}

const newOne = 'new'

/** Each tag of any of the cases, with their number; `done`: what this dialog has changed on all of them. */
const borneTags = (
  cases: readonly TaggedCase[],
  done: ReadonlyMap<string, Change>,
): { value: string; count: number }[] => {
  const counts = new Map<string, { value: string; count: number }>()
  for (const { value } of cases.flatMap(({ tags }) => tags ?? []))
    counts.set(sameTag(value), { value, count: (counts.get(sameTag(value))?.count ?? 0) + 1 })
  for (const [key, { tag, action }] of done)
    if (action === 'add') counts.set(key, { value: counts.get(key)?.value ?? tag, count: cases.length })
    else counts.delete(key)
  return [...counts.values()].toSorted((a, b) => a.value.localeCompare(b.value, 'ru'))
}

const hintOf = (cases: readonly TaggedCase[]): string => {
  const common = 'Метки общие: их видят все редакторы меток.'
  const unknown = cases.filter(({ tags }) => tags === undefined).length
  return unknown === 0
    ? common
    : `${common} Какие стоят на ${counted(unknown, ['деле', 'делах', 'делах'])} с других страниц, здесь не показано.`
}

const changeSentence = ({ cases, refused }: TagUploadAnswer, { tag, action }: Change): string => {
  const left =
    refused === 0 ? '' : ` ${counted(refused, caseForms)} вам не ${plural(refused, ['видно', 'видны', 'видно'])}.`
  if (cases === 0) return `${action === 'add' ? `Метка «${tag}» уже стоит.` : `Метки «${tag}» уже нет.`}${left}`
  return action === 'add'
    ? `Метка «${tag}» поставлена на ${counted(cases, ['дело', 'дела', 'дел'])}.${left}`
    : `Метка «${tag}» снята с ${counted(cases, ofCaseForms)}.${left}`
}
