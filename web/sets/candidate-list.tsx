import type { CaseCandidate } from '#shared/api/set-import.ts'
import { showDate } from '#shared/domain/dates.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { Button } from '../ui/button.tsx'
import styles from './import-page.module.css'
import { agreementText } from './table-import.ts'

/** Candidate cases of a row with matching facts. `chosen`: undefined before a choice; `onChoose`: for whom may choose. */
type Props = {
  candidates: readonly CaseCandidate[]
  chosen?: number | null | undefined
  busy?: boolean
  onChoose: ((id: number) => void) | undefined
}
export const CandidateList = ({ candidates, chosen, busy = false, onChoose }: Props) => (
  <ul className={styles.candidates}>
    {candidates.map(({ id, case_number, court, people, day, agrees }) => (
      <li key={id} data-chosen={chosen === id || undefined}>
        <div>
          <LinkToCase id={id} className="strong">
            {case_number}
          </LinkToCase>{' '}
          {court}
          <p className="second">{[people.join(', '), day === null ? '' : showDate(day)].filter(Boolean).join(' · ')}</p>
          <p className="second">{agreementText(agrees)}</p>
        </div>
        {onChoose && (
          <Button
            aria-pressed={chosen === undefined ? undefined : chosen === id}
            busy={busy}
            onClick={() => onChoose(id)}
          >
            {chosen === id ? 'Выбрано' : 'Это оно'}
          </Button>
        )}
      </li>
    ))}
  </ul>
)
