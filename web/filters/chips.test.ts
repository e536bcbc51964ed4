// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { caseListFields, statsFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { asRemembered, chipsOf, cut, tagTextsOf } from './chips.ts'
import { rememberQuery, rememberTags } from './remembered.ts'

const said = (values: AnyValues, names = {}): string[] =>
  chipsOf(caseListFields, values, names).map(({ label, text }) => `${label}: ${text}`)

describe('tags of a query (§5)', () => {
  it('name the filter and its value', () =>
    expect(
      said(
        {
          type: '1',
          court: [5],
          entry_date_range: { min: '2026-01-01', max: '2026-11-21' },
          penalty_type: ['fine', 'arrest'],
          has_advocate: false,
          result_text_search: { text: 'одиночный плакат', mode: 'phrase' },
        },
        { court: { 5: 'Пермский краевой суд' } },
      ),
    ).toEqual([
      'Кодекс: КоАП',
      'Суд: Пермский краевой суд',
      'Поступило: 1\u00a0января — 21\u00a0ноября\u00a02026',
      'Наказание: Штраф, Арест',
      'Есть защитник: нет',
      'Текст: «одиночный плакат»',
    ]))
  it('say «не» of what is excluded, beside what is not', () =>
    expect(said({ court_city: ['Пермь'], court_city_not: ['Воронеж'] })).toEqual(['Город: Пермь', 'Город: не Воронеж']))
  it('are hidden when the value is empty or 0', () =>
    expect(said({ penalty_amount: { min: 0 }, codex_articles: [], case_number: '' })).toEqual([]))
  it('are hidden for unknown keys', () => expect(said({ colour: 'red', defendants: ['Орлова'] })).toEqual([]))
  it('cut what was typed at a hundred characters', () => {
    const long = 'а'.repeat(101)
    expect(said({ defendant: long })).toEqual([`Привлекаемое лицо: ${'а'.repeat(100)}…`])
    expect(cut('а'.repeat(100))).toBe('а'.repeat(100))
  })
  it('leave labels whole, however many', () => {
    const names = { court: Object.fromEntries([1, 2, 3, 4, 5].map(id => [id, `Очень длинное название суда № ${id}`])) }
    const [chip] = said({ court: [1, 2, 3, 4, 5] }, names)
    expect(chip?.length).toBeGreaterThan(150)
    expect(chip).toMatch(/№ 5$/)
  })
  it('leave the whole text to be read where it is cut', () => {
    const [tag] = chipsOf(caseListFields, { defendant: 'а'.repeat(101) }, {})
    expect([tag?.text.length, tag?.full.length]).toEqual([101, 101])
    expect(tag?.full).not.toContain('…')
  })
  it('are hidden for type and stage on statistics', () =>
    expect(chipsOf(statsFields, { type: '1', stage: '2', court_city: ['Пермь'] }, {}).map(({ key }) => key)).toEqual([
      'court_city',
    ]))
  it('say what they said before while names are on their way, for the same values only', () => {
    rememberQuery({ court: ['5'], judge: ['3'], ordering: 'region' })
    rememberTags({ court: 'Пермский краевой суд', judge: 'Кондаков А. П.' })
    const values = { court: [5], judge: [4] }
    const unnamed = chipsOf(caseListFields, values, {})
    expect(tagTextsOf(unnamed)).toBeUndefined()
    expect(asRemembered(unnamed, caseListFields, values).map(({ text }) => text)).toEqual([
      'Пермский краевой суд',
      '№\u00a04',
    ])
  })
  it('are remembered when every name is known (§3 humanFilterValues)', () =>
    expect(tagTextsOf(chipsOf(caseListFields, { type: '1', court: [5] }, { court: { 5: 'Суд' } }))).toEqual({
      type: 'КоАП',
      court: 'Суд',
    }))
})
