import type { FullCase } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import styles from './case-gone.module.css'
import { type RemovedFromSite, removedFromSite } from './case-history.ts'
import { dayAt } from './court-time.ts'
import { ToChanges } from './since-visit.tsx'

/** What the court's site shows no more, marked and dated. Nothing of it is lost here. */
export const CaseGone = ({ instances }: { instances: readonly FullCase[] }) =>
  instances.map(one => {
    const vanished = removedFromSite(one)
    if (vanished.length === 0) return null
    return (
      <p key={one.id} className={styles.gone}>
        {goneSentence(vanished, instances.length > 1 ? one.stage : undefined)}{' '}
        {vanished.some(({ what }) => what !== 'card') && (
          <span className="screen-only">
            <ToChanges>Что было</ToChanges>
          </span>
        )}
      </p>
    )
  })

const names: Readonly<Record<RemovedFromSite['what'], string>> = {
  card: 'карточка',
  text: 'текст решения',
  names: 'имена лиц',
}

/** «Исчезло с сайта суда: карточка (21 ноября 2026), текст решения (20 ноября 2026). Здесь сохранено прежнее.» */
export const goneSentence = (vanished: readonly RemovedFromSite[], stage: 1 | 2 | undefined): string => {
  const parts = vanished.map(({ what, at }) => `${names[what]} (${showDate(dayAt(new Date(at), 'Europe/Moscow'))})`)
  const whose = stage === undefined ? '' : `, ${stage}-я\u00a0инстанция`
  return `Исчезло с сайта суда${whose}: ${parts.join(', ')}. Здесь сохранено прежнее.`
}
