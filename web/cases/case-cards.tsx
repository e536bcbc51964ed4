import { memo } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { articleLines, hearingOf, isNew, personName, questionTitle } from '../filters/case-wording.ts'
import { penaltyLines } from '../filters/penalty-lines.ts'
import { caseOutcome, courtTitle } from '../filters/titles.ts'
import { Button } from '../ui/button.tsx'
import cards from '../ui/cards.module.css'
import { Status } from '../ui/status.tsx'
import styles from './case-cards.module.css'
import { type CaseItemProps, CaseNumberLink, CaseSnippet, hasOwn, OwnLine, PickBox, useNow } from './case-item.tsx'
import { Star, useFavourite } from './favourite.tsx'
import type { ListOrigin } from './list-origin.ts'
import type { Selection } from './selection.ts'

type Props = {
  rows: readonly CaseRow[]
  openedFrom: ListOrigin
  selection: Selection
  /** Checkboxes are shown on request, so that scrolling by touch does not press them. */
  isPicking: boolean
  onPicked: () => void
}
export const CaseCards = ({ rows, openedFrom, selection, isPicking, onPicked }: Props) => {
  const toggle = useFavourite()
  const now = useNow(rows)
  return (
    <>
      {isPicking && (
        <div className={`screen-only ${styles.pick}`}>
          <Button look="link" onClick={selection.togglePage}>
            {selection.page === 'all' ? 'Снять выбор со страницы' : 'Выбрать всё на странице'}
          </Button>
          <Button look="link" onClick={onPicked}>
            Готово
          </Button>
        </div>
      )}
      <ul className={cards.cards} aria-label="Дела">
        {rows.map(row => (
          <Card
            key={row.id}
            row={row}
            now={now}
            openedFrom={openedFrom}
            onToggle={toggle}
            picked={selection.ids.has(row.id)}
            onPick={isPicking ? selection.toggle : undefined}
          />
        ))}
      </ul>
    </>
  )
}

const Card = memo(function Card({ row, now, openedFrom, onToggle, picked, onPick }: CaseItemProps) {
  const people = peopleLine(row)
  const fate = reviewMark(row)
  const hearing = hearingOf(row)
  const result = row.result_type && caseOutcome(row.result_type.title)
  const isSurelyPlanned = row.state === 'is_planned' && row.possible_hearing === null
  const inCourt = <Status sign={hearing.sign}>{[hearing.label, hearing.when].filter(Boolean).join(' ')}</Status>
  const penalty = penaltyLines(row)
  return (
    <li className={cards.card} data-case={row.id} data-picked={picked || undefined}>
      <div className={styles.top}>
        <PickBox row={row} picked={picked} onPick={onPick} />
        <CaseNumberLink row={row} openedFrom={openedFrom} className="strong" />
        <span className="quiet small">
          {articleLines(row).first && `${articleLines(row).first}, `}
          {row.stage}-я{'\u00a0'}инст.
        </span>
        {isNew(row.entry_date, now) && <span className="fresh small">новое</span>}
        <Star row={row} onToggle={() => onToggle(row)} />
      </div>
      <p className="h3">{people.hidden ? <span className="masked">{people.text}</span> : people.text}</p>
      <div className={`${cards.facts} ${styles.facts}`}>
        {result && !isSurelyPlanned ? (
          <Status sign={result.sign} plain>
            {result.short}
          </Status>
        ) : (
          inCourt
        )}
        {penalty.whole && <span>{penalty.struck ? <s>{penalty.whole}</s> : penalty.whole}</span>}
        {fate && (
          <span className="doubt together" title={row.in_question ? questionTitle : undefined}>
            {fate}
          </span>
        )}
        {result && row.possible_hearing && inCourt}
      </div>
      <p className="quiet small">
        {courtTitle(row.court)}, {regionTitle(row.court.region)}
        <br />
        {[row.entry_date && `Поступило ${showDate(row.entry_date)}`, row.judge && `судья ${personName(row.judge.name)}`]
          .filter(Boolean)
          .join(', ')}
      </p>
      <CaseSnippet row={row} openedFrom={openedFrom} />
      {hasOwn(row) && <OwnLine row={row} />}
    </li>
  )
})

/** The people of a case in one line. */
export const peopleLine = (row: CaseRow): { text: string; hidden: boolean } => {
  const [first, ...others] = row.defendants
  const more = others.length > 0 ? ` и ещё ${others.length}` : ''
  if (!first && row.roles_unknown > 0) return { text: 'Роль лиц не сообщена', hidden: false }
  if (!first)
    return { text: row.defendants_hidden ? 'Информация скрыта' : 'Лица не указаны', hidden: row.defendants_hidden }
  return { text: `${personName(first.name) || 'Информация скрыта'}${more}`, hidden: first.hidden }
}
