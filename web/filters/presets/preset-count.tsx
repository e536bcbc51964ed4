import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
  const place = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    const watch = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [seen])
  const search = {
    values: valuesOfPreset(caseListFields, preset),
    ordering: defaultOrdering,
    page: 1,
    size: defaultPageSize,
  }
  const { data } = useQuery({ ...caseCountQueryOptions(caseApiQuery(search, { onlyFavourites })), enabled: seen })
  return <span ref={place}>{data === undefined ? '\u00a0' : show(data)}</span>
}
