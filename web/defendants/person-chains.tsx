import type { Defendant, PersonCase } from '#shared/api/defendants.ts'
import { showDate } from '#shared/domain/dates.ts'
import { type PenaltyState, questionMark, stands } from '#shared/domain/outcomes.ts'
import { byWeight, penaltyText } from '#shared/domain/penalty-wording.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { hearingOf, personName, questionTitle, stageName } from '../filters/case-wording.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { caseOutcome, courtTitle } from '../filters/titles.ts'
import { Status } from '../ui/status.tsx'
import timeline from '../ui/timeline.module.css'
import { articlesOfPerson, besideWords, penaltiesOfPerson } from './defendant-wording.ts'
import styles from './person-chains.module.css'

export const PersonChains = ({ person }: { person: Defendant }) => {
  const byId = new Map(person.cases.map(one => [one.id, one]))
  const isUnsure = (chain: readonly number[]): boolean =>
    person.links.some(link => link.certainty < 1 && chain.includes(link.case) && chain.includes(link.other))
  return (
    <ol className={styles.chains} aria-label="Дела лица">
      {person.chains.map(chain => (
        <li key={chain[0]} className={styles.chain}>
          <ol>
            {chain.map(id => {
              const one = byId.get(id)
              return one && <ChainCase key={id} one={one} />
            })}
          </ol>
          {isUnsure(chain) && <p className="quiet small">Связь инстанций вероятная, по данным сайтов судов.</p>}
        </li>
      ))}
    </ol>
  )
}

const ChainCase = ({ one }: { one: PersonCase }) => {
  const result = one.result_type && caseOutcome(one.result_type.title)
  const hearing = hearingOf(one)
  const imposed = penaltiesOfPerson(one)
  const isStruck = (state: PenaltyState): boolean => one.annulled || !stands({ state })
  const beside = besideWords(one)
  return (
    <li className={styles.case}>
      <p className={styles.when}>
        {one.entry_date ? showDate(one.entry_date) : <span className="faint">без даты</span>}
        <span className={`second ${styles.stage}`}>{stageName(one.stage)}</span>
      </p>
      <div className={`${timeline.mark} ${styles.what}`}>
        <p className={styles.line}>
          <LinkToCase id={one.id} className="strong">
            № {one.case_number}
          </LinkToCase>
          <span className="quiet">{articlesOfPerson(one)}</span>
        </p>
        <p className={styles.line}>
          {result ? (
            <span title={one.result_type?.title}>
              <Status sign={result.sign} plain>
                {result.short}
                {one.result_date && ` ${showDate(one.result_date)}`}
              </Status>
            </span>
          ) : one.state === 'no_info' ? (
            <Status sign="open">Рассматривается</Status>
          ) : (
            <Status sign={hearing.sign}>{[hearing.label, hearing.when].filter(Boolean).join(' ')}</Status>
          )}
          {byWeight(imposed).map((penalty, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: penalties have no identity of their own, and never move
            <span key={at}>{isStruck(penalty.state) ? <s>{penaltyText(penalty)}</s> : penaltyText(penalty)}</span>
          ))}
          {one.annulled && <span>отменено во{'\u00a0'}второй инстанции</span>}
          {one.changed && !one.annulled && one.stage === 1 && imposed.length > 0 && (
            <span>изменено во{'\u00a0'}второй инстанции</span>
          )}
          {one.in_question && (
            <span className="doubt together" title={questionTitle}>
              {questionMark}
            </span>
          )}
        </p>
        <p className="quiet small">
          {courtTitle(one.court)}, {regionTitle(one.court.region)}
          {one.judge && `, судья ${personName(one.judge.name)}`}
        </p>
        {beside && <p className="quiet small">{beside}</p>}
      </div>
    </li>
  )
}
