import { createRoute } from '@tanstack/react-router'
import { signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const ManualPage = lazyPage(() => import('../manual/manual-page.tsx'), 'ManualPage')
const manual = createRoute({
  getParentRoute: () => signedIn,
  path: '/manual/{-$chapter}',
  component: showing(ManualPage, function Manual() {
    return <ManualPage name={manual.useParams().chapter} />
  }),
})

export const manualPageRoutes = [manual] as const
