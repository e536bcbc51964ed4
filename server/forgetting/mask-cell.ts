import { type MaskOptions, maskName, maskText } from './mask-text.ts'
import { maskAll, maskTold } from './mask-told.ts'
import type { Masking } from './name-columns.ts'
import type { Subject } from './subject.ts'

/** A cell of a row, as PostgreSQL’s JSON, without the name. */
export function maskCell(
  how: Masking,
  cell: unknown,
  { words, isOnlyBearer }: Pick<Subject, 'words' | 'isOnlyBearer'>,
): unknown {
  const elsewhere: MaskOptions = { as: 'whole', small: true, isOnlyBearer }
  if (how === 'told') return maskTold(cell, words)
  if (how === 'note') return maskAll(cell, words, { as: 'words', small: true })
  if (how === 'json') return maskAll(cell, words, elsewhere)
  if (typeof cell !== 'string') return cell
  if (how === 'csv') {
    const text = Buffer.from(cell.slice(2), 'hex').toString()
    const masked = maskText(text, words, elsewhere)
    return masked === text ? cell : `\\x${Buffer.from(masked).toString('hex')}`
  }
  if (how === 'people')
    return cell
      .split('; ')
      .map(name => maskName(name, words))
      .join('; ')
  if (how === 'name') return maskName(cell, words)
  return maskText(cell, words, how === 'whole' ? elsewhere : { as: how === 'decision' ? 'decision' : 'words' })
}
