import { memo } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import {
  articleLines,
  dayLines,
  defendantLines,
  hearingOf,
  isNew,
  nameLines,
  personName,
  questionTitle,
  stageName,
} from '../filters/case-wording.ts'
import { penaltyLines } from '../filters/penalty-lines.ts'
import { caseOutcome, courtTitle } from '../filters/titles.ts'
import focus from '../ui/row-focus.module.css'
import { Status } from '../ui/status.tsx'
import { type CaseItemProps, CaseNumberLink, CaseSnippet, hasOwn, OwnLine, PickBox } from './case-item.tsx'
import styles from './case-table.module.css'
import { Star } from './favourite.tsx'

/** The checkbox, the number and two dates. */
const columnsBeforeCourt = 4
/**
 * Number of visible columns from the case number on; a greater colspan would widen the table. In a narrow table the
 * penalty has no column, and the judge's may be hidden.
 */
const columnsFromNumber = (isWide: boolean): number => (isWide ? 9 : 8)

export const CaseTableRow = memo(function CaseTableRow({
  row,
  now,
  isWide,
  openedFrom,
  onToggle,
  picked,
  onPick,
}: CaseItemProps & { isWide: boolean }) {
  const entry = dayLines(row.entry_date)
  const hearing = hearingOf(row)
  const people = defendantLines(row)
  const articles = articleLines(row)
  const penalty = penaltyLines(row)
  const judge = row.judge && nameLines(row.judge.name)
  return (
    <tbody className={focus.row} data-case={row.id} data-picked={picked || undefined}>
      <tr>
        <td>
          <PickBox row={row} picked={picked} onPick={onPick} />
        </td>
        <td>
          <CaseNumberLink row={row} openedFrom={openedFrom} className="strong" title={row.case_number} />
          <Second>{stageName(row.stage)}</Second>
        </td>
        <td>
          {entry.first || <Nothing />}
          <Second>{isNew(row.entry_date, now) ? <span className="fresh">новое</span> : entry.second}</Second>
        </td>
        <td title={hearing.when}>
          <Status sign={hearing.sign}>{hearing.label}</Status>
          <Second indented>
            <span className="clamp">{hearing.when}</span>
          </Second>
        </td>
        <td>
          {courtTitle(row.court)}
          <Second>
            {regionTitle(row.court.region)}
            {row.judge && <span className={styles.inCourt}>, {personName(row.judge.name)}</span>}
          </Second>
        </td>
        <td>
          {judge?.first ?? <Nothing />}
          <Second>{judge?.second}</Second>
        </td>
        <td>
          {people.hidden ? <span className="masked">{people.first}</span> : people.first || <Nothing />}
          <Second>{people.second}</Second>
        </td>
        <td className="together" title={row.codex_articles.map(article => article.name).join(', ')}>
          {articles.first || <Nothing />}
          <Second>{articles.second}</Second>
        </td>
        <td title={isWide ? undefined : penalty.each.join('\n')}>
          <Outcome row={row} />
          {penalty.whole && (
            <span className={styles.inResult}>{penalty.struck ? <s>{penalty.whole}</s> : penalty.whole}</span>
          )}
        </td>
        <td title={penalty.each.join('\n')}>
          {penalty.hidden ? (
            <span className="masked">{penalty.first}</span>
          ) : penalty.struck ? (
            <s>{penalty.first}</s>
          ) : (
            penalty.first || <Nothing />
          )}
          <Second>{penalty.second}</Second>
        </td>
        <td>
          <Star row={row} onToggle={() => onToggle(row)} />
        </td>
      </tr>
      {row.snippet && (
        <tr className={styles.own}>
          <td colSpan={columnsBeforeCourt} />
          <td colSpan={columnsFromNumber(isWide) + 1 - columnsBeforeCourt}>
            <CaseSnippet row={row} openedFrom={openedFrom} />
          </td>
          <td className={styles.ownEnd} />
        </tr>
      )}
      {hasOwn(row) && (
        <tr className={styles.own}>
          <td />
          <td colSpan={columnsFromNumber(isWide)}>
            <OwnLine row={row} />
          </td>
          <td className={styles.ownEnd} />
        </tr>
      )}
    </tbody>
  )
})

const Outcome = ({ row }: { row: CaseRow }) => {
  const fate = reviewMark(row)
  if (!row.result_type)
    return row.result_date ? (
      <>
        <Status sign="other">Решено</Status>
        <Second indented>
          {showDate(row.result_date)}
          {fate && <span className="doubt together"> {fate}</span>}
        </Second>
      </>
    ) : (
      <Status sign="open">Рассматривается</Status>
    )
  const { sign, short } = caseOutcome(row.result_type.title)
  return (
    <span title={row.in_question ? questionTitle : row.result_type.title}>
      <Status sign={sign} plain>
        {short}
      </Status>
      <Second indented>
        {row.result_date && showDate(row.result_date)}
        {fate && <span className="doubt together"> {fate}</span>}
      </Second>
    </span>
  )
}

const Second = ({ indented, children }: { indented?: boolean; children?: React.ReactNode }) => (
  <span className={`second ${styles.second}`} data-indented={indented || undefined}>
    {children}
  </span>
)
const Nothing = () => <span className="faint">—</span>
