import { Link } from '@tanstack/react-router'
import type { Defendant } from '#shared/api/defendants.ts'
import { namesakeWords, reasonsOfPerson } from './defendant-wording.ts'

/** One name, several courts: on what evidence it is one person, and who else bears the name. */
export const PersonIdentity = ({ person }: { person: Defendant }) => {
  const reasons = person.courts.length > 1 ? reasonsOfPerson(person) : []
  return (
    <>
      {reasons.length > 0 && (
        <p className="quiet small">
          Дела разных судов отнесены к{'\u00a0'}одному лицу. Основания: {reasons.join('; ')}.
        </p>
      )}
      {person.namesakes_count > 0 && (
        <p className="quiet small">
          Есть{' '}
          <Link to="/defendants" search={{ defendants: fullName(person.names) }}>
            {namesakeWords(person)}
          </Link>
          : это могут быть однофамильцы или то же лицо.
        </p>
      )}
    </>
  )
}

/** The name that others bear: the most frequent of those written in full. */
const fullName = (names: readonly string[]): string =>
  names.find(name => !name.includes('.') && name.split(' ').length > 2) ?? names[0] ?? ''
