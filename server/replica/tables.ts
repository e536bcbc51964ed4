import { notPunishing } from '#shared/domain/outcomes.ts'
import type { DB } from '../db/schema.ts'

/**
 * The tables of the columnar copy (design §12): the columns that cases are filtered, ordered and counted by, named as in
 * PostgreSQL, so that one query runs in both. No names of people, no texts. Copies of other tables are loaded again
 * (checkpoint.ts).
 */
/** To be raised where what a column holds means something else, though it is called as before. */
export const contentVersion = 15

/** Types of DuckDB. It reads their values as PostgreSQL writes them. */
type ColumnType =
  | 'SMALLINT'
  | 'INTEGER'
  | 'BOOLEAN'
  | 'VARCHAR'
  /** Any other type, as text. */
  | 'TEXT'
  | 'DATE'
  | 'TIMESTAMPTZ'
  /** As in PostgreSQL, so that sums are equal to the kopeck. */
  | 'DECIMAL(14, 2)'
type Tables = { [T in keyof DB]?: { readonly [C in keyof DB[T] & string]?: ColumnType } }

/** Tables whose rows belong to a case, by `id` or `case_id`. */
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

/** Small tables, copied completely when they change. */
const directories = {
  article: { id: 'INTEGER', codex: 'VARCHAR', article_number: 'VARCHAR', part: 'VARCHAR', title: 'VARCHAR' },
  result_type: { id: 'INTEGER', title: 'VARCHAR' },
  event_type: { id: 'INTEGER', title: 'VARCHAR', is_hearing: 'BOOLEAN' },
  court: { id: 'INTEGER', title: 'VARCHAR', region: 'SMALLINT', city: 'VARCHAR' },
} as const satisfies Tables

export type CopiedTable = {
  name: string
  /** The table of PostgreSQL that it is read from; absent: the one of the same name. */
  of?: string
  columns: readonly { name: string; type: ColumnType }[]
  /** The column with the case of a row; absent for a directory. */
  caseColumn?: 'id' | 'case_id'
  /** The query that reads the rows from PostgreSQL. */
  select: string
  /** The column of `court_case` with the set of a case, if equal sets of rows are stored once (row-sets.ts). */
  setColumn?: string
}

/** Tables of which most cases have one of a few sets of rows. */
const ofSets: readonly string[] = [
  'case_article',
  'case_tag',
  'case_penalty',
  'case_advocate',
  'case_prosecutor',
  'case_defence_param',
] satisfies (keyof typeof ofCases)[]

/**
 * Rows of these tables are nearly all different, but most filters read only a few columns: sets of these columns alone
 * are stored in addition to the rows. A query that reads no other columns uses such a table under the name `of`.
 */
const digests = {
  case_event_kind: { of: 'case_event', columns: { event_type_id: 'INTEGER' } },
  case_defendant_trait: { of: 'case_defendant', columns: { gender: 'VARCHAR', at_risk: 'BOOLEAN' } },
} as const satisfies Readonly<Record<string, { of: keyof typeof ofCases; columns: object }>>

/** Columns that exist in the copy only: PostgreSQL calculates them for ordering. */
const calculated = { number_order: 'VARCHAR' } as const
const expressionOf: Readonly<Record<string, string>> = { number_order: 'number_order(case_number)' }

const selected = (column: string, type: ColumnType): string =>
  expressionOf[column] === undefined
    ? type === 'TEXT'
      ? `${column}::text as ${column}`
      : column
    : `${expressionOf[column]} as ${column}`
const copiedTable = (name: string, columns: object, caseColumn?: 'id' | 'case_id'): CopiedTable => ({
  name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  select: `select ${Object.entries(columns)
    .map(([column, type]) => selected(column, type))
    .join(', ')} from ${name}`,
  ...(caseColumn !== undefined && { caseColumn }),
  ...(ofSets.includes(name) && { setColumn: `${name}_set` }),
})

const digestTable = ([name, { of, columns }]: [string, { of: string; columns: object }]): CopiedTable => {
  const { columns: all, select } = copiedTable(of, { case_id: 'INTEGER', ...columns }, 'case_id')
  return { name, of, columns: all, caseColumn: 'case_id', select, setColumn: `${name}_set` }
}

const { court_case: stored, ...children } = ofCases
const court_case = { ...stored, ...calculated }
/** Cases come last, since they refer to sets of rows. */
export const caseTables: readonly CopiedTable[] = [
  ...Object.entries(children).map(([name, columns]) => copiedTable(name, columns, 'case_id')),
  ...Object.entries(digests).map(digestTable),
  copiedTable('court_case', court_case, 'id'),
]
export const directoryTables: readonly CopiedTable[] = Object.entries(directories).map(([name, columns]) =>
  copiedTable(name, columns),
)
export const copiedTables: readonly CopiedTable[] = [...caseTables, ...directoryTables]
export const tablesOfSets = caseTables.flatMap(table =>
  table.setColumn === undefined ? [] : [{ ...table, setColumn: table.setColumn }],
)

/**
 * Dimension tables: cases have few distinct combinations of these columns. Each combination is stored once and has a
 * number, to which cases refer. Counting ten million cases by this number takes as long as by one of the columns.
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
/** The table `name` has a row per combination; `key` is its number there and in `court_case`. `names`: of the columns. */
export type Combination = { name: string; key: string; columns: CopiedTable['columns']; names: ReadonlySet<string> }

const columnsOfCases: CopiedTable['columns'] = [
  ...copiedTable('court_case', court_case).columns,
  ...tablesOfSets.map(({ setColumn }) => ({ name: setColumn, type: 'INTEGER' }) as const),
]
/** For a SMALLINT DuckDB would allocate a counter for each of its 65,536 possible values. */
function asInteger({ name, type }: CopiedTable['columns'][number]): CopiedTable['columns'][number] {
  return { name, type: type === 'SMALLINT' ? 'INTEGER' : type }
}
export const combinations: readonly Combination[] = Object.entries(combined).map(([name, names]) => ({
  name,
  key: `${name}_id`,
  columns: names.flatMap(of => columnsOfCases.filter(column => column.name === of)).map(asInteger),
  names: new Set(names),
}))
export function storedColumns({ name, columns, setColumn }: CopiedTable): CopiedTable['columns'] {
  const number = (column: string) => ({ name: column, type: 'INTEGER' }) as const
  if (name === 'court_case') return [...columnsOfCases, ...combinations.map(({ key }) => number(key))]
  if (setColumn === undefined) return columns
  return [number('set_id'), ...columns.filter(column => column.name !== 'case_id')]
}
/** Tables of the sets of rows and of the combinations. */
export const dictionaries: readonly string[] = [
  'create table row_set (of_table varchar, content varchar, set_id integer)',
  ...combinations.map(
    ({ name, key, columns }) =>
      `create table ${name} (${key} integer, ${columns.map(column => `${column.name} ${column.type}`).join(', ')})`,
  ),
]

/** Views of PostgreSQL that read nothing but copied tables. */
export const views: readonly string[] = [
  `create view case_imposed_penalty as select * from case_penalty
    where type not in (${notPunishing.map(type => `'${type}'`).join(', ')})`,
]

/** `rows`: the table with the rows of sets, by `set_id`; `key`: the column of `court_case` with the set. */
type RowSet = { rows: string; key: string }
/** Undefined: cases do not share rows. A view has the sets of its table. */
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

/** Functions of PostgreSQL that our queries use and DuckDB lacks. */
export const functions: readonly string[] = [
  `create macro to_char(moment, form) as strftime(moment, case form
    when 'YYYY' then '%Y' when 'YYYY-MM' then '%Y-%m' when 'YYYY-MM-DD' then '%Y-%m-%d' end)`,
]

/** Every `table.column` that can be queried in the copy. */
export const copiedColumns: ReadonlySet<string> = new Set([
  ...copiedTables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column.name}`)),
  ...Object.keys(ofCases.case_penalty).map(column => `case_imposed_penalty.${column}`),
])
