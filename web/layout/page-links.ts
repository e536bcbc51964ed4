import { isPagePath } from '#shared/domain/routes.ts'

/**
 * Follows plain links to our pages by the router: during an outage a full navigation would end on the browser's error
 * page. `go`: navigates to an address of this site.
 */
export const followPageLinks = (go: (address: string) => void): void => {
  document.addEventListener('click', event => {
    const address = event.defaultPrevented ? undefined : pageAddressOf(event)
    if (address === undefined) return
    event.preventDefault()
    go(address)
  })
}

/** Undefined when the browser should handle the click: a new tab, a file, a fragment of this page. */
type Click = Pick<MouseEvent, 'target' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>
export const pageAddressOf = ({ target, button, metaKey, ctrlKey, shiftKey, altKey }: Click): string | undefined => {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return
  const link = target.closest('a')
  if (!link?.href || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return
  return isPagePath(link.pathname) ? link.pathname + link.search + link.hash : undefined
}
