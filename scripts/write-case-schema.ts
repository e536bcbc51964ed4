import { writeFileSync } from 'node:fs'
import { caseSchema } from '../server/ingest/case-record.ts'

/** Writes docs/case-record.schema.json from the schema that validates cases. */
writeFileSync(new URL('../docs/case-record.schema.json', import.meta.url), caseSchema())
