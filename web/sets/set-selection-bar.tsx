import type { FullSet } from '#shared/api/sets.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { Selection } from '../cases/selection.ts'
import { SelectionBar } from '../cases/selection-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { useItemChanges, useRemoval } from './item-changes.ts'
import { AssigneeMenu, StatusMenu } from './item-status.tsx'
import { SetFiles } from './set-files.tsx'

type Props = { set: FullSet; selection: Selection; count: number | undefined; query: WireRecord; onLabel: () => void }
/** Actions on picked cases of a set. */
export const SetSelectionBar = ({ set, selection, count, query, onLabel }: Props) => {
  const change = useItemChanges(set.id)
  const remove = useRemoval(set.id)
  const cases = [...selection.ids]
  const up = { side: 'up', align: 'start' } as const
  return (
    <SelectionBar
      selection={selection}
      count={count}
      query={query}
      files={close => <SetFiles id={set.id} cases={cases} onDone={close} />}
      acts={
        set.role !== 'reader' && (
          <>
            <StatusMenu
              {...up}
              onPick={status => void change(cases, { status })}
              target={button => (
                <Button {...button}>
                  <Icon name="check" />
                  Состояние
                </Button>
              )}
            />
            <AssigneeMenu
              {...up}
              team={set.team}
              onPick={assignee => void change(cases, { assignee })}
              target={button => (
                <Button {...button}>
                  <Icon name="user" />
                  Назначить
                </Button>
              )}
            />
            <Button onClick={onLabel} title="Метки выбранных дел (l)">
              <LateIcon name="tag" />
              Метка подборки
            </Button>
            <Button
              onClick={() =>
                void remove(cases).then(done => {
                  if (done) selection.clear()
                })
              }
            >
              Убрать
            </Button>
          </>
        )
      }
    />
  )
}
