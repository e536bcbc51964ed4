import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ExportColumn } from '#shared/domain/export-columns.ts'
import { exportSettingsQueryOptions, keepExportColumns } from '../../api/exports.ts'

/** Milliseconds after the last change (§9 save debounce). */
const savePause = 500

/**
 * The person's columns: kept by the account a moment after the last change, also when the form is closed before that. That
 * they could not be kept stops nobody from taking the file.
 */
export const useKeptColumns = (
  kept: readonly ExportColumn[],
): [readonly ExportColumn[], (columns: readonly ExportColumn[]) => void] => {
  const client = useQueryClient()
  const [columns, setColumns] = useState(kept)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; keep: () => void }>(undefined)
  useEffect(
    () => () => {
      waiting.current?.keep()
    },
    [],
  )
  const change = (next: readonly ExportColumn[]): void => {
    setColumns(next)
    client.setQueryData(
      exportSettingsQueryOptions.queryKey,
      settings => settings && { ...settings, selected_columns: [...next] },
    )
    clearTimeout(waiting.current?.timer)
    const keep = (): void => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      keepExportColumns(next).catch(() => undefined)
    }
    waiting.current = { keep, timer: setTimeout(keep, savePause) }
  }
  return [columns, change]
}
