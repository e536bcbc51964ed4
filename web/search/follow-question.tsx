import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { useChips } from '../filters/chips.ts'
import { SubscriptionForm } from '../filters/subscribing/subscription-form.tsx'

/** A subscription form for the conditions of a question. */
export const FollowQuestion = ({ values, onClose }: { values: AnyValues; onClose: () => void }) => (
  <SubscriptionForm
    watched={{ get_params: writeValues(caseListFields, values) }}
    what={useChips(caseListFields, values)}
    onClose={onClose}
  />
)
