import { LateIcon } from '../ui/late-icon.tsx'
import styles from './outside-links.module.css'

/**
 * The two floating buttons (§2): help bot and donations, each only if configured. They have a strip of their own that
 * covers no content.
 */
export const FloatingLinks = ({ links }: { links: { help_bot?: string | undefined; donate?: string | undefined } }) => (
  <aside className={`screen-only ${styles.strip}`} aria-label="Помощь и поддержка" data-links-strip>
    <div className={`wrap ${styles.links}`}>
      {links.help_bot && (
        <a href={links.help_bot} target="_blank" rel="noreferrer">
          <LateIcon name="help" />
          Помощь в боте
          <span className="sr">, в новой вкладке</span>
        </a>
      )}
      {links.donate && (
        <a href={links.donate} target="_blank" rel="noreferrer">
          <LateIcon name="heart" />
          Поддержать<span className="sr"> проект, в новой вкладке</span>
        </a>
      )}
    </div>
  </aside>
)
