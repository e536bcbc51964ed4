// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { filterSummary } from '#shared/filters/describe.ts'
import { addRecent, recallRecent, recentSearchCount, removeRecent } from './bar-memory.ts'
import { chipsOf } from './chips.ts'

beforeEach(() => localStorage.clear())
const looked = (...courts: number[]) => {
  for (const court of courts) addRecent({ filters: { court: [String(court)] }, text: `Суд ${court}` })
}
const texts = () => recallRecent().map(({ text }) => text)

describe('recent searches', () => {
  it('are the last ten, newest first', () => {
    looked(...Array.from({ length: recentSearchCount + 3 }, (_, at) => at))
    expect(texts()).toHaveLength(recentSearchCount)
    expect(texts().slice(0, 2)).toEqual(['Суд 12', 'Суд 11'])
  })
  it('hold each set of filters once, at its last time', () => {
    looked(1, 2, 1)
    expect(texts()).toEqual(['Суд 1', 'Суд 2'])
  })
  it('can be removed one by one', () => {
    looked(1, 2, 3)
    expect(removeRecent({ court: ['2'] }).map(({ text }) => text)).toEqual(['Суд 3', 'Суд 1'])
    expect(texts()).toEqual(['Суд 3', 'Суд 1'])
  })
  it('are none when what was kept is not ours', () => {
    localStorage.setItem('recentSearches', '[{"filters":5}]')
    expect(recallRecent()).toEqual([])
  })
  it('name a filter only where its value needs it', () =>
    expect(
      filterSummary(
        caseListFields,
        chipsOf(
          caseListFields,
          { type: '1', penalty_type: ['fine'], has_advocate: true, defendant: 'Орлова', court_city_not: ['Пермь'] },
          {},
        ),
      ),
    ).toBe('КоАП · не Пермь · Штраф · Привлекаемое лицо: Орлова · Есть защитник: да'))
})
