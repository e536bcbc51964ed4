import { useState } from 'react'
import type { ReadRow } from '#shared/api/set-import.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { tidyCell } from '#shared/tables/case-reference.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { CandidateList } from './candidate-list.tsx'
import styles from './import-page.module.css'
import type { Choices, OpenTable } from './table-import.ts'

const atOnce = 50
const views = [
  { value: 'perhaps', label: 'Проверьте' },
  { value: 'not_found', label: 'Не найдено' },
  { value: 'found', label: 'Найдено' },
] as const
type Props = {
  table: OpenTable
  rows: readonly ReadRow[]
  choices: Choices
  onChoose: (line: number, id: number | null) => void
}

/** Every row with its outcome; an ambiguous one waits for a choice. */
export const ImportRows = ({ table, rows, choices, onChoose }: Props) => {
  const counts = Map.groupBy(rows, ({ outcome }) => outcome)
  const shownViews = views.filter(({ value }) => counts.has(value))
  const [picked, setPicked] = useState<ReadRow['outcome']>()
  const [shown, setShown] = useState(atOnce)
  const view = shownViews.find(({ value }) => value === picked)?.value ?? shownViews[0]?.value
  const listed = view === undefined ? [] : (counts.get(view) ?? [])
  const said = (line: number): string =>
    table.kinds
      .flatMap((kind, at) => (kind === 'skip' ? [] : tidyCell(table.read.cells[line - 1]?.[at] ?? '') || []))
      .join(' · ')
  return (
    <>
      {view !== undefined && shownViews.length > 1 && (
        <Segmented
          label="Какие строки"
          value={view}
          options={shownViews.map(one => ({ ...one, count: showNumber(counts.get(one.value)?.length ?? 0) }))}
          onChange={next => {
            setPicked(next)
            setShown(atOnce)
          }}
        />
      )}
      <ol className={styles.rows} aria-label="Строки таблицы">
        {listed.slice(0, shown).map(({ line, why, candidates, outcome }) => (
          <li key={line}>
            <span className="faint">{showNumber(line)}</span>
            <div>
              <p>{said(line)}</p>
              {why !== '' && <p className={`small ${styles.why}`}>{why}</p>}
              <CandidateList
                candidates={candidates}
                chosen={
                  choices.get(line) ?? (choices.has(line) ? null : outcome === 'found' ? candidates[0]?.id : undefined)
                }
                onChoose={id => onChoose(line, id)}
              />
              {candidates.length > 0 && (
                <Button look="link" aria-pressed={choices.get(line) === null} onClick={() => onChoose(line, null)}>
                  {choices.get(line) === null ? 'Останется в «Не найдено»' : 'Ни одно из них'}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {listed.length > shown && (
        <Button onClick={() => setShown(shown + atOnce)}>
          Показать ещё {showNumber(Math.min(atOnce, listed.length - shown))}
        </Button>
      )}
    </>
  )
}
