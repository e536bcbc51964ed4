import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DB } from '../server/db/schema.ts'

/** Compiles queries without a database, and records those that would run. */
export function coldDatabase(): { db: Kysely<DB>; queries: string[] } {
  const queries: string[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: introspected => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      queries.push(query.sql)
    },
  })
  return { db, queries }
}
