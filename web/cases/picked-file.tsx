import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultOrdering, listOrderingValues, relevance } from '#shared/domain/orderings.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { ExportForm } from '../filters/exports/export-form.tsx'
import type { ExportOutcome } from '../filters/exports/send-export.tsx'

type Props = { cases: readonly number[]; query: WireRecord }
export const PickedFile = ({ cases, query: { as_of, ordering: asked } }: Props) => {
  const { data: user } = useQuery(currentUserQueryOptions)
  const [outcome, setOutcome] = useState<ExportOutcome>()
  const ordering = listOrderingValues.find(one => one === asked && one !== relevance) ?? defaultOrdering
  return (
    user && (
      <ExportForm
        user={user}
        filters={as_of === undefined ? {} : { as_of }}
        cases={cases}
        ordering={ordering}
        count={cases.length}
        outcome={outcome}
        onOutcome={setOutcome}
      />
    )
  )
}
