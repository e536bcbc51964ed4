// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { addRecent, recallRecent } from './bar-memory.ts'
import { freeze, frozenFor } from './frozen.ts'
import {
  clearRememberedFilters,
  clearRememberedQuery,
  recallDirectory,
  recallNames,
  recallQuery,
  recallTags,
  rememberDirectory,
  rememberFor,
  rememberNames,
  rememberQuery,
  rememberRelease,
  rememberTags,
} from './remembered.ts'

/** As the page does when it learns of the release. */
const forgetOnNewRelease = (ts: number): boolean => {
  const isNew = rememberRelease(ts)
  if (isNew) clearRememberedFilters()
  return isNew
}
beforeEach(() => localStorage.clear())
const orlova = { username: 'm.orlova', groups: [], is_superuser: false, regions: [77, 78] }

describe('what the browser remembers (§3, §4)', () => {
  it('keeps the last query under the name of the specification', () => {
    rememberQuery({ type: '2', codex_articles: ['5', '7'], ordering: '-entry_date' })
    expect(recallQuery()).toEqual({ type: '2', codex_articles: ['5', '7'], ordering: '-entry_date' })
    expect(localStorage.getItem('urlGetParams')).toContain('"type":"2"')
  })
  it('keeps the readable text of each tag, and titles of directories, under the names of the specification', () => {
    rememberTags({ type: 'КоАП', court: 'Пермский краевой суд' })
    rememberDirectory('result_types', [{ id: 9, title: 'Вынесено постановление' }])
    rememberDirectory('event_types', [{ id: 4, title: 'Рассмотрение дела по существу' }])
    expect(localStorage.getItem('humanFilterValues')).toBe('{"type":"КоАП","court":"Пермский краевой суд"}')
    expect(localStorage.getItem('casesResultTypes')).toBe('[{"id":9,"title":"Вынесено постановление"}]')
    expect(localStorage.getItem('casesEventTypes')).toBe('[{"id":4,"title":"Рассмотрение дела по существу"}]')
    expect(recallTags()).toEqual({ type: 'КоАП', court: 'Пермский краевой суд' })
    expect(recallDirectory('event_types')).toEqual([{ id: 4, title: 'Рассмотрение дела по существу' }])
  })
  it('keeps the other titles of a directory when only some are offered', () => {
    rememberDirectory('result_types', [{ id: 9, title: 'Вынесено постановление' }])
    rememberDirectory('result_types', [{ id: 5, title: 'Возвращено' }])
    expect(recallDirectory('result_types').map(({ id }) => id)).toEqual([5, 9])
  })
  it('notes the release of a first visit, so that the next one clears the filters (§4)', () => {
    expect(forgetOnNewRelease(1_000)).toBe(false)
    rememberQuery({ type: '2' })
    forgetOnNewRelease(2_000)
    expect(recallQuery()).toBeUndefined()
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
  it('gives the cleared filters back, and the release stays remembered', () => {
    forgetOnNewRelease(1_000)
    rememberQuery({ type: '2' })
    rememberTags({ type: 'УК' })
    localStorage.setItem('activePresetId', '3')
    expect(rememberRelease(2_000)).toBe(true)
    clearRememberedFilters()()
    expect([recallQuery(), recallTags()]).toEqual([{ type: '2' }, { type: 'УК' }])
    expect(localStorage.getItem('activePresetId')).toBe('3')
    expect(forgetOnNewRelease(2_000)).toBe(false)
  })
  it('keeps the filters of a first visit: there is no older release', () => {
    rememberQuery({ type: '2' })
    forgetOnNewRelease(5_000)
    expect(recallQuery()).toEqual({ type: '2' })
  })

  const all = () => {
    rememberQuery({ type: '2' })
    rememberTags({ type: 'УК' })
    rememberNames({ court: { 5: 'Суд' } })
    localStorage.setItem('activePresetId', '3')
    addRecent({ filters: { type: '2' }, text: 'УК' })
    freeze(caseListFields, { type: '2' })
  }
  it('forgets the person on logout; what is pinned waits for their return', () => {
    rememberFor(orlova)
    all()
    clearRememberedQuery()
    rememberFor(orlova)
    expect([recallQuery(), recallTags(), recallNames(), recallRecent()]).toEqual([undefined, {}, {}, []])
    expect(localStorage.getItem('activePresetId')).toBeNull()
    expect(frozenFor(caseListFields)).toEqual({ type: '2' })
  })
  it('keeps everything for a person whose session has ended, and nothing for another', () => {
    rememberFor(orlova)
    all()
    rememberFor(orlova)
    expect(recallQuery()).toEqual({ type: '2' })
    rememberFor({ ...orlova, username: 'тихонова' })
    expect([recallQuery(), recallRecent(), frozenFor(caseListFields)]).toEqual([undefined, [], undefined])
  })
  it.each([
    ['regions', { regions: [78] }],
    ['groups', { groups: ['tag_editor'] }],
  ])(
    'keeps the filters of a person whose %s have changed, and none of the names that were told before (§14)',
    (_, change) => {
      rememberFor(orlova)
      all()
      rememberDirectory('result_types', [{ id: 9, title: 'Вынесено постановление' }])
      rememberFor({ ...orlova, ...change })
      expect([recallTags(), recallNames(), recallRecent(), recallDirectory('result_types')]).toEqual([{}, {}, [], []])
      expect([recallQuery(), frozenFor(caseListFields)]).toEqual([{ type: '2' }, { type: '2' }])
    },
  )
})
