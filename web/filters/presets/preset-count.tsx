import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Preset } from '#shared/api/saved.ts'
import { defaultPageSize } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { caseCountQueryOptions } from '../../api/cases.ts'
import { caseApiQuery } from '../case-search.ts'
import { valuesOfPreset } from './active-preset.ts'

/** How many cases a preset finds now. Asked when it comes into sight; its line is there before the number is. */
export const PresetCount = ({
  preset,
  onlyFavourites = false,
  show = showNumber,
}: {
  preset: Preset
  onlyFavourites?: boolean
  show?: (count: number) => string
}) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const search = {
    values: valuesOfPreset(caseListFields, preset),
    ordering: defaultOrdering,
    page: 1,
    size: defaultPageSize,
  }
  const { data } = useQuery({ ...caseCountQueryOptions(caseApiQuery(search, { onlyFavourites })), enabled: inViewport })
  return <span ref={ref}>{data === undefined ? '\u00a0' : show(data)}</span>
}
