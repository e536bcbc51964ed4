import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { fieldName, withShownDates } from '#shared/domain/case-field-names.ts'
import { plural } from '#shared/domain/wording.ts'
import { sentenceCase } from '../filters/titles.ts'
import { buttonClass } from '../ui/button.tsx'
import styles from './case-changes.module.css'
import { type CardRevision, cardRevisions } from './case-history.ts'
import { showInstant } from './court-time.ts'
import { EvidenceButton, KeptPageButton } from './evidence.tsx'

const shownAtOnce = 4
const longest = 300

export const CaseChanges = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const [whole, setWhole] = useState(false)
  const readings = cardRevisions(instances, one.previous_visit_at)
  if (readings.length === 0) return null
  const shown = whole ? readings : readings.filter(({ isNew }, at) => isNew || at < shownAtOnce)
  const hidden = readings.length - shown.length
  return (
    <section className={styles.changes} aria-labelledby="changes">
      <h3 id="changes" tabIndex={-1}>
        Изменения карточки
      </h3>
      <Link to="/cases/$id/state" params={{ id: String(one.id) }} className="screen-only small">
        Дело на дату
      </Link>
      <ul>
        {shown.map(reading => (
          <Line key={reading.key} reading={reading} twoInstances={instances.length > 1} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={`screen-only ${buttonClass('link')} small`} onClick={() => setWhole(true)}>
          Ещё {hidden} {plural(hidden, ['изменение', 'изменения', 'изменений'])}
        </button>
      )}
    </section>
  )
}

const Line = ({ reading, twoInstances }: { reading: CardRevision; twoInstances: boolean }) => (
  <li data-new={reading.isNew || undefined}>
    <span className="quiet small">
      {showInstant(reading.seen_at)}
      {reading.isNew && <span className={`screen-only fresh ${styles.new}`}>новое</span>}
      {reading.page_hash && (
        <span className={`tiny ${styles.page}`}>
          <KeptPageButton id={reading.caseId} hash={reading.page_hash} />
        </span>
      )}
      {reading.isWhole && (
        <Link
          to="/cases/$id/state"
          params={{ id: String(reading.caseId) }}
          search={{ number: String(reading.number) }}
          className={`screen-only tiny ${styles.page}`}
        >
          запись тогда
        </Link>
      )}
      <span className={`screen-only tiny ${styles.page}`}>
        <EvidenceButton id={reading.caseId} entry={reading.number}>
          доказательство
        </EvidenceButton>
      </span>
    </span>
    <div>
      {reading.changes.map(change => (
        <div key={change.field} className={styles.change}>
          <span className={styles.field}>
            {fieldName(change.field)}
            {twoInstances && `, ${reading.stage}-я\u00a0инстанция`}
          </span>
          {change.before !== null && change.field !== 'text' && (
            <del>
              <span className="sr">было: </span>
              {said(change.field, change.before)}
            </del>
          )}
          {change.field === 'text' && change.before !== null && (
            <KeptText text={change.before} gone={change.after === null} />
          )}
          {change.after !== null && (
            <ins>
              <span className="sr">стало: </span>
              {said(change.field, change.after)}
            </ins>
          )}
        </div>
      ))}
    </div>
  </li>
)

const KeptText = ({ text, gone }: { text: string; gone: boolean }) => (
  <details className={styles.kept}>
    <summary>{gone ? 'исчез с сайта суда, сохранён здесь' : 'прежний текст'}</summary>
    <div>{text}</div>
  </details>
)

const said = (field: string, text: string): string => {
  if (field === 'text') return 'текст'
  const dated = withShownDates(text)
  const calm = field === 'result' || field === 'appeal_result' ? sentenceCase(dated) : dated
  return calm.length > longest ? `${calm.slice(0, longest)}…` : calm
}
