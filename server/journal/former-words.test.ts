import { expect, it } from 'vitest'
import { haveEqualWords, stateWordsOf, wordsBefore } from './former-words.ts'

const told = (field: string, before: string | null, after: string | null) => ({ field, before, after })
const now = stateWordsOf({ judge: 'Судьина А.А.', other_numbers: ['5-1/2026', '5-2/2026'] }, 'Назначить штраф.')
const before = (changes: ReturnType<typeof told>[], origin: string | null = 'collector') =>
  wordsBefore(now, { origin, told: changes })

it('takes the sentences of a change back, line by line, and the text whole (decision 0085)', () => {
  const was = before([
    told('judge', 'Прозоров Б.Б.', 'Судьина А.А.'),
    told('other_numbers', null, '5-2/2026'),
    told('text', null, '16\u00a0знаков'),
  ])
  expect(was && haveEqualWords(was, stateWordsOf({ judge: 'Прозоров Б.Б.', other_numbers: ['5-1/2026'] }, null))).toBe(
    true,
  )
  expect(was && haveEqualWords(was, stateWordsOf({ judge: 'Прозоров Б.Б.', other_numbers: ['5-1/2026'] }, ''))).toBe(
    false,
  )
  expect(was && haveEqualWords(was, stateWordsOf({ judge: 'Прозоров Б.Б.' }, null))).toBe(false)
})
it('knows nothing before a sentence that is not true of the state after', () => {
  expect(before([told('judge', null, 'Прозоров Б.Б.')])).toBeUndefined()
  expect(before([told('text', null, '15\u00a0знаков')])).toBeUndefined()
  expect(before([told('card', null, 'Карточка дела на сайте суда')])).toBeUndefined()
})
it('passes over what a newer reader made of a text, which was never in the record', () => {
  const reread = [told('reading', null, 'Прочитано заново'), told('penalties', null, 'штраф 500 ₽')]
  expect(before(reread, null)).toBe(now)
  expect(before(reread)).toBeUndefined()
})
