import { sql } from 'kysely'
import { z } from 'zod'
import { unknownKinds } from '#shared/domain/outcomes.ts'
import { type AmountChart, amountCharts, type Spread } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { valuesOfRow } from '../cases/predicates.ts'
import { sum } from './chart-marks.ts'

/**
 * Penalties by kind and by amount, of one codex at a time: months of prison and rubles of a fine for a car are not of one scale. A case
 * counts once at each, however many of its penalties are such: filters on penalties hold for the penalty that is counted, as they do in
 * the list behind it.
 */
const row = z.object({
  of: z.enum(['kinds', 'cases', 'amounts']),
  kind: z.string().nullable(),
  type: z.number(),
  /** Whether the kind of one of their penalties is known, and whether one is hidden. */
  known: z.boolean().nullable(),
  hidden: z.boolean().nullable(),
  /** Of the penalties of one kind of a case, separated by spaces. */
  amounts: z.string().nullable(),
  count: z.number(),
})
/** How many cases have penalties of exactly these amounts; `unknown`: one of them is hidden or not said. */
type Amounts = { amounts: readonly number[]; unknown: boolean; count: number }
const unsaid = '-'
const isKnown = sql`kind not in (${sql.join(unknownKinds.map(kind => sql.lit(kind)))})`

/** `wanted`: amounts of these charts are told; there are thousands of combinations of them. */
export async function countPenalties(engine: CaseEngine, question: Question, wanted: readonly AmountChart[]) {
  const { rowKey, caseColumn } = engine.childRows('case_penalty')
  const found = engine.cells(question, { penalties_of: caseColumn, type: 'type' })
  const isWanted = wanted.map(chart => {
    const { type, kind } = amountCharts[chart]
    return sql`found.type = ${sql.lit(type)} and case_penalty.type = ${sql.lit(kind)}`
  })
  // In no order: cases are summed by each amount, and to sort takes the copy longer than all the rest.
  const amounts = sql`string_agg(coalesce(case_penalty.value::text, ${sql.lit(unsaid)}), ' ')
    filter (where ${isWanted.length === 0 ? sql`false` : sql.join(isWanted, sql` or `)})`
  const { rows } = await sql`
    with penalty as materialized (
      select found.penalties_of, found.type, found.cases, case_penalty.type as kind,
        bool_or(case_penalty.hidden) as hidden, ${amounts} as amounts
      from (${found}) as found join case_penalty on ${rowKey} = found.penalties_of
      where ${engine.matches(valuesOfRow(question.values, 'case_penalty'), question.scope, 'case_penalty')}
      group by found.penalties_of, found.type, found.cases, case_penalty.type
    ), told as (
      select type, cases, bool_or(${isKnown}) as known, bool_or(hidden) as hidden
      from penalty group by penalties_of, type, cases
    )
    select 'kinds' as "of", kind, type::integer as type, null::boolean as known, null::boolean as hidden,
      null::text as amounts, sum(cases)::integer as count
    from penalty where ${isKnown} group by kind, type
    union all select 'cases', null, type::integer, known, hidden, null, sum(cases)::integer from told group by type, known, hidden
    union all select 'amounts', kind, type::integer, null, null, amounts, sum(cases)::integer
    from penalty where amounts is not null group by kind, type, amounts`.execute(engine.db)
  const counted = z.array(row).parse(rows)
  const at = (set: z.output<typeof row>['of']) => counted.filter(({ of }) => of === set)
  const casesOf = (holds: (one: z.output<typeof row>) => boolean): number => sum(at('cases').filter(holds))
  return {
    kinds: at('kinds').flatMap(({ kind, type, count }) => (kind === null ? [] : [{ type, kind, count }])),
    /** Cases of which the kind of a penalty is known. */
    withKnown: (codex: 1 | 2): number => casesOf(({ type, known }) => type === codex && known === true),
    /** Cases of whose penalties no kind is known: «Нет данных» and «Не прочитано» are no kinds. */
    withUnknown: (codex: 1 | 2): number => casesOf(({ type, known }) => type === codex && known !== true),
    amounts: (chart: AmountChart): Amounts[] =>
      at('amounts')
        .filter(({ kind, type }) => kind === amountCharts[chart].kind && type === amountCharts[chart].type)
        .map(({ amounts, count }) => {
          const said = (amounts ?? unsaid).split(' ')
          return { amounts: said.filter(one => one !== unsaid).map(Number), unknown: said.includes(unsaid), count }
        }),
    hidden: casesOf(({ hidden }) => hidden === true),
  }
}

/** Every penalty by its amount. */
export function spreadOf(all: readonly Amounts[]): Spread {
  const spread = new Map<number, number>()
  for (const { amounts, count } of all)
    for (const amount of amounts) spread.set(amount, (spread.get(amount) ?? 0) + count)
  return spread
}
