import { buttonClass } from '../../ui/button.tsx'
import styles from './controls.module.css'

/** «Все» lets a filter go (§2), where the control has no such option of its own. Its room is there before it is. */
export const AllButton = ({ what, shown, onClick }: { what: string; shown: boolean; onClick: () => void }) => (
  <button
    type="button"
    className={`${buttonClass('link')} small ${styles.all}`}
    aria-label={`${what}: все`}
    data-shown={shown || undefined}
    disabled={!shown}
    onClick={onClick}
  >
    Все
  </button>
)
