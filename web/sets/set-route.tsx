import { useParams } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { ImportSetPage } from './import-page.tsx'
import { JoinPage } from './join-page.tsx'
import { SetPage } from './set-page.tsx'

/** One route for a set, an invitation and an import, told apart here: the first load has no room for more routes. */
export const SetRoute = ({ user }: { user: CurrentUser }) => {
  const { id = '' } = useParams({ strict: false })
  if (id === 'import') return <ImportSetPage />
  return id === 'join' ? <JoinPage /> : <SetPage key={id} id={/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0} user={user} />
}
