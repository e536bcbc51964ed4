import styles from './brush-link.module.css'

/** The keyboard equivalent of the drawing. */
export const BrushLink = ({ to, what }: { to: string; what: string }) => (
  <>
    {' '}
    <a href={to} className={styles.brush} aria-label={`отобрать: ${what}`}>
      отобрать
    </a>
  </>
)
