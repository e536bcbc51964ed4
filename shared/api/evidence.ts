import { z } from 'zod'
import { idParam, listOf, strictQuery } from './lists.ts'

/** Packages of evidence (decision 0087). */
export const evidenceQuery = strictQuery({
  entry: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Номер записи журнала — целое число от 0.' })
    .transform(Number)
    .optional()
    .meta({ description: 'Номер записи журнала: страницы только к ней и к предыдущей. Без него — дело целиком' }),
})
export const keptPageParams = z.object({
  id: idParam,
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'SHA-256 страницы' }),
})
export const evidencePackages = listOf(
  z.object({
    made_at: z.string(),
    entry: z.int().nullable().meta({ description: 'Номер записи журнала; null — дело целиком' }),
    sha256: z.string().meta({ description: 'SHA-256 файла, который был отдан' }),
    size: z.int().meta({ description: 'Байт' }),
  }),
)
export type EvidencePackages = z.output<typeof evidencePackages>
