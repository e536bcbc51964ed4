import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldName } from '#shared/domain/case-field-names.ts'
import { caseRecord, caseSchema } from './case-record.ts'

const published = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')

it('is published as it is: run node scripts/write-case-schema.ts after a change', () =>
  expect(published('case-record.schema.json')).toBe(caseSchema()))

it('explains itself with an example that is a case', () => {
  const example = /```json\n([^`]+)```/.exec(published('import.md'))?.[1] ?? ''
  expect(caseRecord.safeParse(JSON.parse(example)).error?.issues ?? []).toEqual([])
  const described = Object.keys(caseRecord.shape).filter(field => !published('import.md').includes(`\`${field}\``))
  expect(described).toEqual([])
})

it('has a name in Russian for each field (shared/domain/case-field-names.ts), because revisions say which has changed', () => {
  const fields = Object.keys(caseRecord.shape).filter(field => !/^(?:source_key|former_keys)$/.test(field))
  expect(fields.filter(field => fieldName(field) === field)).toEqual([])
})
