import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { caseCountQueryOptions } from '../api/cases.ts'
import { type WrongWords, wordsCheckQueryOptions } from '../api/words.ts'
import { caseApiQuery, listFrom } from '../filters/case-search.ts'
import { MistakeText } from '../filters/words-mistake.tsx'
import { Button } from '../ui/button.tsx'
import styles from './mistake-part.module.css'
import { closedBracket, plainWords } from './operators.ts'
import { type WordsValue, wordsFilter } from './words-row.ts'

type Props = { id: string; wrong: WrongWords; onSearch: (words: WordsValue) => void; onLeave: () => void }
/** Words that cannot be searched: the error, its position, and the intended words where certain. */
export const MistakePart = ({ id, wrong, onSearch, onLeave }: Props) => {
  const isExpression = wrong.mode === 'raw'
  const mended = useMended(isExpression ? closedBracket(wrong.text) : undefined)
  const plain = isExpression ? plainWords(wrong.text) : ''
  return (
    <div className={styles.part}>
      <div role="alert" id={id}>
        <MistakeText of={wrong.mistake} text={wrong.text} />
      </div>
      {mended && (
        <p className={styles.line}>
          Похоже, вы искали <code>{mended.words.text}</code>
        </p>
      )}
      {isExpression && (
        <>
          <div className={styles.acts}>
            {mended && (
              <Button look="main" className={styles.mend} onClick={() => onSearch(mended.words)}>
                Закрыть скобку и найти{typeof mended.count === 'number' && ` ${counted(mended.count, caseForms)}`}
              </Button>
            )}
            {plain !== '' && (
              <Button onClick={() => onSearch({ text: plain, mode: 'plain' })}>Искать как простые слова</Button>
            )}
          </div>
          <p className={`small ${styles.operators}`}>
            {operators.map(([sign, means]) => (
              <span key={sign}>
                <code>{sign}</code> {means}
              </span>
            ))}
            <Link to="/manual/{-$chapter}" params={{ chapter: 'words' }} onClick={onLeave}>
              Все операторы
            </Link>
          </p>
        </>
      )}
    </div>
  )
}
const operators = [
  ['&', 'оба слова'],
  ['|', 'любое из слов'],
  ['!', 'кроме слова'],
  ['«…»', 'точная фраза'],
  ['слов*', 'начало слова'],
] as const

/** The corrected words, and their count. */
const useMended = (text: string | undefined) => {
  const words: WordsValue = { text: text ?? '', mode: 'raw' }
  const check = useQuery({ ...wordsCheckQueryOptions(words), enabled: text !== undefined })
  const isRight = text !== undefined && check.data?.mistake === null
  const count = useQuery({ ...caseCountQueryOptions(caseApiQuery(listFrom(wordsFilter(words)))), enabled: isRight })
  return isRight ? { words, count: count.data } : undefined
}
