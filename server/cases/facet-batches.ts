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

/** Facets, by what is counted of them and in which reading of the cases: how many cases there are of each value. */

/** How a kind is counted: what its values are called on the wire. */
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

/** What is counted in one reading of the cases. */
export type Batch = Pick<Facet, 'table' | 'home' | 'others'> & {
  parts: readonly Facet[]
  /** Whole articles are counted: their names are joined. */
  groups?: true
  cost: number
}

export const articleInSql = sql`article.codex || ' ' || article.article_number`

/** All filters but its own. A range of amounts is then of each kind in the unit it would have, were that kind alone chosen. */
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

/** Facets of columns of the case itself under the same filters go together. */
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

/** A value stands once a case in these; of other children's rows each case is counted once. */
const onceACase: ReadonlySet<string> = new Set(['case_article', 'case_tag', 'case_defence_param'])
export const ofArticle = sql<boolean>`article.id = case_article.article_id`
/** Where the rows of a child table are that a facet counts. */
export const rowsCounted = (engine: CaseEngine, { table, others, column }: Facet) =>
  engine.childRows(table, [...columnsAsked(table, others), ...(column === undefined ? [] : [column])])

/** A row for each case, or for each of its rows in a child table. */
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

/** By the key of the facet, the commonest values first. */
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
      // `grouping` has a bit for each column, the first highest: 0 where the row is of that column.
      const own = all - 2 ** (parts.length - 1 - at)
      const counts = rows.flatMap(row => {
        const value = row[`v${at}`]
        return row.others === own && typeof value === 'string' ? [{ value, count: row.count }] : []
      })
      return [key, commonest(counts)]
    }),
  )
}
/** Equal counts have one order, whichever engine counted. */
export const commonest = (counts: ValueCounts): ValueCounts =>
  counts
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, maxFacetValues)
