import type { MouseEvent } from 'react'
import { Icon } from './icon.tsx'
import styles from './pages.module.css'

/** The page numbers shown: the first, the last, two on each side of the current one; 0 is a gap. */
export const pageNumbers = (page: number, last: number): number[] => {
  if (last <= 1) return [1]
  const from = Math.max(2, Math.min(page - 2, last - 4))
  const to = Math.min(last - 1, Math.max(page + 2, 5))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const before = from === 2 ? [] : [from === 3 ? 2 : 0]
  const after = to === last - 1 ? [] : [to === last - 2 ? last - 1 : 0]
  return [1, ...before, ...middle, ...after, last]
}

type Props = {
  page: number
  last: number
  hrefOf: (page: number) => string
  onGo: (page: number) => void
  show: (page: number) => string
}
export const Pages = ({ page, last, hrefOf, onGo, show }: Props) => {
  const link = (to: number) => ({
    href: hrefOf(to),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      onGo(to)
    },
  })
  const step = (to: number, icon: 'left' | 'right', label: string) =>
    to >= 1 && to <= last ? (
      <a {...link(to)} rel={icon === 'left' ? 'prev' : 'next'}>
        <Icon name={icon} />
        <span className="sr">{label}</span>
      </a>
    ) : (
      <span className={styles.off} aria-hidden="true">
        <Icon name={icon} />
      </span>
    )
  return (
    <div className={`screen-only ${styles.pages}`}>
      {step(page - 1, 'left', 'Предыдущая страница')}
      {pageNumbers(page, last).map((number, at) =>
        number === 0 ? (
          <span key={at < 3 ? 'before' : 'after'} className={styles.off} aria-hidden="true">
            …
          </span>
        ) : (
          <a key={number} {...link(number)} aria-current={number === page ? 'page' : undefined}>
            <span className="sr">Страница </span>
            {show(number)}
          </a>
        ),
      )}
      {step(page + 1, 'right', 'Следующая страница')}
    </div>
  )
}
