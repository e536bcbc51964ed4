import { Link } from '@tanstack/react-router'
import type { DeskPerson, PersonPair } from '#shared/api/people.ts'
import { showDate } from '#shared/domain/dates.ts'
import { evidenceWords, relationWords } from '#shared/domain/person-evidence.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import styles from './people-desk-page.module.css'

const genders = { m: 'мужчина', f: 'женщина', na: 'пол неизвестен' } as const

export const PersonCard = ({ person }: { person: DeskPerson }) => (
  <article className={styles.person}>
    <h2>{person.name}</h2>
    <p className="quiet small">
      {genders[person.gender]} · {counted(person.cases_count, caseForms)}
    </p>
    <ul className={styles.cases}>
      {person.cases.map(one => (
        <li key={one.id}>
          <p>
            <Link to="/cases/$id" params={{ id: String(one.id) }}>
              {one.case_number}
            </Link>
            {one.stage === 2 && <span className="quiet"> · вторая инстанция</span>}
          </p>
          <p>
            {one.court} <span className="quiet small">{regionTitle(one.region)}</span>
          </p>
          <p className="quiet small">
            {one.entry_date === null ? 'Дата поступления неизвестна' : `Поступило ${showDate(one.entry_date)}`}
            {one.result_date !== null && `, решено ${showDate(one.result_date)}`}
          </p>
          {one.articles.length > 0 && <p>{one.articles.join('; ')}</p>}
          {one.result !== null && <p className="quiet small">{one.result}</p>}
          {one.name !== person.name && <p className="quiet small">В деле: {one.name}</p>}
          {one.others.length > 0 && <p className="quiet small">Также в деле: {one.others.join(', ')}</p>}
        </li>
      ))}
    </ul>
    {person.cases_count > person.cases.length && (
      <p className="quiet small">И ещё {counted(person.cases_count - person.cases.length, caseForms)}.</p>
    )}
  </article>
)

export const PairReasons = ({ pair }: { pair: Pick<PersonPair, 'name_relation' | 'evidence'> }) => {
  const words = pair.evidence.map(kind => evidenceWords[kind])
  const group = (against: boolean): string =>
    words
      .filter(word => (word.against === true) === against)
      .map(({ text }) => text)
      .join('; ')
  const [inFavour, against] = [group(false), group(true)]
  return (
    <dl className={styles.reasons}>
      <div>
        <dt>Имя</dt>
        <dd>{relationWords[pair.name_relation]}</dd>
      </div>
      {inFavour && (
        <div>
          <dt>Что совпадает</dt>
          <dd>{inFavour}</dd>
        </div>
      )}
      {against && (
        <div>
          <dt>Против</dt>
          <dd>{against}</dd>
        </div>
      )}
    </dl>
  )
}
