import type { CurrentUser } from '#shared/api/session.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import frame from '../ui/list-page.module.css'

/** An account to which no region is open finds nothing whatever it asks: the filters are not to blame. */
export const seesNothing = ({ regions }: Pick<CurrentUser, 'regions'>): boolean => regions?.length === 0

/** Of regions that are not open nothing is known, least of all that they have no cases. */
export const asksClosed = ({ regions: open }: Pick<CurrentUser, 'regions'>, { regions }: AnyValues): boolean =>
  open !== null &&
  Array.isArray(regions) &&
  regions.length > 0 &&
  !regions.some(region => open.includes(Number(region)))

export const closedWords = 'Выбранные регионы не открыты вашей учётной записи. Регионы открывает администратор.'
export const ClosedRegions = () => (
  <section className={frame.message}>
    <h2>Регион вам не открыт</h2>
    <p>{closedWords} Есть ли там дела, отсюда не видно.</p>
  </section>
)

export const NoRegions = () => (
  <section className={frame.message}>
    <h2>Вам не открыт ни один регион</h2>
    <p>Поэтому дел не видно, какие фильтры ни выбрать. Регионы открывает администратор.</p>
  </section>
)
