import { useDocumentTitle } from '@mantine/hooks'

export const documentTitle = (title: string | undefined): string => (title ? `${title} — Судмонитор` : 'Судмонитор')
export const useTitle = (title: string | undefined): void => useDocumentTitle(documentTitle(title))
