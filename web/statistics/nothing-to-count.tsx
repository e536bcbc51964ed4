import type { CurrentUser } from '#shared/api/session.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { ClosedRegions, NoRegions } from '../filters/closed-regions.tsx'
import { asksClosed, seesNothing } from '../filters/list-fields.ts'
import { StillLoading } from '../filters/still-loading.tsx'
import { useDemoLoading } from '../filters/total.tsx'
import { Button } from '../ui/button.tsx'
import frame from '../ui/list-page.module.css'

type Props = { user: CurrentUser; values: CaseValues; isFiltered: boolean; onClear: () => void }
/** Instead of figures of no cases: why there are none. */
export const NothingToCount = ({ user, values, isFiltered, onClear }: Props) => {
  const loading = useDemoLoading()
  if (seesNothing(user)) return <NoRegions />
  if (asksClosed(user, values)) return <ClosedRegions />
  if (loading) return <StillLoading {...loading} />
  return (
    <section className={frame.message}>
      <h2>Считать нечего</h2>
      <p>
        {isFiltered
          ? 'Под эти фильтры не подошло ни одно дело. Уберите один из них вверху страницы или в панели фильтров.'
          : 'Дел пока нет: в базу ничего не загружено, или в регионах, которые вам открыты, дел нет.'}
      </p>
      {isFiltered && <Button onClick={onClear}>Убрать все фильтры</Button>}
    </section>
  )
}
