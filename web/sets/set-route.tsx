import { useParams } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { JoinPage } from './join-page.tsx'
import { SetPage } from './set-page.tsx'

/** One route for a set and for a link into one, read here: the first load of the product has room for no more. */
export const SetRoute = ({ user }: { user: CurrentUser }) => {
  const { id = '' } = useParams({ strict: false })
  return id === 'join' ? <JoinPage /> : <SetPage key={id} id={/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0} user={user} />
}
