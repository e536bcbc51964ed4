import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { releaseQueryOptions } from '../api/release.ts'
import { type Edited, onEditInWords } from '../filters/edit-in-words.ts'
import { askForPanel } from '../filters/use-panel.ts'
import { catchLetters } from '../search/early-letters.ts'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useFocusOnArrival } from './arrival.ts'
import { AppHeader } from './header.tsx'
import styles from './main-layout.module.css'

const FloatingLinks = lazyPart(() => import('./outside-links.tsx'), 'FloatingLinks')
const DemoLoadingLine = lazyPart(() => import('./demo-loading-line.tsx'), 'DemoLoadingLine')
const KeysHelp = lazyPart(() => import('./keys-help.tsx'), 'KeysHelp')
const SearchBox = lazyPart(() => import('../search/search-box.tsx'), 'SearchBox')

export const MainLayout = ({ user, children }: { user: CurrentUser | null; children: ReactNode }) => {
  const [opened, setOpened] = useState<'help' | 'search' | Edited>()
  useEffect(() => onEditInWords(setOpened), [])
  const navigate = useNavigate()
  const close = () => setOpened(undefined)
  const search = () => {
    catchLetters()
    setOpened('search')
  }
  const help = () => setOpened('help')
  useShortcuts({ '?': help, ...(user && { '/': search, 'Ctrl K': search }) })
  const toFilters = () => {
    askForPanel()
    void navigate({ to: '/' })
  }
  useShortcuts(user ? { f: toFilters } : {}, { otherwise: true })
  useFocusOnArrival()
  return (
    <>
      <a className={`screen-only ${styles.skip}`} href="#main">
        Перейти к содержанию
      </a>
      <AppHeader user={user} onHelp={help} onSearch={search} />
      {user && <DemoNotice />}
      {children}
      {user && <Floating />}
      {opened === 'help' && <KeysHelp onClose={close} />}
      {opened && opened !== 'help' && user && (
        <SearchBox user={user} edited={opened === 'search' ? undefined : opened} onHelp={help} onClose={close} />
      )}
    </>
  )
}

const Floating = () => {
  const { data } = useQuery(releaseQueryOptions)
  const links = data?.links
  return links?.help_bot || links?.donate ? <FloatingLinks links={links} /> : null
}

const DemoNotice = () => {
  const { data } = useQuery(releaseQueryOptions)
  return data?.is_demo ? (
    <aside className={`screen-only doubt small ${styles.demo}`} aria-label="О данных">
      {data.demo_loading && <DemoLoadingLine {...data.demo_loading} />}
      <p className="wrap">
        Демонстрационные дела: люди и события выдуманы<span className="sr-phone">, суды и статьи настоящие</span>.
      </p>
    </aside>
  ) : null
}
