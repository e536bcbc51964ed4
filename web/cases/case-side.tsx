import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { endsOnMerits } from '#shared/domain/outcome-kinds.ts'
import { accusedTitle, participantRoles, untoldArticles } from '#shared/domain/participant-roles.ts'
import { personName } from '../filters/case-wording.ts'
import { LinkToCase, LinkToPerson } from '../filters/record-links.tsx'
import { defenceKeyTitle, sentenceCase } from '../filters/titles.ts'
import { TagChips } from '../tags/case-tags.tsx'
import { TagButton } from '../tags/tag-button.tsx'
import side from '../ui/side.module.css'
import { ByText, Circumstance, FromText } from './by-text.tsx'
import styles from './case-side.module.css'
import { linkWords } from './instance-facts.tsx'
import { LinkCandidateList } from './link-candidates.tsx'
import { isPenaltyTold } from './penalty-parts.ts'
import { SimilarDecisions } from './similar-decisions.tsx'

export const CaseSide = ({ one, shown }: { one: FullCase; shown: readonly number[] }) => {
  const others = one.linked_cases.filter(linked => !shown.includes(linked.id))
  return (
    <aside className={`${side.side} ${styles.side}`} aria-label="Лица и сведения">
      <People one={one} />
      {others.length > 0 && (
        <section>
          <h3>Связанные дела</h3>
          <dl className={side.facts}>
            {others.map(linked => (
              <div key={linked.id}>
                <dt>{linkWords(linked)}</dt>
                <dd>
                  <LinkToCase id={linked.id}>№ {linked.case_number}</LinkToCase>
                  <br />
                  <span className="quiet small">
                    {linked.court}, {linked.stage}-я{'\u00a0'}инстанция
                    {linked.entry_date && `, ${showDate(linked.entry_date)}`}
                    {linked.result_type && `. ${sentenceCase(linked.result_type)}`}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {one.defence_params.length > 0 && (
        <section>
          <h3>Обстоятельства и личность</h3>
          <Grouped
            lines={one.defence_params.map(param => ({
              name: defenceKeyTitle(param.key),
              value: <Circumstance one={one} param={param} />,
            }))}
          />
          {one.defence_params.some(({ by_text }) => by_text) && (
            <p className="quiet small">Раскройте строку, чтобы увидеть цитату.</p>
          )}
        </section>
      )}
      <ByText one={one} />
      {one.tags && (
        <section>
          <h3>Метки</h3>
          <TagChips tags={one.tags} />
          <TagButton one={one} />
        </section>
      )}
      {/* Last, because it loads later than the rest. */}
      {one.has_result_text && <SimilarDecisions id={one.id} />}
      <LinkCandidateList one={one} />
    </aside>
  )
}

const roles: Readonly<Record<string, string>> = participantRoles

const People = ({ one }: { one: FullCase }) => (
  <section>
    <h3>Лица</h3>
    <Grouped
      lines={[
        ...one.defendants.map(person => ({
          name: accusedTitle(one, isDecidedFor(one, person)),
          value: person.hidden ? (
            <Masked>{person.name || 'Информация скрыта'}</Masked>
          ) : person.id === null ? (
            <Link to="/" search={{ defendant: person.name, ordering: defaultOrdering }}>
              {personName(person.name)}
            </Link>
          ) : (
            <LinkToPerson id={person.id}>{personName(person.name)}</LinkToPerson>
          ),
        })),
        ...one.participants.map(({ role, name, by_text, articles }) => ({
          name: roles[role] ?? sentenceCase(role),
          value: (
            <>
              {/^(?:информация скрыта|не заполнено|фио ?-?\d*|<.*>)$/i.test(name) ? (
                <Masked>{name}</Masked>
              ) : articles === null ? (
                personName(name)
              ) : (
                <Link to="/" search={{ participant: name, ordering: defaultOrdering }}>
                  {personName(name)}
                </Link>
              )}
              {articles && <span className="quiet small">, {untoldArticles[articles]}</span>}
              {by_text && <FromText />}
            </>
          ),
        })),
      ]}
    />
    {one.roles_unknown > 0 && (
      <p className="quiet small">
        Источник не сообщает, кто из{'\u00a0'}лиц с{'\u00a0'}неизвестной ролью привлекается и{'\u00a0'}привлекается
        {'\u00a0'}ли.
      </p>
    )}
    {one.defendants.length + one.participants.length === 0 && (
      <p className="quiet small">{one.defendants_hidden ? 'Имена скрыты судом.' : 'В источнике лица не названы.'}</p>
    )}
  </section>
)

/**
 * Whether any part of the page states an outcome for the person. With several accused, one may have it before the
 * others.
 */
const isDecidedFor = (one: FullCase, person: FullCase['defendants'][number]): boolean => {
  const days = [one.result_date, one.result_published_date, one.result_valid_date, one.appeal_date]
  const isTheirs = ({ name, hidden }: FullCase['person_results'][number]): boolean =>
    hidden === person.hidden && name === person.name
  const isOfAnother = ({ name, hidden }: FullCase['person_results'][number]): boolean =>
    one.defendants.some(other => hidden === other.hidden && name === other.name)
  return (
    [...days, one.result_type, one.result_ground, one.appeal_result, one.decision].some(told => told !== null) ||
    [one.has_result_text, one.annulled, one.changed, one.in_question].includes(true) ||
    one.linked_cases.some(({ stage }) => stage === 2) ||
    one.events.some(({ result }) => endsOnMerits(result)) ||
    one.person_results.some(told => isTheirs(told) || !isOfAnother(told)) ||
    one.penalties.some(told => isPenaltyTold(told) && (told.person === null || told.person === person.name))
  )
}

const Masked = ({ children }: { children: string }) => (
  <span className="masked" title="Скрыто судом">
    {children}
  </span>
)

const Grouped = ({ lines }: { lines: readonly { name: string; value: ReactNode }[] }) => {
  const groups = Map.groupBy(lines, line => line.name)
  return (
    <dl className={side.facts}>
      {[...groups].map(([name, values]) => (
        <div key={name}>
          <dt>{name}</dt>
          {values.map(({ value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand twice, and lines never move
            <dd key={at}>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
