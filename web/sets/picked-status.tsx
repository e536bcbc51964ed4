import { useQuery } from '@tanstack/react-query'
import { setQueryOptions } from '../api/sets.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useItemChanges } from './item-changes.ts'
import { StatusMenu } from './item-status.tsx'

/** The status of picked cases, in a list of one set. */
export const PickedStatus = ({ set: id, cases }: { set: number; cases: readonly number[] }) => {
  const { data: set } = useQuery(setQueryOptions(id))
  const change = useItemChanges(id)
  if (set === undefined || set.role === 'reader') return null
  return (
    <StatusMenu
      side="up"
      align="start"
      onPick={status => void change(cases, { status })}
      target={button => (
        <Button {...button} title={`Работа в подборке «${set.title}»`}>
          <Icon name="check" />
          Состояние
        </Button>
      )}
    />
  )
}
