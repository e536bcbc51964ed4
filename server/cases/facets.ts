import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CaseFacets } from '#shared/api/facets.ts'
import { maxFacetValues } from '#shared/domain/limits.ts'
import { type CaseFields, caseFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import {
  type AnyValues,
  type CountableField,
  type CountableKind,
  excluded,
  type FieldOf,
  facetsOf,
  isCountable,
} from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { explainSearchError } from '../texts/text-search.ts'
import { selectCases } from './case-query.ts'
import { childExists, childRows, columnOf, folded, matches, type Scope, tableOf } from './predicates.ts'
import { type Reading, readCases } from './reading.ts'

/**
 * How many cases each value of a filter would leave (design §7): the list's own count, had that value been set, under
 * the same scope and all other filters. A facet that cannot be counted in time is null.
 */
type CaseValues = Values<CaseFields>

/** How a kind is counted: in which table its values stand, and what they are called on the wire. */
type Counting<K extends CountableKind> = {
  table(field: FieldOf[K]): string
  value(field: FieldOf[K], scope: Scope): RawBuilder<unknown>
}
const ofColumn = {
  table: ({ column }: { column: string }) => tableOf(column),
  value: ({ column }: { column: string }) => sql.ref(column),
}
const ofExistence = {
  table: () => 'court_case',
  value: ({ of }: { of: string }, scope: Scope) => sql`${childExists(of, scope)}`,
}
const countings: { [K in CountableKind]: Counting<K> } = {
  choice: ofColumn,
  choices: ofColumn,
  reference: ofColumn,
  flag: ofColumn,
  names: { ...ofColumn, value: ({ column }) => folded(sql.ref(column)) },
  presence: ofExistence,
  own: ofExistence,
  // As the filter reads it (predicates.ts).
  schedule: {
    ...ofColumn,
    value: ({ column }) => {
      const at = sql.ref(column)
      return sql`case when ${at} is null then 'no_info' when ${at} >= now() then 'is_planned' else 'in_past' end`
    },
  },
}
const countingOf = (field: CountableField): Counting<CountableKind> => countings[field.kind]

type Counts = { value: string; count: number }[]
/** What is counted in one reading of the cases. */
type Batch = {
  table: string
  /** Where whether a row exists is looked up, if it is; else the table. */
  home: string
  others: AnyValues
  parts: { key: string; value: (scope: Scope) => RawBuilder<unknown> }[]
  /** Whole articles are counted: their names are joined. */
  groups?: true
  /** The cheap ones first: columns of the case, then whether a row exists, then rows of children. */
  cost: number
}

/** A value stands once a case in these; of other children's rows each case is counted once. */
const onceACase: ReadonlySet<string> = new Set(['case_article', 'case_tag', 'case_defence_param'])
const wholeArticle = sql`article.codex || ' ' || article.article_number`

/** Facets of columns of the case itself under the same filters go together. */
const batchesOf = (values: AnyValues, keys: readonly string[]): Batch[] => {
  const batches = new Map<string, Batch>()
  for (const [key, field] of Object.entries(caseFields)) {
    if (!keys.includes(key) || !isCountable(field)) continue
    const others = Object.fromEntries(Object.entries(values).filter(([name]) => name !== key && name !== excluded(key)))
    const counting = countingOf(field)
    const table = counting.table(field)
    const cost = table !== 'court_case' ? 2 : 'of' in field ? 1 : 0
    const shared = `${cost === 0 ? '' : key} ${JSON.stringify(others)}`
    const batch = batches.get(shared) ?? { table, home: 'of' in field ? field.of : table, others, parts: [], cost }
    batch.parts.push({ key, value: asker => counting.value(field, asker) })
    batches.set(shared, batch)
  }
  return [...batches.values()].toSorted((a, b) => a.cost - b.cost)
}

/** Long enough for millions of cases, short enough to be of use to who is choosing. */
const longestSeconds = 3

export type FacetsAsked = {
  keys: readonly string[]
  /** All of them together. */
  limitSeconds?: number
  /** Whether somebody still waits for the answer. */
  isWanted?: () => boolean
}

export async function countFacets(
  reading: Reading,
  scope: Scope,
  values: CaseValues,
  { keys, limitSeconds = longestSeconds, isWanted = () => true }: FacetsAsked,
): Promise<CaseFacets> {
  const until = performance.now() + limitSeconds * 1000
  const answer: CaseFacets = { facets: {}, groups: {} }
  const left = (): number => (isWanted() ? until - performance.now() : 0)
  const found = new Map<string, Promise<string | null | undefined>>()
  /** Many facets are counted among the same cases: these are looked for once. */
  const find = async (ask: (on: Kysely<DB>) => Promise<string | null>, by: AnyValues): Promise<string | null> => {
    const key = JSON.stringify(by)
    const known = found.get(key) ?? inTime(reading.db, values, left(), ask)
    found.set(key, known)
    return (await known) ?? null
  }
  const timed = async (batch: Batch) => {
    if (left() < 1) return undefined
    return readCases(
      reading,
      scope,
      batch.others,
      (on, among, others) => {
        const count = (trx: Kysely<DB>) => countBatch(trx, among, { ...batch, others })
        return on === reading.db ? inTime(on, values, left(), count) : count(on)
      },
      { joined: batch.home, find },
    )
  }
  for (const batch of batchesOf(values, keys)) {
    const counted = await timed(batch)
    for (const { key } of batch.parts) answer.facets[key] = counted?.get(key) ?? null
    if (batch.table === 'case_article') {
      const groups = batch.parts.map(({ key }) => ({ key, value: () => wholeArticle }))
      const whole = await timed({ ...batch, parts: groups, groups: true })
      for (const { key } of groups) answer.groups[key] = whole?.get(key) ?? null
    }
  }
  return answer
}

/** Undefined: not answered in the time that is left. */
async function inTime<T>(
  db: Kysely<DB>,
  values: CaseValues,
  milliseconds: number,
  ask: (trx: Kysely<DB>) => Promise<T>,
): Promise<T | undefined> {
  if (milliseconds < 1) return undefined
  try {
    return await db.transaction().execute(async trx => {
      // Compiling such a query takes longer than running it; room for its hashes keeps it from the disk.
      await sql`select set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true),
        set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(trx)
      return await ask(trx)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === cancelled) return undefined
    const words = values.result_text_search
    const sentence = words && explainSearchError(error, words, longestSeconds)
    throw sentence === undefined ? error : fieldError('result_text_search', sentence)
  }
}
/** PostgreSQL's word for a statement that was stopped. */
const cancelled = '57014'

const chosen = ({ parts }: Batch, scope: Scope) => parts.map(({ value }, at) => value(scope).as(`v${at}`))
const asTable = (rows: string, table: string) => sql<object>`${sql.table(rows)}`.as<'child'>(sql.id(table))
/** Where the rows that are counted are. */
const counted = ({ table, others, parts }: Batch, scope: Scope) => {
  const asked = facetsOf(caseFields).flatMap(({ name, key, field, not }) => {
    if (!('column' in field) || tableOf(field.column) !== table) return []
    const isAsked = parts.some(part => part.key === key) || (!not && others[name] !== undefined)
    return isAsked ? [columnOf(field.column)] : []
  })
  return childRows(table, scope, asked)
}

/** A row for each case, or for each of its rows in a child table. */
const countedCases = (db: Kysely<DB>, scope: Scope, batch: Batch): RawBuilder<unknown> => {
  const { table, others, groups } = batch
  if (table === 'court_case') return sql`${selectCases(db, scope, others).select(chosen(batch, scope))}`
  const { rows, hang } = counted(batch, scope)
  const found = selectCases(db, scope, others, table)
    .innerJoin(asTable(rows, table), join => join.on(hang))
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .select(chosen(batch, scope))
    // A case counts once, however many of its rows have the value.
    .$if(groups === true || !onceACase.has(table), query => query.select('court_case.id').distinct())
  return sql`${found}`
}
const ofArticle = sql<boolean>`article.id = case_article.article_id`

/** Where equal sets of rows are kept once, cases are counted by them first: there are few. */
const countedSets = (db: Kysely<DB>, scope: Scope, batch: Batch): RawBuilder<unknown> => {
  const { table, others, groups } = batch
  const { rows, rowKey, caseKey } = counted(batch, scope)
  const sets = selectCases(db, scope, others)
    .select([caseKey.as('set_id'), sql<number>`count(*)`.as('cases')])
    .groupBy(caseKey)
  const found = db
    .selectFrom(sets.as('found'))
    .innerJoin(asTable(rows, table), join => join.on(sql<boolean>`${rowKey} = found.set_id`))
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .where(matches(caseFields, ofRows(others, table), scope, table))
    .select(['found.set_id', 'found.cases', ...chosen(batch, scope)])
    .distinct()
  return sql`${found}`
}
/** Filters that hold for the row at hand: those that exclude hold for the whole case. */
const ofRows = (values: AnyValues, table: string): AnyValues =>
  Object.fromEntries(
    facetsOf(caseFields).flatMap(({ name, field, not }) =>
      !not && 'column' in field && tableOf(field.column) === table ? [[name, values[name]]] : [],
    ),
  )

async function countBatch(db: Kysely<DB>, scope: Scope, batch: Batch): Promise<ReadonlyMap<string, Counts>> {
  const { table, parts } = batch
  const columns = parts.map((_, at) => sql.ref(`v${at}`))
  const [found, count] =
    table !== 'court_case' && counted(batch, scope).areSets
      ? [countedSets(db, scope, batch), sql`sum(cases)`]
      : [countedCases(db, scope, batch), sql`count(*)`]
  const { rows } = await sql<Record<string, string | null> & { others: number; count: number }>`
    select ${sql.join(columns.map((column, at) => sql`${column}::text as ${sql.id(`v${at}`)}`))}, grouping(${sql.join(columns)})::integer as others, ${count}::integer as count
    from ${found} as counted
    group by grouping sets (${sql.join(columns.map(column => sql`(${column})`))})`.execute(db)
  const all = 2 ** parts.length - 1
  return new Map(
    parts.map(({ key }, at) => {
      // `grouping` has a bit for each column, the first highest: 0 where the row is of that column.
      const own = all - 2 ** (parts.length - 1 - at)
      const counts = rows.flatMap(row => {
        const value = row[`v${at}`]
        return row.others === own && typeof value === 'string' ? [{ value, count: row.count }] : []
      })
      return [key, counts.toSorted(mostFirst).slice(0, maxFacetValues)]
    }),
  )
}
/** Of equal ones in one order, whoever counted. */
const mostFirst = (one: Counts[number], other: Counts[number]): number =>
  other.count - one.count || (one.value < other.value ? -1 : 1)
