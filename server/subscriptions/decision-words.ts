import { type Kysely, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { type Expression, foldExpression, type Leaf, type Term } from '../texts/expression.ts'
import { askedWords } from '../texts/read-expression.ts'

/** Which cases may contain the words. Excludes only what the full-text search would not find. */
type DecisionWords = { candidates: (words: ValueOf['words']) => ReadonlySet<number> }

/** Words of the decisions of changed cases, read once for all filters. */
export async function readDecisionWords(db: Kysely<DB>, ids: readonly number[]): Promise<DecisionWords> {
  const { rows } = await sql<{ case_id: number; words: string }>`
    select case_id, words from case_text where case_id = any(${ids}::int[])`.execute(db)
  const all: ReadonlySet<number> = new Set(rows.map(({ case_id }) => case_id))
  const lines = new Map(rows.map(({ case_id, words }) => [case_id, words]))
  const having = new Map<string, Set<number>>()
  for (const { case_id, words } of rows)
    for (const stem of new Set(words.split(' '))) having.set(stem, (having.get(stem) ?? new Set()).add(case_id))
  const byPrefix = new Map<string, ReadonlySet<number>>()

  const withTerm = ({ stem, prefix }: Term): ReadonlySet<number> => {
    if (!prefix) return having.get(stem) ?? none
    const found =
      byPrefix.get(stem) ?? new Set([...having].flatMap(([known, cases]) => (known.startsWith(stem) ? [...cases] : [])))
    byPrefix.set(stem, found)
    return found
  }
  const withLeaf = (leaf: Leaf): ReadonlySet<number> => {
    const terms =
      leaf.kind === 'word' ? [leaf.word] : leaf.kind === 'phrase' ? leaf.words : [...leaf.left, ...leaf.right]
    const found = terms.map(withTerm).reduce(both)
    if (leaf.kind !== 'phrase' || terms.some(({ prefix }) => prefix)) return found
    const phrase = ` ${terms.map(({ stem }) => stem).join(' ')} `
    return new Set([...found].filter(id => lines.get(id)?.includes(phrase)))
  }
  const casesWith = (expression: Expression): ReadonlySet<number> =>
    foldExpression<ReadonlySet<number>>(expression, {
      leaf: withLeaf,
      not: () => all,
      and: parts => parts.reduce(both, all),
      or: parts => parts.reduce(either, none),
    })
  return {
    candidates: words => {
      const asked = askedWords(words)
      return asked.kind === 'words' ? casesWith(asked.expression) : all
    },
  }
}
const none: ReadonlySet<number> = new Set()
const both = (one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> =>
  one.size > other.size ? both(other, one) : new Set([...one].filter(id => other.has(id)))
const either = (one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...one, ...other])
