import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type CopiedTable, combinations, copiedTables } from './tables.ts'

/** Whether a copy is what PostgreSQL is, row by row: for tests, and for whoever doubts it. Answers what differs. */
export async function differences(truth: Kysely<DB>, copy: Kysely<DB>): Promise<string[]> {
  const found: string[] = []
  for (const table of copiedTables) {
    const [there, here] = [await rowsOf(truth, table.select), await rowsOf(copy, inCopy(table))]
    const missing = [...there].filter(row => !here.has(row))
    const more = [...here].filter(row => !there.has(row))
    if (missing.length + more.length > 0)
      found.push(`${table.name}: ${missing.slice(0, 3)} is missing, ${more.slice(0, 3)} is too much`)
  }
  for (const { name, key, columns } of combinations) {
    const alike = columns.map(column => `one.${column.name} is not distinct from court_case.${column.name}`)
    const unlike = await rowsOf(
      copy,
      `select id from court_case left join ${name} as one using (${key}) where not (${alike.join(' and ')})`,
    )
    if (unlike.size > 0) found.push(`${name}: ${[...unlike].slice(0, 3)} name another one's`)
  }
  return found
}

async function rowsOf(db: Kysely<DB>, select: string): Promise<Set<string>> {
  const { rows } = await sql.raw<object>(select).execute(db)
  return new Set(
    rows.map(row => JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))),
  )
}

/** Rows that cases share are told case by case. */
const inCopy = (table: CopiedTable): string => {
  const columns = table.columns.map(({ name }) => name)
  if (!('setColumn' in table) || typeof table.setColumn !== 'string')
    return `select ${columns.join(', ')} from ${table.name}`
  const own = columns.filter(name => name !== 'case_id').map(name => `, one.${name}`)
  return `select court_case.id as case_id${own.join('')} from court_case join ${table.name} as one on one.set_id = court_case.${table.setColumn}`
}

/** How many copies PostgreSQL knows of: it grows when one is made anew. */
export const madeBy = async (db: Kysely<DB>): Promise<number> =>
  (
    await db
      .selectFrom('case_copy')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
