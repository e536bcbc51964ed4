import { notPunishing } from '#shared/domain/outcomes.ts'
import type { DB } from '../db/schema.ts'

/**
 * What the columnar copy holds (design §12): the columns cases are filtered, ordered and counted by, under the names they
 * have in PostgreSQL, so that one query runs in both. No names of people, no texts. Whoever changes this list changes
 * `version`: copies of another one are built again.
 */
export const version = 15

/** Types of DuckDB; PostgreSQL writes such values as DuckDB reads them. */
type ColumnType =
  | 'SMALLINT'
  | 'INTEGER'
  | 'BOOLEAN'
  | 'VARCHAR'
  /** As PostgreSQL writes it out, whatever it is there. */
  | 'TEXT'
  | 'DATE'
  | 'TIMESTAMPTZ'
  /** As in PostgreSQL: the same sums to the kopeck. */
  | 'DECIMAL(14, 2)'
type Tables = { [T in keyof DB]?: { readonly [C in keyof DB[T] & string]?: ColumnType } }

/** Of cases: rows follow their case by this column. */
const ofCases = {
  court_case: {
    id: 'INTEGER',
    type: 'SMALLINT',
    stage: 'SMALLINT',
    court_id: 'INTEGER',
    region: 'SMALLINT',
    city: 'VARCHAR',
    judge_id: 'INTEGER',
    entry_date: 'DATE',
    result_date: 'DATE',
    result_published_date: 'DATE',
    appeal_date: 'DATE',
    appeal_result: 'VARCHAR',
    result_type_id: 'INTEGER',
    has_result: 'BOOLEAN',
    last_scheduled_hearing_date: 'DATE',
    hearing_until: 'TIMESTAMPTZ',
    possible_hearing_at: 'TIMESTAMPTZ',
    has_text: 'BOOLEAN',
    defendants_hidden: 'BOOLEAN',
    in_question: 'BOOLEAN',
    is_gone: 'BOOLEAN',
    gone_on: 'DATE',
  },
  case_article: { case_id: 'INTEGER', article_id: 'INTEGER' },
  case_tag: { case_id: 'INTEGER', tag_id: 'INTEGER' },
  case_event: { case_id: 'INTEGER', event_type_id: 'INTEGER', event_date: 'DATE' },
  case_defendant: {
    case_id: 'INTEGER',
    defendant_id: 'INTEGER',
    gender: 'VARCHAR',
    hidden: 'BOOLEAN',
    at_risk: 'BOOLEAN',
    article_ids: 'TEXT',
  },
  case_penalty: {
    case_id: 'INTEGER',
    ordinal: 'SMALLINT',
    type: 'VARCHAR',
    value: 'DECIMAL(14, 2)',
    hidden: 'BOOLEAN',
    suspended: 'BOOLEAN',
    is_certain: 'BOOLEAN',
  },
  case_advocate: { case_id: 'INTEGER' },
  case_prosecutor: { case_id: 'INTEGER' },
  case_defence_param: { case_id: 'INTEGER', defence_param_id: 'INTEGER' },
  case_notice: { case_id: 'INTEGER', day: 'DATE', kind: 'VARCHAR' },
} as const satisfies Tables

/** Small ones, copied whole when they change. */
const directories = {
  article: { id: 'INTEGER', codex: 'VARCHAR', article_number: 'VARCHAR', part: 'VARCHAR', title: 'VARCHAR' },
  result_type: { id: 'INTEGER', title: 'VARCHAR' },
  event_type: { id: 'INTEGER', title: 'VARCHAR', is_hearing: 'BOOLEAN' },
  court: { id: 'INTEGER', title: 'VARCHAR', region: 'SMALLINT', city: 'VARCHAR' },
} as const satisfies Tables

export type CopiedTable = {
  name: string
  /** The table of PostgreSQL whose rows it digests; absent: its namesake. */
  of?: string
  columns: readonly { name: string; type: ColumnType }[]
  /** Names the case of a row; absent: a directory. */
  caseColumn?: 'id' | 'case_id'
  /** What is copied, as PostgreSQL is asked for it. */
  select: string
  /** Equal sets of rows are kept once (row-sets.ts): the column of `court_case` that names the set of a case. */
  setColumn?: string
}

/** Of these most cases have one of a few sets of rows. */
const ofSets: readonly string[] = [
  'case_article',
  'case_tag',
  'case_penalty',
  'case_advocate',
  'case_prosecutor',
  'case_defence_param',
] satisfies (keyof typeof ofCases)[]

/**
 * What filters mostly ask of rows that are nearly all different: sets of these columns alone, beside the rows themselves. Named as
 * `of` in a query that asks for nothing else.
 */
const digests = {
  case_event_kind: { of: 'case_event', columns: { event_type_id: 'INTEGER' } },
  case_defendant_trait: { of: 'case_defendant', columns: { gender: 'VARCHAR', at_risk: 'BOOLEAN' } },
} as const satisfies Readonly<Record<string, { of: keyof typeof ofCases; columns: object }>>

/** Columns of the copy alone: cases are ordered by what PostgreSQL calculates of theirs. */
const calculated = { number_order: 'VARCHAR' } as const
const calculatedBy: Readonly<Record<string, string>> = { number_order: 'number_order(case_number)' }

const asked = (column: string, type: ColumnType): string =>
  calculatedBy[column] === undefined
    ? type === 'TEXT'
      ? `${column}::text as ${column}`
      : column
    : `${calculatedBy[column]} as ${column}`
const copied = (name: string, columns: object, caseColumn?: 'id' | 'case_id'): CopiedTable => ({
  name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  select: `select ${Object.entries(columns)
    .map(([column, type]) => asked(column, type))
    .join(', ')} from ${name}`,
  ...(caseColumn !== undefined && { caseColumn }),
  ...(ofSets.includes(name) && { setColumn: `${name}_set` }),
})

const digested = ([name, { of, columns }]: [string, { of: string; columns: object }]): CopiedTable => {
  const { columns: all, select } = copied(of, { case_id: 'INTEGER', ...columns }, 'case_id')
  return { name, of, columns: all, caseColumn: 'case_id', select, setColumn: `${name}_set` }
}

const { court_case: stored, ...children } = ofCases
const court_case = { ...stored, ...calculated }
/** Cases come last: they name sets of rows that have come before. */
export const caseTables: readonly CopiedTable[] = [
  ...Object.entries(children).map(([name, columns]) => copied(name, columns, 'case_id')),
  ...Object.entries(digests).map(digested),
  copied('court_case', court_case, 'id'),
]
export const directoryTables: readonly CopiedTable[] = Object.entries(directories).map(([name, columns]) =>
  copied(name, columns),
)
export const copiedTables: readonly CopiedTable[] = [...caseTables, ...directoryTables]
export const tablesOfSets = caseTables.flatMap(table =>
  table.setColumn === undefined ? [] : [{ ...table, setColumn: table.setColumn }],
)

/**
 * Of what hardly two cases in a hundred are alike in nothing else: each combination of these columns is kept once and has a number,
 * which every case names. Counting ten million cases by one such number takes as long as by one of the columns.
 */
const combined = {
  case_place: ['court_id', 'region', 'city', 'judge_id'],
  case_profile: [
    'type',
    'stage',
    'result_type_id',
    'has_result',
    'has_text',
    'defendants_hidden',
    'in_question',
    'is_gone',
    'case_article_set',
    'case_penalty_set',
    'case_advocate_set',
    'case_prosecutor_set',
    'case_defendant_trait_set',
  ],
  case_course: ['case_event_kind_set', 'case_defence_param_set', 'case_tag_set'],
} as const
/**
 * The table `name` spells the combinations out, a case names its own by `key`. Cases are counted and chosen by that number, and only
 * the combinations are looked at further. `names`: of the columns.
 */
export type Combination = { name: string; key: string; columns: CopiedTable['columns']; names: ReadonlySet<string> }

const columnsOfCases: CopiedTable['columns'] = [
  ...copied('court_case', court_case).columns,
  ...tablesOfSets.map(({ setColumn }) => ({ name: setColumn, type: 'INTEGER' }) as const),
]
/** DuckDB would count a few thousand short numbers in a table of all the 65,536 there may be. */
function widened({ name, type }: CopiedTable['columns'][number]): CopiedTable['columns'][number] {
  return { name, type: type === 'SMALLINT' ? 'INTEGER' : type }
}
export const combinations: readonly Combination[] = Object.entries(combined).map(([name, names]) => ({
  name,
  key: `${name}_id`,
  columns: names.flatMap(of => columnsOfCases.filter(column => column.name === of)).map(widened),
  names: new Set(names),
}))
export function columnsThere({ name, columns, setColumn }: CopiedTable): CopiedTable['columns'] {
  const number = (column: string) => ({ name: column, type: 'INTEGER' }) as const
  if (name === 'court_case') return [...columnsOfCases, ...combinations.map(({ key }) => number(key))]
  if (setColumn === undefined) return columns
  return [number('set_id'), ...columns.filter(column => column.name !== 'case_id')]
}
/** Which sets of rows there are, and which combinations of columns, spelt out. */
export const dictionaries: readonly string[] = [
  'create table row_set (of_table varchar, content varchar, set_id integer)',
  ...combinations.map(
    ({ name, key, columns }) =>
      `create table ${name} (${key} integer, ${columns.map(column => `${column.name} ${column.type}`).join(', ')})`,
  ),
]

/** What is a view in PostgreSQL is one here, where it adds nothing to the table below it. */
export const views: readonly string[] = [
  `create view case_imposed_penalty as select * from case_penalty
    where type not in (${notPunishing.map(type => `'${type}'`).join(', ')})`,
]

/** Cases with equal rows name one set, whose rows are there once: in the table `rows` by `set_id`; a case names it in `key`. */
type RowSet = { rows: string; key: string }
/** Undefined: rows are each case's own, by `case_id`. A view names sets as the table below it does. */
export function setOf(table: string, columns: readonly string[]): RowSet | undefined {
  for (const [rows, digest] of Object.entries(digests))
    if (digest.of === table && columns.every(column => column in digest.columns)) return { rows, key: `${rows}_set` }
  const key = setColumns.get(table)
  return key === undefined ? undefined : { rows: table, key }
}
const setColumns: ReadonlyMap<string, string> = new Map([
  ...tablesOfSets.map(({ name, setColumn }) => [name, setColumn] as const),
  ['case_imposed_penalty', 'case_penalty_set'],
])

/** Functions of PostgreSQL that our queries use and DuckDB calls otherwise. */
export const functions: readonly string[] = [
  `create macro to_char(moment, form) as strftime(moment, case form
    when 'YYYY' then '%Y' when 'YYYY-MM' then '%Y-%m' when 'YYYY-MM-DD' then '%Y-%m-%d' end)`,
]

/** Every `table.column` that can be asked of the copy. */
export const copiedColumns: ReadonlySet<string> = new Set([
  ...copiedTables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column.name}`)),
  ...Object.keys(ofCases.case_penalty).map(column => `case_imposed_penalty.${column}`),
])
