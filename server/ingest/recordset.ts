import { type RawBuilder, sql } from 'kysely'

/** Rows as one JSON parameter, read as `r` with these columns: the SQL does not depend on how many there are. */
export const recordset = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`
