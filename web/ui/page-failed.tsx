import type { ReactNode } from 'react'
import styles from './page-failed.module.css'

type Props = { over: ReactNode; title: string; sentence: string | undefined; children: ReactNode }
export const PageFailed = ({ over, title, sentence, children }: Props) => (
  <section className={styles.failed} role="alert">
    <p className="faint">{over}</p>
    <h1 lang={/[а-яё]/i.test(title) ? undefined : 'en'}>{title}</h1>
    {sentence && <p>{sentence}</p>}
    <div className="row">{children}</div>
  </section>
)
