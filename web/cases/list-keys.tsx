import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { focusedRow } from '../ui/row-focus.ts'
import styles from './case-list-page.module.css'
import { casesByIds } from './keep-cases.ts'

const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx'), 'TagDialog')

type Props = { rows: readonly CaseRow[]; picked: ReadonlySet<number> }
/** Below the list: announces keyboard shortcuts, and handles the one that requires rights to tags. */
export const ListKeys = ({ rows, picked }: Props) => {
  // Rows have tags only for those who may change them.
  const mayTag = rows.some(({ tags }) => tags !== undefined)
  const client = useQueryClient()
  const [tagged, setTagged] = useState<ReadonlySet<number>>()
  useShortcuts({
    ...(mayTag && {
      l: () => {
        const focused = Number(focusedRow('[data-case]')?.dataset.case)
        if (picked.size > 0) setTagged(picked)
        else if (focused) setTagged(new Set([focused]))
      },
    }),
  })
  return (
    <>
      <p className={`screen-only ${styles.keys}`}>
        <KeyHint keys={['/']}>поиск</KeyHint>
        <KeyHint keys={['w']}>по словам</KeyHint>
        <KeyHint keys={['f']}>фильтры</KeyHint>
        <KeyHint keys={['j', 'k']}>по строкам</KeyHint>
        <KeyHint keys={['s']}>в избранное</KeyHint>
        <KeyHint keys={['x']}>выбрать</KeyHint>
        {mayTag && <KeyHint keys={['l']}>метки</KeyHint>}
        <KeyHint keys={['?']}>все клавиши</KeyHint>
      </p>
      {tagged && <TagDialog cases={casesByIds(client, tagged)} onClose={() => setTagged(undefined)} />}
    </>
  )
}

const KeyHint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span>
    {keys.map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
    {children}
  </span>
)
