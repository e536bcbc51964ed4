import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TagAction, TagLine } from '#shared/api/tags.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import styles from './load-tags-page.module.css'
import { type LinesView, lineOutcomeText, linesInView } from './upload-wording.ts'

/** The table line by line: what is wrong first. */
const atOnce = 100

export const UploadLines = ({ lines, action }: { lines: readonly TagLine[]; action: TagAction }) => {
  const found: Record<LinesView, TagLine[]> = {
    refused: linesInView(lines, 'refused'),
    change: linesInView(lines, 'change'),
    idle: linesInView(lines, 'idle'),
  }
  const options = (
    [
      { value: 'refused', label: 'Не распознаны' },
      { value: 'change', label: 'Изменится' },
      { value: 'idle', label: 'Без изменений' },
    ] as const
  ).filter(({ value }) => found[value].length > 0)
  const [chosen, setChosen] = useState<LinesView>()
  const [shown, setShown] = useState(atOnce)
  const view = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value
  if (view === undefined) return null
  const rows = found[view]
  return (
    <>
      {options.length > 1 && (
        <Segmented
          label="Какие строки"
          value={view}
          options={options.map(option => ({ ...option, count: showNumber(found[option.value].length) }))}
          onChange={next => {
            setChosen(next)
            setShown(atOnce)
          }}
        />
      )}
      <ul className={styles.lines} aria-label="Строки таблицы">
        {rows.slice(0, shown).map(line => (
          <li key={`${line.line} ${line.tag}`}>
            <span className={styles.number}>{showNumber(line.line)}</span>
            <span>
              {line.case ? (
                <>
                  <Link to="/cases/$id" params={{ id: String(line.case.id) }}>
                    {line.case.case_number}
                  </Link>
                  <span className={styles.second}>{line.case.court}</span>
                </>
              ) : (
                line.asked || '—'
              )}
            </span>
            <span className={styles.word}>{line.tag || '—'}</span>
            <span className={styles.second}>{lineOutcomeText(line, action)}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + atOnce)}>
          Показать ещё {showNumber(Math.min(atOnce, rows.length - shown))}
        </Button>
      )}
    </>
  )
}
