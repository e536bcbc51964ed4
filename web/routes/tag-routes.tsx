import { createRoute, redirect } from '@tanstack/react-router'
import { hasRight } from '#shared/domain/permissions.ts'
import { signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const LoadTagsPage = lazyPage(() => import('../tags/load-tags-page.tsx'), 'LoadTagsPage')
const loadTags = createRoute({
  getParentRoute: () => signedIn,
  path: '/loadtags',
  beforeLoad: ({ context }) => {
    if (!hasRight(context.user, 'tag_editor')) throw redirect({ to: '/', replace: true })
  },
  component: showing(LoadTagsPage, function LoadTags() {
    return <LoadTagsPage user={signedIn.useRouteContext().user} />
  }),
})

export const tagPageRoutes = [loadTags] as const
