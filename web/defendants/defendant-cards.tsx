import { Link } from '@tanstack/react-router'
import type { DefendantRow } from '#shared/api/defendants.ts'
import { showDate } from '#shared/domain/dates.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { personName } from '../filters/case-wording.ts'
import cards from '../ui/cards.module.css'
import { Status } from '../ui/status.tsx'
import styles from './defendant-cards.module.css'
import {
  cityNames,
  dayOfList,
  namesakeWords,
  regionWords,
  riskNote,
  secondInstanceWords,
  someArticles,
} from './defendant-wording.ts'

type Props = { rows: readonly DefendantRow[]; from: WireRecord; found?: string | undefined }
/** `found`: the label of the number of found cases, «в подборке». */
export const DefendantCards = ({ rows, from, found }: Props) => (
  <ul className={cards.cards} aria-label="Лица">
    {rows.map(row => {
      const articles = someArticles(row.codex_articles, 3)
      const second = secondInstanceWords(row.second_instance_count)
      return (
        <li key={row.id} className={`${cards.card} ${styles.card}`} data-person={row.id}>
          <Link
            to="/defendants/$id"
            params={{ id: String(row.id) }}
            search={dayOfList(from)}
            state={{ peopleSearch: from }}
            className={`h3 strong ${styles.name}`}
            data-person-link
          >
            {personName(row.name)}
          </Link>
          {row.namesakes_count > 0 && <p className="quiet small">{namesakeWords(row)}</p>}
          <p className={cards.facts}>
            {found && (
              <span>
                <b className="strong">{counted(row.found_count, caseForms)}</b> {found}
                {row.found_second_instance_count > 0 && `, ${secondInstanceWords(row.found_second_instance_count)}`}
              </span>
            )}
            <span>
              {found && 'всего '}
              {counted(row.cases_count, caseForms)}
              {second && `, ${second}`}
            </span>
            {row.at_risk && (
              <span title={riskNote}>
                <Status sign="changed">В группе риска</Status>
              </span>
            )}
          </p>
          {articles.shown.length > 0 && (
            <p>{[...articles.shown.map(noBreak), articles.more].filter(Boolean).join(', ')}</p>
          )}
          <p className="quiet small">
            {[regionWords(row), cityNames(row)].filter(Boolean).join(', ')}
            {row.last_entry_date && (
              <>
                <br />
                Последнее дело {showDate(row.last_entry_date)}
              </>
            )}
          </p>
        </li>
      )
    })}
  </ul>
)
