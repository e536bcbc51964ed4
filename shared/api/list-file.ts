import { z } from 'zod'

/** Cases of a user's table, in the form of `listRequest` (today.ts). */
const rows = z.array(z.object({ case: z.string(), court: z.string() }))
export const listFile = z.object({ rows }, { error: 'Приложите файл XLSX, ODS или CSV.' })
export const listFileRead = z.object({ rows })
