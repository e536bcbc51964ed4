import type { PersonPair } from '#shared/api/people.ts'
import { evidenceWords, relationWords } from '#shared/domain/person-evidence.ts'
import styles from './people-desk-page.module.css'

/** Why two are taken for one: the names, then what speaks for it and against it. */
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
