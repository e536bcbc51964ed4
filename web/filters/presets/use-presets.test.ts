import { describe, expect, it } from 'vitest'
import type { Preset } from '#shared/api/saved.ts'
import { answersTyped, groupPresets, presetLines } from './use-presets.ts'

const preset = (title: string, category: string | null, more: Partial<Preset> = {}): Preset => ({
  id: title.length,
  title,
  description: '',
  category: category === null ? null : { id: category.length, title: category },
  get_params: {},
  human_readable: {},
  position: 1,
  note: null,
  ...more,
})

describe('saved filters (§2)', () => {
  it('stand by category in the order of their first preset, those without one last', () => {
    const groups = groupPresets([
      preset('Первый', null),
      preset('Аресты', 'Наблюдение'),
      preset('Воронеж', 'Мои'),
      preset('Штрафы', 'Наблюдение'),
    ])
    expect(groups.map(({ title, presets }) => [title, presets.map(one => one.title)])).toEqual([
      ['Наблюдение', ['Аресты', 'Штрафы']],
      ['Мои', ['Воронеж']],
      ['Без категории', ['Первый']],
    ])
  })
  it('say what they hold, with the names known when they were saved', () => {
    const lines = presetLines({
      get_params: { stage: '2', court: ['5'], court_not: ['6'], has_result: false, defendant: 'Орлова' },
      human_readable: { stage: 'старое слово', court: 'Тверской районный суд', court_not: 'кроме Пермского' },
    })
    expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Инстанция: Вторая инстанция',
      'Суд: Тверской районный суд',
      'Суд: кроме Пермского',
      'Есть решение: нет',
      'Привлекаемое лицо: Орлова',
    ])
  })
  it.each([
    ['штраф', true],
    ['НАБЛЮД', true],
    ['орлова', true],
    ['вторая инстанция', true],
    ['пикет', false],
  ])('are found by what is typed: %s → %s', (typed, expected) => {
    const one = preset('Штрафы', 'Наблюдение', { get_params: { stage: '2', defendant: 'Орлова' } })
    expect(answersTyped(one, typed)).toBe(expected)
  })
})
