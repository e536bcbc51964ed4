// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { recentChoices, rememberChoice } from './recent-choices.ts'
import { clearRememberedQuery } from './remembered.ts'
import { citiesByName } from './suggestions.ts'

beforeEach(() => localStorage.clear())
const court = (n: number, region = 77) => ({ value: String(n), label: `Суд ${n}`, region })
const labels = (values = {}) => recentChoices('courts', values).map(({ label }) => label)

describe('what was picked last', () => {
  it('is offered newest first, once, and only so many', () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) rememberChoice('courts', court(n))
    expect(labels()).toEqual(['Суд 3', 'Суд 7', 'Суд 6', 'Суд 5', 'Суд 4', 'Суд 2'])
  })
  it('leaves out what lies in other regions than the chosen ones', () => {
    rememberChoice('courts', court(1, 77))
    rememberChoice('courts', court(2, 78))
    expect(labels({ regions: [78] })).toEqual(['Суд 2'])
  })
  it('leaves out articles of the other codex', () => {
    rememberChoice('articles', { value: 'group_id_koap_20.2', label: '20.2 (вся)' })
    rememberChoice('articles', { value: 'group_id_uk_158', label: '158 (вся)' })
    expect(recentChoices('articles', { type: '2' }).map(({ label }) => label)).toEqual(['158 (вся)'])
    expect(recentChoices('articles')).toHaveLength(2)
  })
  it('keeps nothing of tags, and nothing for the next person', () => {
    rememberChoice('tags', { value: '1', label: 'пикет' })
    expect(recentChoices('tags')).toEqual([])
    rememberChoice('judges', { value: '1', label: 'Белоозёрова Н. В.' })
    clearRememberedQuery()
    expect(recentChoices('judges')).toEqual([])
  })
  it('survives whatever stands in the storage', () => {
    localStorage.setItem('recentChoices', '{"courts": 5}')
    expect(labels()).toEqual([])
  })
})

describe('suggested cities', () => {
  it('of one name are one choice that names all its regions, for the filter knows the name alone', () =>
    expect(
      citiesByName([
        { city: 'Киров', region: 43 },
        { city: 'Киров', region: 40 },
        { city: 'Кировград', region: 66 },
      ]),
    ).toEqual([
      { value: 'Киров', label: 'Киров', hint: 'Кировская область, Калужская область', region: undefined },
      { value: 'Кировград', label: 'Кировград', hint: 'Свердловская область', region: 66 },
    ]))
})
