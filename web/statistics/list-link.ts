import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'

/** Addresses of lists behind figures. There are hundreds on the page: plain links, and one listener for all of them. */
export const listAddress = (filters: WireRecord): string => `/?${toQuery({ ...filters, ordering: defaultOrdering })}`

/** Follows a link within the page, unless it is asked for elsewhere: in another tab, another window, as a file. */
export const useLinks = (): ((event: MouseEvent) => void) => {
  const navigate = useNavigate()
  return event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ href: link.getAttribute('href') ?? '/' })
  }
}
