import { Readable } from 'node:stream'
import type { DefendantColumn, PersonSummary } from '#shared/api/defendants.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import type { DefendantOrdering } from '#shared/domain/orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import { openSnapshot, prefetched } from '../db/snapshot.ts'
import { type Cell, csvFile } from '../exports/csv.ts'
import type { DefendantValues } from './appearances.ts'
import { type ListedPeople, listedPeople } from './listed-people.ts'
import { presentPerson } from './present-person.ts'

/** The list of people as CSV, of one snapshot. Memory holds two batches; `signal` stops the query. */
type Asked = {
  columns: readonly DefendantColumn[]
  ordering: DefendantOrdering
  limit: number | undefined
  least: number
  origin: string
  signal?: AbortSignal
}

/** Sorting very many people takes long before the first row. */
const secondsEach = 300

export async function openPeopleCsv(
  engines: Engines,
  scope: Scope,
  values: DefendantValues,
  { columns, ordering, limit, least, origin, signal }: Asked,
): Promise<Readable> {
  const { db, copy } = await enginesAt(engines, values)
  const snapshot = await openSnapshot(db, { secondsEach, signal })
  try {
    const people = await listedPeople(snapshot.trx, copy, scope, values, { ordering, limit, least })
    const lines = linesOf(people, person => columns.map(column => cells[column](person, origin)))
    const body = Readable.from(csvFile(columns, lines), { objectMode: false })
    body.once('close', () => void snapshot.close())
    return body
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function* linesOf(people: ListedPeople, line: (person: PersonSummary) => Cell[]): AsyncGenerator<Cell[][]> {
  for await (const rows of prefetched(people)) yield rows.map(row => line(presentPerson(row)))
}

const cells: { readonly [K in DefendantColumn]: (person: PersonSummary, origin: string) => Cell } = {
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
