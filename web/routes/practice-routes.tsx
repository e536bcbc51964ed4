import { createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NotFoundPage } from '../layout/error-page.tsx'
import { isId } from './address.ts'
import { signedIn } from './frame.tsx'
import { lazyPage, showing } from './lazy-page.ts'

const JudgePracticePage = lazyPage(() => import('../practice/judge-page.tsx'), 'JudgePracticePage')
const judge = createRoute({
  getParentRoute: () => signedIn,
  path: '/judges/$id',
  component: showing(JudgePracticePage, function OneJudge(): ReactNode {
    const { id } = judge.useParams()
    return isId(id) ? <JudgePracticePage key={id} id={Number(id)} /> : <NotFoundPage />
  }),
})
const CourtPracticePage = lazyPage(() => import('../practice/court-page.tsx'), 'CourtPracticePage')
const court = createRoute({
  getParentRoute: () => signedIn,
  path: '/courts/$id',
  component: showing(CourtPracticePage, function OneCourt(): ReactNode {
    const { id } = court.useParams()
    return isId(id) ? <CourtPracticePage key={id} id={Number(id)} /> : <NotFoundPage />
  }),
})

export const practicePageRoutes = [judge, court] as const
