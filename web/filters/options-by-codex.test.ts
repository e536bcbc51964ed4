import { describe, expect, it } from 'vitest'
import { penaltyTypes } from '#shared/domain/outcomes.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { optionsByCodex } from './control.ts'
import { unitHint } from './controls/amount-control.tsx'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('kinds of penalty to choose from', () => {
  it('are all there in groups while no codex is chosen', () => {
    const offered = optionsByCodex(penaltyTypes, undefined)
    expect(offered.map(({ value }) => value).toSorted()).toEqual(penaltyTypes.map(({ value }) => value).toSorted())
    expect([...new Set(offered.map(({ group = '' }) => plain(group)))]).toEqual([
      'КоАП и УК',
      'КоАП',
      'УК',
      'Не известно',
    ])
  })
  it.each([
    ['1', 'arrest', 'imprisonment'],
    ['2', 'imprisonment', 'arrest'],
  ])('are those of codex %s once it is chosen', (type, known, foreign) => {
    const values = optionsByCodex(penaltyTypes, type).map(({ value }) => value)
    expect(values).toContain(known)
    expect(values).not.toContain(foreign)
    expect(values).toEqual(expect.arrayContaining(['fine', 'works', 'no_data', 'error']))
  })
  it('leave other lists as they are', () =>
    expect(optionsByCodex([{ value: 'm', label: 'Мужской' }], '1')).toEqual([{ value: 'm', label: 'Мужской' }]))
})

describe('the unit of a range', () => {
  it.each<[string[] | undefined, RegExp]>([
    [undefined, /^Рублей, суток, часов или месяцев/],
    [['fine'], /^Рублей\.$/],
    [['arrest'], /^Суток\.$/],
    [['imprisonment', 'restriction'], /^Месяцев: 12 — год, 36 — три года\.$/],
    [['imprisonment', 'arrest'], /^Суток\. Наказания в других единицах не найдутся\.$/],
    [['caution'], /размера нет/],
  ])('of %j is said', (penalty_type, words) =>
    expect(plain(unitHint(caseFields.penalty_amount, { penalty_type }))).toMatch(words),
  )
})
