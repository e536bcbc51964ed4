import { useDocumentTitle } from '@mantine/hooks'

/** «Дела — Судмонитор» in the browser's tab and history. */
export const useTitle = (title: string | undefined): void =>
  useDocumentTitle(title ? `${title} — Судмонитор` : 'Судмонитор')
