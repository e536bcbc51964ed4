import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { type CopiedTable, combinations, copiedTables } from '../server/replica/tables.ts'

/** Compares a copy with PostgreSQL row by row. Answers the differences. */
export async function differences(db: Kysely<DB>, copy: Kysely<DB>): Promise<string[]> {
  const found: string[] = []
  for (const table of copiedTables) {
    const [there, here] = [await rowsOf(db, inPostgresql(table)), await rowsOf(copy, inCopy(table))]
    const [missing, more] = [notIn(here, there), notIn(there, here)]
    if (missing.length + more.length > 0)
      found.push(`${table.name}: ${missing.slice(0, 3)} is missing, ${more.slice(0, 3)} is too much`)
  }
  for (const { name, key, columns } of combinations) {
    const alike = columns.map(column => `one.${column.name} is not distinct from court_case.${column.name}`)
    const unlike = await rowsOf(
      copy,
      `select id from court_case left join ${name} as one using (${key}) where not (${alike.join(' and ')})`,
    )
    if (unlike.size > 0) found.push(`${name}: ${[...unlike.keys()].slice(0, 3)} name another one's`)
  }
  return found
}

/** Rows and how often they occur: two events of a case may be equal. */
async function rowsOf(db: Kysely<DB>, select: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.raw<Record<string, unknown>>(select).execute(db)
  const times = new Map<string, number>()
  const columns = Object.keys(rows[0] ?? {}).sort()
  for (const row of rows) {
    const text = JSON.stringify(columns.map(column => row[column]))
    times.set(text, (times.get(text) ?? 0) + 1)
  }
  return times
}
const notIn = (some: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): string[] =>
  [...all].flatMap(([row, times]) => (times > (some.get(row) ?? 0) ? [row] : []))

/** A set holds a row once, however often the case has it. */
const inPostgresql = ({ select, setColumn }: CopiedTable): string =>
  setColumn === undefined ? select : select.replace('select', 'select distinct')

/** Rows shared by cases are expanded case by case. */
const inCopy = ({ name, columns, setColumn }: CopiedTable): string => {
  const names = columns.map(column => column.name)
  if (setColumn === undefined) return `select ${names.join(', ')} from ${name}`
  const own = names.filter(column => column !== 'case_id').map(column => `, one.${column}`)
  return `select court_case.id as case_id${own.join('')} from court_case join ${name} as one on one.set_id = court_case.${setColumn}`
}

/** The number of copies that PostgreSQL has registered: it grows when one is rebuilt. */
export const madeBy = async (db: Kysely<DB>): Promise<number> =>
  (
    await db
      .selectFrom('case_copy')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
