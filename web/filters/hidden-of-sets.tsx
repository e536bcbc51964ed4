import { useQuery } from '@tanstack/react-query'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { setQueryOptions } from '../api/sets.ts'

export const HiddenOfSets = ({ values }: { values: AnyValues }) =>
  [...new Set([values.set ?? []].flat().map(Number))].map(id => <HiddenOfSet key={id} id={id} />)

const HiddenOfSet = ({ id }: { id: number }) => {
  const { data } = useQuery({ ...setQueryOptions(id), meta: { quiet: true } })
  return data !== undefined && data.hidden > 0 ? (
    <p className="doubt">
      Подборка «{data.title}»: скрыто от вас {counted(data.hidden, caseForms)} вне регионов вашей учётной записи.
    </p>
  ) : null
}
