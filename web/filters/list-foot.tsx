import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/api/accounts.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'

const CoverageLine = lazyPart(() => import('./coverage-line.tsx'), 'CoverageLine')

export const ListFoot = ({ values, children }: { values: AnyValues; children?: ReactNode }) => (
  <footer className={frame.foot}>
    <div className={frame.coverage}>
      <CoverageLine values={values} />
    </div>
    {children}
  </footer>
)

/** An account to which no region is open finds nothing whatever it asks: the filters are not to blame. */
export const seesNothing = ({ regions }: Pick<CurrentUser, 'regions'>): boolean => regions?.length === 0

export const NoRegions = () => (
  <section className={frame.message}>
    <h2>Вам не открыт ни один регион</h2>
    <p>Поэтому дел не видно, какие фильтры ни выбрать. Регионы открывает администратор.</p>
  </section>
)
