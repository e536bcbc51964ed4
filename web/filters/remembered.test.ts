import { beforeEach, describe, expect, it } from 'vitest'
import { forgetOnNewRelease, recallNames, recallQuery, rememberNames, rememberQuery } from './remembered.ts'

beforeEach(() => localStorage.clear())

describe('what the browser remembers (§3, §4)', () => {
  it('keeps the last query under the name of the specification', () => {
    rememberQuery({ type: '2', codex_articles: ['5', '7'], ordering: '-entry_date' })
    expect(recallQuery()).toEqual({ type: '2', codex_articles: ['5', '7'], ordering: '-entry_date' })
    expect(localStorage.getItem('urlGetParams')).toContain('"type":"2"')
  })
  it('adds names to names', () => {
    rememberNames({ court: { 5: 'Пермский краевой суд' } })
    rememberNames({ court: { 6: 'Ишимский городской суд' }, judge: { 1: 'Кондаков А. П.' } })
    expect(recallNames()).toEqual({
      court: { 5: 'Пермский краевой суд', 6: 'Ишимский городской суд' },
      judge: { 1: 'Кондаков А. П.' },
    })
  })
  it('recalls nothing from what is not its own', () => {
    for (const foreign of ['', 'не JSON', '[]', '{}', '{"type":5}', 'null']) {
      localStorage.setItem('urlGetParams', foreign)
      expect(recallQuery()).toBeUndefined()
    }
  })
  it('clears the filters when a release is newer than the remembered one, and remembers it', () => {
    forgetOnNewRelease(1_000)
    rememberQuery({ type: '2' })
    rememberNames({ court: { 5: 'Суд' } })
    forgetOnNewRelease(1_000)
    expect(recallQuery()).toEqual({ type: '2' })
    forgetOnNewRelease(2_000)
    expect(recallQuery()).toBeUndefined()
    expect(recallNames()).toEqual({})
    expect(localStorage.getItem('lastReleaseDate')).toBe('2000')
  })
  it('keeps the filters of a first visit: there is no older release', () => {
    rememberQuery({ type: '2' })
    forgetOnNewRelease(5_000)
    expect(recallQuery()).toEqual({ type: '2' })
  })
})
