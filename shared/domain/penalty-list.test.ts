import { expect, it } from 'vitest'
import { penaltyList } from './penalty-list.ts'
import { barePenalty, otherPerson } from './penalty-wording.ts'

it('a penalty of somebody who is not listed stands apart from those of the only accused (decision 0068)', () => {
  const works = { type: 'works', value: 200, hidden: false, by_text: true, ...barePenalty }
  const lines = penaltyList(
    [
      { ...works, person: 'Багранов И.Л.' },
      { ...works, value: 300, person: otherPerson },
    ],
    false,
  )
  expect(lines.map(line => line.replaceAll('\u00a0', ' '))).toEqual([
    'обязательные работы 200 часов',
    'другое лицо: обязательные работы 300 часов',
  ])
})
