import { useQuery } from '@tanstack/react-query'
import { isPushKnown, pushQueryOptions, switchPush } from '../../api/push.ts'
import { channelsQueryOptions } from '../../api/subscriptions.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../use-act.ts'

/** Notifications in this very browser, on until one signs out of it. */
export const PushSwitch = () => {
  const { data } = useQuery({ ...pushQueryOptions, enabled: isPushKnown() })
  const switching = useAct(switchPush, {
    done: said => said,
    changes: [pushQueryOptions.queryKey, channelsQueryOptions.queryKey],
  })
  if (!isPushKnown())
    return (
      <span className="quiet small"> Этот браузер их не{'\u00a0'}умеет; на айфоне — сначала на экран «Домой».</span>
    )
  return (
    data && (
      <>
        {' '}
        <Button
          look="link"
          busy={switching.isPending}
          onClick={() => switching.mutate(data.is_on ? undefined : data.public_key)}
        >
          {data.is_on ? 'Выключить в этом браузере' : 'Разрешить'}
        </Button>
      </>
    )
  )
}
