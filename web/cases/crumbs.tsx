import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './crumbs.module.css'

/**
 * The way back to the list. When the list is the page before, the way is the browser's own «back»: filters, page and
 * place are as they were left.
 */
export type FromList = 'cases' | 'favourites'
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before is a list of cases. */
    fromList?: FromList
  }
}

export const Crumbs = ({ id, children }: { id: number; children?: ReactNode }) => {
  const router = useRouter()
  const from = useRouterState({ select: state => state.location.state.fromList })
  const goBack = (event: MouseEvent): void => {
    if (!from || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <nav className={styles.crumbs} aria-label="Где вы" data-case={id}>
      <Link to={from === 'favourites' ? '/favorites' : '/'} onClick={goBack}>
        <Icon name="back" />
        {from === 'favourites' ? 'Избранное' : 'Дела'}
      </Link>
      {children}
    </nav>
  )
}
