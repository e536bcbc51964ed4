import { lazy, type ReactNode, Suspense } from 'react'
import type { AnyValues } from '#shared/filters/field.ts'
import frame from '../ui/list-page.module.css'

const CoverageLine = lazy(() => import('./coverage-line.tsx').then(module => ({ default: module.CoverageLine })))

/** Under a list: how much of what it is about was looked at, then what else is to be said. */
export const ListFoot = ({ values, children }: { values: AnyValues; children?: ReactNode }) => (
  <footer className={frame.foot}>
    <div className={frame.coverage}>
      <Suspense>
        <CoverageLine values={values} />
      </Suspense>
    </div>
    {children}
  </footer>
)
