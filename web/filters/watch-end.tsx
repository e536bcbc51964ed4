import type { WorkingSet } from '#shared/api/sets.ts'
import { showDate } from '#shared/domain/dates.ts'
import { keepWatching } from '../api/watching.ts'
import { Button } from '../ui/button.tsx'
import { useAct } from './use-act.ts'

type Props = { set: Pick<WorkingSet, 'id' | 'title'>; end: NonNullable<WorkingSet['watching']>; mayKeep: boolean }
/** Shown wherever a set is named: whoever does not open its list for a year does not see the notice inside. */
export const WatchEnd = ({ set: { id, title }, end: { ends_on, is_ended }, mayKeep }: Props) => {
  const keeping = useAct(() => keepWatching(id), {
    done: 'Наблюдение продлено на год.',
    changes: [['sets'], ['today']],
  })
  return (
    <>
      {is_ended || ends_on === null
        ? 'Наблюдение закончилось: новые дела не ищутся.'
        : `Наблюдение закончится ${showDate(ends_on)}, если его не продлить.`}
      {mayKeep && (
        <>
          {' '}
          <Button
            look="link"
            className="screen-only"
            busy={keeping.isPending}
            aria-label={`Продлить наблюдение: ${title}`}
            onClick={() => keeping.mutate()}
          >
            Продлить
          </Button>
        </>
      )}
    </>
  )
}
