import styles from './brush-link.module.css'

/** For whom the drawing cannot be pointed at. */
export const BrushLink = ({ to, what }: { to: string; what: string }) => (
  <>
    {' '}
    <a href={to} className={styles.brush} aria-label={`отобрать: ${what}`}>
      отобрать
    </a>
  </>
)
