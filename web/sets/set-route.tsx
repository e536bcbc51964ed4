import { useParams } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { ImportSetPage } from './import-page.tsx'
import { JoinPage } from './join-page.tsx'
import { SetPage } from './set-page.tsx'

/** One route for a set, for a link into one and for a table that becomes one, read here: the first load of the product has room for no more. */
export const SetRoute = ({ user }: { user: CurrentUser }) => {
  const { id = '' } = useParams({ strict: false })
  if (id === 'import') return <ImportSetPage />
  return id === 'join' ? <JoinPage /> : <SetPage key={id} id={/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0} user={user} />
}
