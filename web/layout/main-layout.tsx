import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { releaseQueryOptions } from '../api/release.ts'
import { askForPart, type ListPart } from '../filters/use-panel.ts'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useFocusOnArrival } from './arrival.ts'
import { AppHeader, chapterAbout } from './header.tsx'
import styles from './main-layout.module.css'

const FloatingLinks = lazyPart(() => import('./outside-links.tsx'), 'FloatingLinks')
const DemoLoadingLine = lazyPart(() => import('./demo-loading-line.tsx'), 'DemoLoadingLine')
const KeysHelp = lazyPart(() => import('./keys-help.tsx'), 'KeysHelp')

export const MainLayout = ({ user, children }: { user: CurrentUser | null; children: ReactNode }) => {
  const [helpOpened, setHelpOpened] = useState(false)
  const navigate = useNavigate()
  const openHelp = () => setHelpOpened(true)
  const path = useRouterState({ select: state => state.location.pathname })
  useShortcuts({ '?': openHelp })
  const toList = (part: ListPart) => () => {
    askForPart(part)
    void navigate({ to: '/' })
  }
  useShortcuts(user ? { '/': toList('words'), f: toList('filters') } : {}, { otherwise: true })
  useFocusOnArrival()
  return (
    <>
      <a className={`screen-only ${styles.skip}`} href="#main">
        Перейти к содержанию
      </a>
      <AppHeader user={user} onHelp={openHelp} />
      {user && <DemoNotice />}
      {children}
      {user && <Floating />}
      {helpOpened && <KeysHelp chapter={chapterAbout(path)} onClose={() => setHelpOpened(false)} />}
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
