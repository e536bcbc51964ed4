import { sql } from 'kysely'
import { z } from 'zod'
import { unknownKinds } from '#shared/domain/outcomes.ts'
import { type AmountChart, amountCharts, type Spread } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { valuesOfRow } from '../cases/predicates.ts'
import { sum } from './chart-marks.ts'

/**
 * Penalties by kind and amount, for one codex at a time: months of prison and rubles of a traffic fine do not share a
 * scale. A case counts once per bin, however many of its penalties are in it: filters on penalties apply to the counted
 * penalty, as in the list.
 */
const row = z.object({
  of: z.enum(['kinds', 'cases', 'amounts']),
  kind: z.string().nullable(),
  type: z.number(),
  /** Whether the kind of one of the penalties is known, and whether one is hidden. */
  known: z.boolean().nullable(),
  hidden: z.boolean().nullable(),
  /** Amounts of the case's penalties of one kind, separated by spaces. */
  amounts: z.string().nullable(),
  count: z.number(),
})
/** How many cases have penalties of exactly these amounts; `unknown`: one of them is hidden or not stated. */
type Amounts = { amounts: readonly number[]; unknown: boolean; count: number }
const unsaid = '-'
const isKnown = sql`kind not in (${sql.join(unknownKinds.map(kind => sql.lit(kind)))})`

/** `wanted`: charts that need amounts; there are thousands of combinations. */
export async function countPenalties(engine: CaseEngine, question: Question, wanted: readonly AmountChart[]) {
  const { rowKey, caseColumn } = engine.childRows('case_penalty')
  const found = engine.cells(question, { penalties_of: caseColumn, type: 'type' })
  const isWanted = wanted.map(chart => {
    const { type, kind } = amountCharts[chart]
    return sql`found.type = ${sql.lit(type)} and case_penalty.type = ${sql.lit(kind)}`
  })
  // Unordered: cases are summed by amount, and sorting takes the copy longer than everything else.
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
    /** Cases with a penalty of known kind. */
    withKnown: (codex: 1 | 2): number => casesOf(({ type, known }) => type === codex && known === true),
    /** Cases without a penalty of known kind; «Нет данных» and «Не прочитано» are no kinds. */
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

/** All penalties by amount. */
export function spreadOf(all: readonly Amounts[]): Spread {
  const spread = new Map<number, number>()
  for (const { amounts, count } of all)
    for (const amount of amounts) spread.set(amount, (spread.get(amount) ?? 0) + count)
  return spread
}
