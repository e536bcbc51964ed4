import { settingPhrases } from './field-phrases.ts'
import { type Found, longest, type QuestionScan } from './pieces.ts'
import { outcomeAt } from './read-outcomes.ts'
import { phraseEnd, phraseOf } from './words.ts'

const measure = phraseOf(
  'доля|процент|медиана|медианный|средний|максимальный|минимальный|сумма =дел|срок|размер|сумма?',
)
const why = 'Это мера, а не фильтр: суммы, медианы и доли есть в таблице.'

/** «доля условных»: what is measured is no filter, for of such cases alone the share would be whole. */
export const measureAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const start = phraseEnd(measure, reader.tokens, at)
  if (start === undefined) return undefined
  for (const own of [start, start + 1]) {
    const to = longest(settingPhrases, reader.tokens, own)?.to ?? (await outcomeAt(reader, own))?.to
    if (to !== undefined) return { to, meaning: { kind: 'unread', why } }
    if (!/^(с|со|без)$/.test(reader.tokens[own]?.text ?? '')) return undefined
  }
  return undefined
}
