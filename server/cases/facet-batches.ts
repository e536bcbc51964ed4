import { type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import {
  type AnyValues,
  type CountableField,
  type CountableKind,
  excluded,
  type Field,
  type FieldOf,
  type Fields,
  isCountable,
} from '#shared/filters/field.ts'
import type { CaseEngine, Facet, FacetOptions, Question, ValueCounts } from './engine/engine.ts'
import { folded } from './filter-kinds.ts'
import { columnNameOf, columnsAsked, type Scope, tableOfFilter } from './predicates.ts'
import { scheduleOf } from './schedule.ts'

/** Facets grouped by the scan in which they are counted: how many cases there are per value. */

/** How a filter kind is counted: the wire names of its values. */
type Counting<K extends CountableKind> = {
  options?: FacetOptions
  value(field: FieldOf[K], engine: CaseEngine, scope: Scope): RawBuilder<unknown>
}
const ofColumn = { value: ({ column }: { column: string }) => sql.ref(column) }
const ofExistence = {
  options: { sought: [true], rest: 'false' },
  value: ({ of }: { of: string }, engine: CaseEngine, scope: Scope) => sql`${engine.exists(of, scope)}`,
} satisfies Counting<'presence' | 'own'>
const countings: { [K in CountableKind]: Counting<K> } = {
  choice: ofColumn,
  choices: ofColumn,
  reference: ofColumn,
  flag: ofColumn,
  names: { value: ({ column }) => folded(sql.ref(column)) },
  presence: ofExistence,
  own: ofExistence,
  schedule: {
    options: { sought: ['no_info', 'is_planned'], rest: 'in_past' },
    value: ({ column, possible }) => scheduleOf(sql.ref(column), sql.ref(possible)),
  },
}
const countingOf = (field: CountableField): Counting<CountableKind> => countings[field.kind]

/** What one scan of the cases counts. */
export type Batch = Pick<Facet, 'table' | 'home' | 'others'> & {
  parts: readonly Facet[]
  /** Counts whole articles, with their names joined. */
  groups?: true
  cost: number
}

export const articleInSql = sql`article.codex || ' ' || article.article_number`

/**
 * All filters except its own. The amount range then applies to each kind in the unit it would have if that kind alone
 * were chosen.
 */
const othersOf = (values: AnyValues, key: string): AnyValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (name === key || name === excluded(key)) return []
      const field: Field | undefined = fields[name]
      const isOfKinds = field?.kind === 'amountRange' && field.kinds?.key === key && typeof value === 'object'
      return [[name, isOfKinds ? { ...value, inEach: true } : value]]
    }),
  )
const fields: Fields = caseFields

export const askedFacets = (values: AnyValues, keys: readonly string[]): Facet[] =>
  Object.entries(caseFields).flatMap(([key, field]): Facet[] => {
    if (!keys.includes(key) || !isCountable(field)) return []
    const { options, value } = countingOf(field)
    const home = tableOfFilter(field)
    return [
      {
        key,
        home,
        ...('of' in field ? { table: 'court_case' } : { table: home, column: columnNameOf(field.column) }),
        others: othersOf(values, key),
        value: (engine, scope) => value(field, engine, scope),
        ...(options && { options }),
      },
    ]
  })

/** Facets of columns of the case under the same filters share a batch. */
export const batchesOf = (facets: readonly Facet[]): Batch[] =>
  [
    ...Map.groupBy(facets, ({ key, table, column, others }) => {
      const isOfCase = table === 'court_case' && column !== undefined
      return `${isOfCase ? '' : key} ${JSON.stringify(others)}`
    }).values(),
  ]
    .flatMap(([one, ...more]): Batch[] => {
      if (one === undefined) return []
      const { table, home, others, column } = one
      const cost = table !== 'court_case' ? costs.rows : column === undefined ? costs.existence : costs.column
      return [{ table, home, others, parts: [one, ...more], cost }]
    })
    .toSorted((a, b) => a.cost - b.cost)
const costs = { column: 0, existence: 1, rows: 2 } as const

/** In these tables a value occurs once per case; in others each case has to be counted once. */
const onceACase: ReadonlySet<string> = new Set(['case_article', 'case_tag', 'case_defence_param'])
export const ofArticle = sql<boolean>`article.id = case_article.article_id`
/** The relation of the child table whose rows a facet counts. */
export const rowsCounted = (engine: CaseEngine, { table, others, column }: Facet) =>
  engine.childRows(table, [...columnsAsked(table, others), ...(column === undefined ? [] : [column])])

/** A row per case, or per row of a child table. */
function countedCases(engine: CaseEngine, question: Question, { table, groups, parts }: Batch): RawBuilder<unknown> {
  const [part] = parts
  const chosen = parts.map(({ value }, at) => value(engine, question.scope).as(`v${at}`))
  if (table === 'court_case' || part === undefined) return sql`${engine.cases(question).select(chosen)}`
  const found = engine
    .cases(question, table)
    .innerJoin(sql<object>`${sql.table(table)}`.as<'child'>(sql.id(table)), join =>
      join.on(rowsCounted(engine, part).on),
    )
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .select(chosen)
    .$if(groups === true || !onceACase.has(table), query => query.select('court_case.id').distinct())
  return sql`${found}`
}

/** By the key of the facet, the most frequent values first. */
export async function countBatch(
  engine: CaseEngine,
  question: Question,
  batch: Batch,
): Promise<ReadonlyMap<string, ValueCounts>> {
  const { parts } = batch
  const columns = parts.map((_, at) => sql.ref(`v${at}`))
  const { rows } = await sql<Record<string, string | null> & { others: number; count: number }>`
    select ${sql.join(columns.map((column, at) => sql`${column}::text as ${sql.id(`v${at}`)}`))}, grouping(${sql.join(columns)})::integer as others, count(*)::integer as count
    from ${countedCases(engine, question, batch)} as counted
    group by grouping sets (${sql.join(columns.map(column => sql`(${column})`))})`.execute(engine.db)
  const all = 2 ** parts.length - 1
  return new Map(
    parts.map(({ key }, at) => {
      // `grouping` has a bit per column, the first highest: 0 where the row groups by that column.
      const own = all - 2 ** (parts.length - 1 - at)
      const counts = rows.flatMap(row => {
        const value = row[`v${at}`]
        return row.others === own && typeof value === 'string' ? [{ value, count: row.count }] : []
      })
      return [key, commonest(counts)]
    }),
  )
}
/** Ties have a fixed order, the same for every engine. */
export const commonest = (counts: ValueCounts): ValueCounts =>
  counts
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, maxFacetValues)
