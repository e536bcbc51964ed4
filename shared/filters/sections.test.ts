import { describe, expect, it } from 'vitest'
import { caseFields } from './case-fields.ts'
import { panelSections } from './sections.ts'

describe('sections of the filter panel', () => {
  it('hold no field twice', () => {
    const shown = panelSections.flatMap(({ fields }) => fields)
    expect(shown).toEqual([...new Set(shown)])
  })

  // Days have their labels at the side; beside labels on top they would not line up.
  it('keep all ranges of days together in «Даты»', () => {
    const withDays = panelSections.filter(({ fields }) => fields.some(key => caseFields[key].kind === 'dateRange'))
    expect(withDays.map(({ title }) => title)).toEqual(['Даты'])
  })
})
