import { useDocumentTitle } from '@mantine/hooks'

export const useTitle = (title: string | undefined): void =>
  useDocumentTitle(title ? `${title} — Судмонитор` : 'Судмонитор')
