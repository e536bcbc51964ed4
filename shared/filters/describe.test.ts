import { describe, expect, it } from 'vitest'
import { caseFields } from './case-fields.ts'
import { describeValues } from './describe.ts'
import type { AnyValues } from './field.ts'
import { withoutPeople } from './whole-articles.ts'

const chips = (values: Parameters<typeof describeValues>[1], names = {}) =>
  describeValues(caseFields, values, names).map(({ label, text }) => `${label}: ${text}`)

describe('a chip says in Russian what is filtered', () => {
  it.each<[AnyValues, string]>([
    [{ type: '1' }, 'Кодекс: КоАП'],
    [{ state: 'is_planned' }, 'Заседание: Назначено'],
    [{ judge: [3, 4] }, 'Судья: Белоозёрова Н. В., №\u00a04'],
    [{ judge_not: [3] }, 'Судья: не Белоозёрова Н. В.'],
    [{ penalty_type: ['fine', 'arrest'] }, 'Наказание: Штраф, Арест'],
    [{ penalty_amount: { min: 10000 } }, 'Размер наказания: от 10\u00a0000\u00a0₽'],
    [{ penalty_amount: { min: 100, max: 500 } }, 'Размер наказания: от 100 до 500\u00a0₽'],
    [{ days_to_result: { max: 3 } }, 'Дней до решения: до 3'],
    [
      { entry_date_range: { min: '2026-01-01', max: '2026-11-21' } },
      'Поступило: 1\u00a0января — 21\u00a0ноября\u00a02026',
    ],
    [
      { entry_date_range: { min: '2025-12-31', max: '2026-01-01' } },
      'Поступило: 31\u00a0декабря\u00a02025 — 1\u00a0января\u00a02026',
    ],
    [{ entry_date_range: { min: '2022-02-25', max: '2100-12-31' } }, 'Поступило: с\u00a025\u00a0февраля\u00a02022'],
    [{ entry_date_range: { min: '1990-01-01', max: '2019-12-31' } }, 'Поступило: по\u00a031\u00a0декабря\u00a02019'],
    [{ entry_date_range: { relative: 'last_7_days' } }, 'Поступило: последние 7\u00a0дней'],
    [{ has_result: false }, 'Есть решение: нет'],
    [{ result_text_search: { text: 'плакат', mode: 'plain' } }, 'Текст: плакат'],
    [{ result_text_search: { text: 'плакат', mode: 'phrase' } }, 'Текст: «плакат»'],
    [{ result_text_search: { text: 'плак.т', mode: 'regexp' } }, 'Текст: плак.т (регулярное выражение)'],
  ])('%j', (values, chip) => expect(chips(values, { judge: { 3: 'Белоозёрова Н. В.' } })).toEqual([chip]))

  it.each<[string[], { min?: number; max?: number }, string]>([
    [['arrest'], { min: 1 }, 'от 1\u00a0суток'],
    [['works'], { min: 20, max: 21 }, 'от 20 до 21\u00a0часа'],
    [['imprisonment'], { min: 6, max: 36 }, 'от 6 до 36\u00a0месяцев'],
    [['imprisonment', 'deprivation'], { min: 1.5 }, 'от 1,5\u00a0месяца'],
    // The first in the order of the list, whatever was chosen first.
    [['imprisonment', 'arrest'], { min: 5 }, 'от 5\u00a0суток'],
    [['caution', 'imprisonment'], { min: 5 }, 'от 5\u00a0месяцев'],
    [['caution'], { min: 5 }, 'от 5'],
  ])('a range of %j is in their unit (decision 0068)', (penalty_type, penalty_amount, text) =>
    expect(
      describeValues(caseFields, { penalty_type, penalty_amount }).find(({ key }) => key === 'penalty_amount')?.text,
    ).toBe(text),
  )

  it('and knows what to remove', () =>
    expect(describeValues(caseFields, { court_not: [5] })).toEqual([
      { name: 'court_not', key: 'court', label: 'Суд', text: 'не №\u00a05', not: true },
    ]))
})

describe('the title of a page, which histories of browsers keep', () => {
  const kept = ['type', 'stage', 'regions', 'court', 'entry_date_range', 'has_advocate', 'set_mine']
  const values = (keys: readonly string[]): AnyValues =>
    Object.fromEntries(keys.flatMap(key => [key, `${key}_not`]).map(name => [name, 'Чернобурка']))
  it('says what names nobody', () => expect(withoutPeople(values(kept))).toEqual(values(kept)))
  it.each([
    ...['defendants', 'defendant', 'participant', 'advocate', 'prosecutor', 'judge', 'set', 'tags', 'note'],
    ...['case_number', 'case_uid', 'protocol_number', 'result_text_search'],
  ])('says nothing of «%s», where any name may stand', key => expect(withoutPeople(values([key]))).toEqual({}))
})
