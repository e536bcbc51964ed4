import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './frame.tsx'

/** The manual, by chapters (§2 /manual). */
const ManualPage = lazyRouteComponent(() => import('../manual/manual-page.tsx'), 'ManualPage')
const manual = createRoute({
  getParentRoute: () => signedIn,
  path: '/manual/{-$chapter}',
  component: function Manual() {
    return <ManualPage name={manual.useParams().chapter} />
  },
})

export const manualRoutes = [manual] as const
