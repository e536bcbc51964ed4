import { z } from 'zod'
import { caseRecord } from './case-record.ts'

/** The JSON Schema of a line of NDJSON, as it is published in docs/case-record.schema.json. */
export const caseSchema = (): string => {
  const schema = z.toJSONSchema(caseRecord, { io: 'input', target: 'draft-2020-12' })
  return `${JSON.stringify({ title: 'A court case of Судмонитор', ...schema }, null, 2)}\n`
}
