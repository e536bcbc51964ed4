import { Link } from '@tanstack/react-router'
import type { CaseRow } from '#shared/api/cases.ts'
import { counted } from '#shared/domain/wording.ts'
import type { ListOrigin } from './list-origin.ts'
import { searchedWords } from './searched-words.ts'
import styles from './snippet.module.css'

/** A piece of the decision round the words of the search, in the court's voice, and the way to the rest of them. */
export const CaseSnippet = ({ row, openedFrom }: { row: CaseRow; openedFrom: ListOrigin }) => {
  if (!row.snippet || row.snippet.parts.length === 0) return null
  const { parts, hits } = row.snippet
  const more = (hits ?? 0) - parts.filter(({ hit }) => hit).length
  return (
    <p className={styles.quote}>
      {parts.map(({ text, hit }, n) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a quotation have no other name
        hit ? <mark key={n}>{text}</mark> : text,
      )}{' '}
      <Link
        to="/cases/text/$id"
        params={{ id: String(row.id) }}
        search={searchedWords(openedFrom.query)}
        state={{ openedFrom }}
        className={styles.more}
      >
        {more > 0 ? `ещё ${counted(more, ['место', 'места', 'мест'])} в тексте` : 'весь текст'}
      </Link>
    </p>
  )
}
