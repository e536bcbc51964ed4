import { useState } from 'react'
import type { WorkingSet } from '#shared/api/sets.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { PickedCase } from './keep-cases.ts'

const SetPicker = lazyPart(() => import('../sets/set-picker.tsx'), 'SetPicker')
const SubscriptionForm = lazyPart(() => import('../filters/subscribing/subscription-form.tsx'), 'SubscriptionForm')

type Props = { cases: readonly PickedCase[]; onClose: () => void }
/** Subscribes to picked cases: a single case directly, several through a new set, which can be changed later. */
export const PickedSubscription = ({ cases, onClose }: Props) => {
  const [set, setSet] = useState<WorkingSet>()
  const [only, ...others] = cases
  if (set !== undefined)
    return (
      <SubscriptionForm
        watched={{ get_params: { set: String(set.id) } }}
        what={`Подборка ${inQuotes(set.title)}`}
        onClose={onClose}
      />
    )
  if (only !== undefined && others.length === 0)
    return (
      <SubscriptionForm
        watched={{ case: only.id }}
        what={only.case_number === undefined ? 'Выбранное дело' : `Дело № ${only.case_number}`}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={`Подписаться на ${counted(cases.length, caseForms)}`} size={480}>
      <div className="stack">
        <p>
          За несколькими делами следит подборка. Выберите свою или назовите новую: дела попадут в неё, и подписка будет
          сообщать обо всём её составе, в том числе о делах, которые вы добавите потом.
        </p>
        <SetPicker cases={cases} onPut={setSet} onDone={() => undefined} />
      </div>
    </Dialog>
  )
}
