import { isPagePath } from '#shared/domain/routes.ts'

/**
 * A plain link to a page of ours is followed within this page: left to the browser, it would end on the browser's own error page while
 * the server is away. `go`: to an address of ours.
 */
export const followPageLinks = (go: (address: string) => void): void => {
  document.addEventListener('click', event => {
    const address = event.defaultPrevented ? undefined : pageAddressOf(event)
    if (address === undefined) return
    event.preventDefault()
    go(address)
  })
}

/** Undefined: the browser's own business, as a new tab, a file, a place on this page. */
type Click = Pick<MouseEvent, 'target' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>
export const pageAddressOf = ({ target, button, metaKey, ctrlKey, shiftKey, altKey }: Click): string | undefined => {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return
  const link = target.closest('a')
  if (!link?.href || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return
  return isPagePath(link.pathname) ? link.pathname + link.search + link.hash : undefined
}
