import { type Kysely, sql } from 'kysely'
import type { DefendantColumn, DefendantRow } from '#shared/api/defendants.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import type { DefendantOrdering } from '#shared/domain/defendant-orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { type Cell, csvFile } from '../exports/csv.ts'
import type { DefendantValues } from './appearances.ts'
import { countPeople, orderedPeople } from './list-people.ts'
import { personRows } from './person-rows.ts'
import { presentPerson } from './present-person.ts'

/**
 * The list of people as a file: as the list says it at one moment, however long the file is on its way. Memory holds one
 * batch; whoever stops reading stops the query.
 */
type Asked = {
  columns: readonly DefendantColumn[]
  ordering: DefendantOrdering
  limit: number | undefined
  origin: string
}

const batchSize = 1_000

export const peopleCsv = (
  db: Kysely<DB>,
  scope: Scope,
  values: DefendantValues,
  asked: Asked,
): AsyncGenerator<string> => csvFile(asked.columns, batches(db, scope, values, asked))

async function* batches(
  db: Kysely<DB>,
  scope: Scope,
  values: DefendantValues,
  { columns, ordering, limit, origin }: Asked,
): AsyncGenerator<Cell[][]> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    const count = await countPeople(trx, scope, values)
    const people = orderedPeople(trx, scope, values, count, { ordering, limit, offset: 0 })
    await sql`declare people no scroll cursor for ${people}`.execute(trx)
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(batchSize)} from people`.execute(trx)
      if (rows.length === 0) break
      const found = await personRows(
        trx,
        scope,
        rows.map(({ id }) => id),
      )
      yield found.map(row => {
        const person = presentPerson(row)
        return columns.map(column => cells[column](person, origin))
      })
    }
  } finally {
    await trx.rollback().execute()
  }
}

const cells: { readonly [K in DefendantColumn]: (person: DefendantRow, origin: string) => Cell } = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  gender: ({ gender }) => gender,
  regions: ({ regions }) => regions.map(regionTitle).join(', '),
  cities: ({ cities }) => cities.join(', '),
  cases_count: ({ cases_count }) => cases_count,
  second_instance_count: ({ second_instance_count }) => second_instance_count,
  codex_articles: ({ codex_articles }) =>
    codex_articles.map(({ name, codex }) => `${name} ${codexTitle(codex)}`).join(', '),
  first_entry_date: ({ first_entry_date }) => first_entry_date,
  last_entry_date: ({ last_entry_date }) => last_entry_date,
  at_risk: ({ at_risk }) => at_risk,
  sm_url: ({ id }, origin) => `${origin}/defendants/${id}`,
}
