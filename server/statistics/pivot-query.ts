import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Figure } from '#shared/api/pivot.ts'
import type { Dimension } from '#shared/domain/pivot.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { CaseEngine } from '../cases/engine/engine.ts'
import type { EngineQuestion } from '../cases/engine/run.ts'
import type { DB } from '../db/schema.ts'
import type { Measure } from './pivot-measures.ts'

/**
 * The one grouped query of the page of data, over the cases of the list. Plain SQL that the columnar copy runs as well.
 * A case with several articles counts in each of them, and once in common totals: it is joined to articles only in
 * grouping sets that name one, and counts once for a whole article.
 */
export type Axis = 'r' | 'c'
/** What a result row describes: a row, a column, a cell, the total. */
export type Grouping = readonly Axis[]
type PivotQuestion = {
  axes: Readonly<Partial<Record<Axis, Dimension>>>
  measures: readonly Measure[]
  sets: readonly Grouping[]
  /** Only these rows and columns; the unknown ones are always included. */
  keep?: Readonly<Partial<Record<Axis, readonly number[]>>>
}
export type PivotRow = {
  r: number | null
  c: number | null
  set: Grouping
  cases: number
  figures: (Figure | undefined)[]
}

const keys: Readonly<Record<Dimension, RawBuilder<number | null>>> = {
  entry_year: sql`extract(year from court_case.entry_date)::integer`,
  entry_month: sql`(extract(year from court_case.entry_date) * 100 + extract(month from court_case.entry_date))::integer`,
  result_year: sql`extract(year from court_case.result_date)::integer`,
  regions: sql`court_case.region`,
  court: sql`court_case.court_id`,
  judge: sql`court_case.judge_id`,
  article: sql`named.article_id`,
  part: sql`named.article_id`,
  type: sql`court_case.type`,
  stage: sql`court_case.stage`,
}
const isOfArticles = (dimension: Dimension | undefined): boolean => dimension === 'article' || dimension === 'part'
const amounts = {
  days: sql<number>`(court_case.result_date - court_case.entry_date)`,
  penalty: sql<number>`case_penalty.value`,
} as const

/** Rows of all grouping sets; a figure is absent when its measure is on a table other than the one read. */
export async function countPivot(side: EngineQuestion, asked: PivotQuestion): Promise<PivotRow[]> {
  const byArticle = (set: Grouping): boolean => set.some(axis => isOfArticles(asked.axes[axis]))
  const answers: PivotRow[] = []
  for (const sets of [asked.sets.filter(set => !byArticle(set)), asked.sets.filter(byArticle)])
    for (const table of ['court_case', 'case_penalty'] as const)
      if (sets.length > 0 && (table === 'court_case' || asked.measures.some(isOfPenalties)))
        answers.push(...(await countOver(side, table, { ...asked, sets })))
  return answers
}
const isOfPenalties = (measure: Measure): boolean => 'amount' in measure && measure.amount === 'penalty'

async function countOver(
  { engine, question }: EngineQuestion,
  table: 'court_case' | 'case_penalty',
  { axes, measures, sets, keep = {} }: PivotQuestion,
): Promise<PivotRow[]> {
  const joined = table === 'case_penalty' ? table : undefined
  const here = measures.map(measure => isOfPenalties(measure) === (joined !== undefined))
  const present = (['r', 'c'] as const).filter(axis => sets.some(set => set.includes(axis)))
  const holds = (where: AnyValues) => sql<boolean>`(${engine.matches(where, question.scope, joined)})`

  const columns = measures.flatMap((measure, at) => {
    if (!here[at]) return []
    return [
      holds(measure.where).as(`w${at}`),
      ...('of' in measure ? [holds(measure.of).as(`o${at}`)] : []),
      ...('amount' in measure ? [amounts[measure.amount].as(`a${at}`)] : []),
    ]
  })
  const isOf = (...wanted: Dimension[]): boolean =>
    present.some(axis => wanted.some(dimension => axes[axis] === dimension))
  const found = engine
    .cases(question, joined)
    .$if(joined !== undefined, query =>
      query.innerJoin('case_penalty', join => join.on(engine.childRows('case_penalty').on)),
    )
    .$if(isOf('article', 'part'), query =>
      query.leftJoin(articlesOf(engine, question.values, isOf('article')).as('named'), join =>
        join.on(sql<SqlBool>`named.key = ${engine.childRows('case_article').caseKey}`),
      ),
    )
    .$if(isOf('article') && !engine.isColumnar, query => query.distinct())
    .select('court_case.id')
    .$if(joined !== undefined, query => query.select(sql<number>`case_penalty.ordinal`.as('ordinal')))
    .select(present.map(axis => keys[axes[axis] ?? 'stage'].as(axis)))
    .select(columns)

  const folded = measures.flatMap((measure, at) => (here[at] ? foldOf(measure, at) : []))
  const kept = present.flatMap(axis => {
    const these = keep[axis]
    return these === undefined ? [] : [sql`(${sql.ref(axis)} is null or ${sql.ref(axis)} = any(${these}::integer[]))`]
  })
  const axesSql = sql.join(present.map(axis => sql.ref(axis)))
  const { rows } = await sql<Row>`
    select ${present.length > 0 ? sql`${axesSql}, grouping(${axesSql})::integer as place, ` : sql``}
      count(*)::integer as cases ${folded.length > 0 ? sql`, ${sql.join(folded)}` : sql``}
    from (${found}) as found
    ${kept.length > 0 ? sql`where ${sql.join(kept, sql` and `)}` : sql``}
    ${
      present.length > 0
        ? sql`group by grouping sets (${sql.join(sets.map(set => sql`(${sql.join(set.map(axis => sql.ref(axis)))})`))})`
        : sql``
    }`.execute(engine.db)
  return rows.flatMap(row => {
    const set = sets.find(one => placeOf(present, one) === (row.place ?? 0))
    return set === undefined
      ? []
      : [
          {
            r: row.r ?? null,
            c: row.c ?? null,
            set,
            cases: joined === undefined ? Number(row.cases) : 0,
            figures: measures.map((measure, at) => (here[at] ? figureOf(measure, row, at) : undefined)),
          },
        ]
  })
}

type Row = { r?: number | null; c?: number | null; place?: number; cases: number } & Record<string, unknown>
/** `grouping` has a bit for each axis, the first highest: 0 where the row groups by it. */
const placeOf = (present: Grouping, set: Grouping): number =>
  present.reduce((bits, axis) => bits * 2 + (set.includes(axis) ? 0 : 1), 0)

/**
 * Filters on articles apply to the article that the case is counted in. A case with several parts of an article counts once: the copy keeps equal
 * sets of articles once and drops duplicates here; PostgreSQL drops them among the cases asked about, without reading those of all cases.
 */
function articlesOf({ db, isColumnar, childRows }: CaseEngine, { codex_articles: ids }: AnyValues, isWhole: boolean) {
  const rows = db
    .selectFrom('case_article')
    .select(childRows('case_article').rowKey.as('key'))
    .$if(Array.isArray(ids), query => query.where(sql<SqlBool>`case_article.article_id = any(${ids}::integer[])`))
  if (!isWhole) return rows.select('case_article.article_id')
  return rows
    .leftJoin(wholes(db).as('whole'), 'whole.id', 'case_article.article_id')
    .select('whole.article_id')
    .$if(isColumnar, query => query.distinct())
}
/** A whole article is keyed by the smallest id of its parts. */
const wholes = (db: Kysely<DB>) =>
  db
    .selectFrom('article')
    .select(['id', sql<number>`min(id) over (partition by codex, article_number)`.as('article_id')])

const foldOf = (measure: Measure, at: number): RawBuilder<unknown>[] => {
  const [where, of, amount, value, number] = ['w', 'o', 'a', 'v', 'n'].map(letter => sql.ref(`${letter}${at}`))
  const counted = (flag: typeof where) => sql`coalesce(sum(case when ${flag} then 1 else 0 end), 0)::integer`
  switch (measure.fold) {
    case 'count':
      return [sql`${counted(where)} as ${value}`]
    case 'share':
      return [sql`${counted(where)} as ${value}`, sql`${counted(of)} as ${number}`]
    case 'sum':
      return [
        sql`sum(case when ${where} then ${amount} end)::double precision as ${value}`,
        sql`${counted(where)} as ${number}`,
      ]
    case 'median':
      return [
        sql`(percentile_disc(0.5) within group (order by case when ${where} then ${amount} end))::double precision as ${value}`,
        sql`${counted(where)} as ${number}`,
      ]
  }
}
const figureOf = (measure: Measure, row: Row, at: number): Figure => {
  const [value, number] = [row[`v${at}`], Number(row[`n${at}`] ?? 0)]
  const known = value === null || value === undefined ? null : Number(value)
  if (measure.fold === 'count') return [known ?? 0, known ?? 0]
  if (measure.fold === 'share') return [number === 0 ? null : (100 * (known ?? 0)) / number, number]
  return [known, number]
}
