import { expect, it } from 'vitest'
import { accusedTitle } from './participant-roles.ts'

it.each([
  [2, 1, '1-17/2026', false, 'Подсудимый'],
  [2, 1, 'без номера', false, 'Подсудимый'],
  [1, 1, '5-17/2026', false, 'Привлекаемое лицо'],
  // Whatever was decided: a penalty, an acquittal, an end without either.
  [2, 1, '1-17/2026', true, 'Лицо'],
  [1, 1, '5-17/2026', true, 'Лицо'],
  // A review: of a conviction, of an acquittal, of whom nothing was decided yet.
  [2, 2, '22-17/2026', false, 'Лицо'],
  [2, 2, '10-17/2026', true, 'Лицо'],
  [1, 2, '12-17/2026', false, 'Лицо'],
  [2, 1, '3/2-17/2026', false, 'Лицо в материале'],
  [2, 1, '3/10-17/2026', true, 'Лицо в материале'],
  [2, 1, '4/17-17/2026', true, 'Лицо в материале'],
  [2, 2, '22К-17/2026', false, 'Лицо в материале'],
])(
  'codex %i, instance %i, %s, decided: %s: a person is called «%5$s», and nothing more',
  (type, stage, case_number, isDecided, title) => {
    expect(accusedTitle({ type, stage, case_number }, isDecided).replace('\u00a0', ' ')).toBe(title)
  },
)
