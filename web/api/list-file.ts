import { listFileRead } from '#shared/api/list-file.ts'
import { request } from './client.ts'

/** Converts a workbook to lines of a list as typed: «номер; суд». */
export const readListFile = async (file: File): Promise<string> => {
  const form = new FormData()
  form.append('file', file)
  const { rows } = await request(listFileRead, 'today/list/file/', { method: 'POST', form })
  return rows.map(({ case: one, court }) => [one, court.replaceAll(';', ',')].filter(Boolean).join('; ')).join('\n')
}
