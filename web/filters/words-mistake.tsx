import type { WordsMistake } from '#shared/api/words.ts'
import styles from './words-mistake.module.css'

/** A syntax error with its position in the text. */
export const MistakeText = ({ of: { sentence, at }, text }: { of: WordsMistake; text: string }) => (
  <>
    {sentence}
    {at !== null && at < text.length && (
      <span className={styles.place}>
        {text.slice(0, at)}
        <mark>{text.charAt(at)}</mark>
        {text.slice(at + 1)}
      </span>
    )}
  </>
)
