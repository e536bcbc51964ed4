import { useEffect } from 'react'

/** Names the page in the browser's tab and history: «Дела — Судмонитор». */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} — Судмонитор` : 'Судмонитор'
  }, [title])
}
