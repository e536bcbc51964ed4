import { useQuery } from '@tanstack/react-query'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { setsQueryOptions } from '../api/sets.ts'

/** Under what is shown of sets: how many of their cases are closed to the reader. */
export const HiddenOfSets = ({ values }: { values: AnyValues }) => {
  const asked = new Set([values.set].flat().map(Number))
  const { data } = useQuery({ ...setsQueryOptions, enabled: values.set !== undefined })
  if (values.set === undefined) return null
  return data?.results
    .filter(({ id, hidden }) => hidden > 0 && asked.has(id))
    .map(({ id, title, hidden }) => (
      <p key={id} className="doubt">
        Подборка «{title}»: скрыто от вас {counted(hidden, caseForms)} вне регионов вашей учётной записи.
      </p>
    ))
}
