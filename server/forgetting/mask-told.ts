import { type MaskOptions, maskName, maskText } from './mask-text.ts'
import type { NameWords } from './name-words.ts'

/**
 * Masks records of cases, journal entries, news and snapshots: JSON with the fields of `CaseRecord`. An advocate, prosecutor or judge of that name is
 * somebody else.
 */

/** Identifiers, which contain no names, and judges, who are somebody else. */
const kept: ReadonlySet<string> = new Set([
  ...['source_key', 'former_keys', 'judge', 'court', 'url', 'text_url', 'kind', 'field', 'case_number', 'case_uid'],
  ...['advocates', 'prosecutors'],
])
const names: ReadonlySet<string> = new Set(['name', 'person'])
const bodies: ReadonlySet<string> = new Set(['text', 'facts', 'evidence', 'sentence', 'quote'])

export const isSomebodyElse = (role: unknown): boolean =>
  typeof role === 'string' &&
  /^(?:advocate|prosecutor|authority|защитник|адвокат|прокурор|гособвинител|государственный обвинитель|судья)/iu.test(
    role,
  )

/** Returns the same value if there is no name. */
export function maskTold(value: unknown, words: NameWords, options: MaskOptions = { as: 'words' }): unknown {
  const walk = (one: unknown, field: string): unknown => {
    if (typeof one === 'string') {
      if (names.has(field)) return maskName(one, words)
      return maskText(one, words, bodies.has(field) ? { ...options, as: 'decision' } : options)
    }
    if (Array.isArray(one))
      return sameOr(
        one,
        one.map(item => walk(item, field)),
      )
    if (typeof one !== 'object' || one === null) return one
    const { role }: { role?: unknown } = one
    if (isSomebodyElse(role)) return one
    const entries = Object.entries(one)
    const masked = entries.map(([name, item]) => [name, kept.has(name) ? item : walk(item, name)] as const)
    return masked.every(([, item], at) => item === entries[at]?.[1]) ? one : Object.fromEntries(masked)
  }
  return walk(value, '')
}

/** Masks every string in JSON of accounts: filters, titles, the log. */
export function maskAll(value: unknown, words: NameWords, options: MaskOptions): unknown {
  if (typeof value === 'string') return maskText(value, words, options)
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map(item => maskAll(item, words, options)),
    )
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const masked = entries.map(([name, item]) => [name, maskAll(item, words, options)] as const)
  return masked.every(([, item], at) => item === entries[at]?.[1]) ? value : Object.fromEntries(masked)
}

const sameOr = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((item, at) => item === before[at]) ? before : after
