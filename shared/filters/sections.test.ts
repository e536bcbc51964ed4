import { expect, it } from 'vitest'
import { caseFields } from './case-fields.ts'
import { panelSections } from './sections.ts'

it('every field stands in exactly one section of the panel', () =>
  expect(panelSections.flatMap(({ fields }) => fields).sort()).toEqual(Object.keys(caseFields).sort()))
