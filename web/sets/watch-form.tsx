import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WatchSummary } from '#shared/api/set-watch.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxWatchRows } from '#shared/domain/set-watch.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { refreshSetLists } from '../api/sets.ts'
import { type WatchedLine, watchLines } from '../api/watching.ts'
import { focusField } from '../filters/form.tsx'
import { useAct } from '../filters/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'
import { rowForms } from './table-import.ts'
import { readWatchedLine } from './watch-lines.ts'
import styles from './watched-rows.module.css'

const shownOfLine = 120

type Refused = { at: number; line: string; why: string }
type Sent = { rows: { at: number; line: string; row: WatchedLine }[]; refused: Refused[] }
type Props = { set: number; onAdded: (summary: WatchSummary) => void }
/** Refused lines stay in the field with the reason, to be corrected. */
export const WatchForm = ({ set, onAdded }: Props) => {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const lines = text.split('\n').filter(line => !isBlank(line))
  const isTooMany = lines.length > maxWatchRows
  const keep = (left: readonly Refused[]): void => {
    const inOrder = left.toSorted((a, b) => a.at - b.at)
    setRefused(inOrder)
    setText(inOrder.map(({ line }) => line).join('\n'))
  }
  const adding = useAct(
    ({ rows }: Sent) =>
      watchLines(
        set,
        rows.map(({ row }) => row),
      ),
    {
      onDone: async (answer, sent) => {
        keep([
          ...sent.refused,
          ...answer.refused.map(({ row, text: said, why }) => ({
            at: sent.rows[row]?.at ?? 0,
            line: sent.rows[row]?.line ?? said,
            why,
          })),
        ])
        const told = [
          answer.added.length > 0 ? `Добавлено: ${counted(answer.added.length, rowForms)}.` : '',
          answer.already > 0 ? `Уже в списке: ${counted(answer.already, rowForms)}.` : '',
        ].filter(Boolean)
        if (told.length > 0) showToast(told.join(' '))
        if (answer.added.length > 0) onAdded(answer.summary)
        await refreshSetLists(client)
      },
    },
  )
  const send = (): void => {
    const sent: Sent = { rows: [], refused: [] }
    for (const [at, line] of lines.entries()) {
      const row = readWatchedLine(line)
      if (typeof row === 'string') sent.refused.push({ at, line, why: row })
      else sent.rows.push({ at, line, row })
    }
    if (sent.rows.length > 0) adding.mutate(sent)
    else keep(sent.refused)
  }
  return (
    <form
      className={`screen-only ${styles.form}`}
      onSubmit={event => {
        event.preventDefault()
        setMissing(lines.length === 0)
        if (lines.length === 0 || isTooMany) focusField(event.currentTarget)
        else if (!adding.isPending) send()
      }}
    >
      <TextAreaField
        label="Имена, номера, УИД: каждое с новой строки"
        hint="После точки с запятой можно добавить суд, регион, статью, дату: «Радугодуб Вера Олеговна; Москва; 20.2 ч. 5». К номеру дела нужен суд."
        error={
          isTooMany
            ? `В списке не больше ${counted(maxWatchRows, rowForms)}, здесь ${showNumber(lines.length)}.`
            : isMissing && lines.length === 0 && 'Впишите хотя бы одну строку.'
        }
        value={text}
        onChange={setText}
        readOnly={adding.isPending}
      />
      {refused.length > 0 && (
        <Alert>
          <p>Не добавлено: {counted(refused.length, rowForms)}. Исправьте в поле или удалите.</p>
          <ul aria-label="Не добавленные строки">
            {refused.map(({ at, line, why }) => (
              <li key={at}>
                {inQuotes(line.length > shownOfLine ? `${line.slice(0, shownOfLine)}…` : line)}. {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <p className="acts">
        <Button type="submit" look="main" busy={adding.isPending}>
          Наблюдать
        </Button>
      </p>
    </form>
  )
}
