import { useState } from 'react'
import type { WireRecord } from '#shared/filters/wire.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { showToast } from '../ui/toasts.tsx'
import { showFailure } from './use-act.ts'

/**
 * The clipboard is opened within the click, while the link is still being created (§8); if it is blocked, the link is
 * shown.
 */
const ShownLink = lazyPart(() => import('./shown-link.tsx'), 'ShownLink')

export const useCopyLink = (filters: WireRecord) => {
  const [copying, setCopying] = useState(false)
  const [refused, setRefused] = useState<string>()
  const copy = async (): Promise<void> => {
    if (copying) return
    setCopying(true)
    const making = makeLink(filters)
    const copied = toClipboard(making).then(
      () => true,
      () => false,
    )
    try {
      const url = await making
      if (await copied) showToast(`Ссылка скопирована: ${url}`)
      else setRefused(url)
    } catch (error) {
      showFailure(error)
    } finally {
      setCopying(false)
    }
  }
  const shown = refused !== undefined && <ShownLink url={refused} onClose={() => setRefused(undefined)} />
  return { copy: () => void copy(), copying, shown }
}

const makeLink = async (filters: WireRecord): Promise<string> => {
  const { createLink } = await loadChunk(() => import('../api/saved.ts'))
  return (await createLink(filters)).url
}

const toClipboard = async (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then(url => new Blob([url], { type: 'text/plain' }))
  // The caller reports that no link was created.
  blob.catch(() => {})
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
