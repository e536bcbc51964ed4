import { sql } from 'kysely'
import { z } from 'zod'
import { unknownKinds } from '#shared/domain/outcomes.ts'
import { type AmountChart, amountCharts, type Spread } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { valuesOfRow } from '../cases/predicates.ts'

/**
 * Penalties by kind and by amount, of one codex at a time: months of prison and rubles of a fine for a car are not of one scale. A case
 * counts once at each, however many of its penalties are such: filters on penalties hold for the penalty that is counted, as they do in
 * the list behind it.
 */
const row = z.object({
  of: z.enum(['kinds', 'types', 'known', 'hidden', 'amounts']),
  kind: z.string().nullable(),
  type: z.number().nullable(),
  hidden: z.boolean().nullable(),
  /** Of the penalties of one kind of a case, separated by spaces. */
  amounts: z.string().nullable(),
  count: z.number(),
})
/** How many cases have penalties of exactly these amounts; `unknown`: one of them is hidden or not said. */
export type Amounts = { amounts: readonly number[]; unknown: boolean; count: number }
const unsaid = '-'
const isKnown = sql`kind not in (${sql.join(unknownKinds.map(kind => sql.lit(kind)))})`

export async function countPenalties(engine: CaseEngine, question: Question) {
  const { rowKey, caseColumn } = engine.childRows('case_penalty')
  const found = engine.cells(question, { penalties_of: caseColumn, type: 'type' })
  const told = (of: string, set: readonly ('kind' | 'type' | 'hidden')[], which = sql`true`) => {
    const own = (name: string) => (set.some(column => column === name) ? sql.ref(name) : sql`null`)
    return sql`
      select ${sql.lit(of)}::text as "of", ${own('kind')}::text as kind, ${own('type')}::integer as type,
        ${own('hidden')}::boolean as hidden, null::text as amounts, sum(cases)::integer as count
      from (select distinct penalties_of, cases, ${sql.join([...new Set(['type', ...set])].map(name => sql.ref(name)))} from penalty
        where ${which}) as once
      group by ${sql.join(set.map(own))}`
  }
  const { rows } = await sql`
    with penalty as materialized (
      select found.penalties_of, found.type, found.cases, case_penalty.type as kind, case_penalty.hidden, case_penalty.value
      from (${found}) as found join case_penalty on ${rowKey} = found.penalties_of
      where ${engine.matches(valuesOfRow(question.values, 'case_penalty'), question.scope, 'case_penalty')}
    ), amounts as (
      -- In no order: cases are summed by each amount, and to sort takes the copy longer than all the rest.
      select type, kind, cases, string_agg(coalesce(value::text, ${sql.lit(unsaid)}), ' ') as amounts
      from penalty
      where ${sql.join(
        Object.values(amountCharts).map(({ type, kind }) => sql`type = ${sql.lit(type)} and kind = ${sql.lit(kind)}`),
        sql` or `,
      )}
      group by penalties_of, type, kind, cases
    )
    ${sql.join(
      [
        told('kinds', ['kind', 'type'], isKnown),
        told('types', ['type']),
        told('known', ['type'], isKnown),
        told('hidden', ['hidden']),
      ],
      sql` union all `,
    )}
    union all
    select 'amounts', kind, type, null, amounts, sum(cases)::integer from amounts group by kind, type, amounts`.execute(
    engine.db,
  )
  const counted = z.array(row).parse(rows)
  const at = (set: z.output<typeof row>['of']) => counted.filter(({ of }) => of === set)
  const ofCodex = (set: 'types' | 'known', codex: 1 | 2): number =>
    at(set).find(({ type }) => type === codex)?.count ?? 0
  return {
    kinds: at('kinds').flatMap(({ kind, type, count }) =>
      kind === null || type === null ? [] : [{ type, kind, count }],
    ),
    /** Cases of which the kind of a penalty is known. */
    withKnown: (codex: 1 | 2): number => ofCodex('known', codex),
    /** Cases of whose penalties no kind is known: «Нет данных» and «Не прочитано» are no kinds. */
    withUnknown: (codex: 1 | 2): number => ofCodex('types', codex) - ofCodex('known', codex),
    amounts: (chart: AmountChart): Amounts[] =>
      at('amounts')
        .filter(({ kind, type }) => kind === amountCharts[chart].kind && type === amountCharts[chart].type)
        .map(({ amounts, count }) => {
          const said = (amounts ?? unsaid).split(' ')
          return { amounts: said.filter(one => one !== unsaid).map(Number), unknown: said.includes(unsaid), count }
        }),
    hidden: at('hidden').find(({ hidden }) => hidden === true)?.count ?? 0,
  }
}

/** Every penalty by its amount. */
export function spreadOf(all: readonly Amounts[]): Spread {
  const spread = new Map<number, number>()
  for (const { amounts, count } of all)
    for (const amount of amounts) spread.set(amount, (spread.get(amount) ?? 0) + count)
  return spread
}
