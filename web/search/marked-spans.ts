import type { WordsMistake } from '#shared/api/words.ts'
import type { Reading } from '#shared/questions/reading.ts'
import type { MarkedSpan } from './query-field.tsx'

/** What is marked in the field, which may begin with spaces that are not read: a mistake, or what was read and what was not. */
export const spansIn = (
  text: string,
  reading: Reading | undefined,
  mistake: WordsMistake | undefined,
): MarkedSpan[] => {
  const start = text.length - text.trimStart().length
  const marked =
    (look: MarkedSpan['look']) =>
    ({ from, to }: { from: number; to: number }): MarkedSpan => ({ from: from + start, to: to + start, look })
  if (typeof mistake?.at === 'number') return [marked('wrong')({ from: mistake.at, to: mistake.at + 1 })]
  return reading ? [...reading.understood.map(marked('read')), ...reading.unread.map(marked('unread'))] : []
}
