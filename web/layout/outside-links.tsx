import { Icon } from '../ui/icon.tsx'
import styles from './outside-links.module.css'

/** The two floating buttons (§2): the bot that helps, and donations; each only where its address is set up. A finger's screen has room for their icons only. */
export const FloatingLinks = ({ links }: { links: { help_bot?: string | undefined; donate?: string | undefined } }) => (
  <aside className={`screen-only ${styles.floating}`} aria-label="Помощь и поддержка">
    {links.help_bot && (
      <a href={links.help_bot} target="_blank" rel="noreferrer" title="Помощь в боте">
        <Icon name="help" />
        <span className="sr-phone">Помощь в боте</span>
        <span className="sr">, в новой вкладке</span>
      </a>
    )}
    {links.donate && (
      <a href={links.donate} target="_blank" rel="noreferrer" title="Поддержать проект">
        <Icon name="heart" />
        <span className="sr-phone">Поддержать</span>
        <span className="sr"> проект, в новой вкладке</span>
      </a>
    )}
  </aside>
)
