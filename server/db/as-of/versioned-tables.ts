import { type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'

/**
 * Tables whose rows are kept as of the end of each day in Moscow (decision 0086). `known_from` is the day since which a row is valid; former versions
 * move to `past_…` with the day they ceased to be valid (`known_until`, exclusive). Changes within one day leave no version.
 */
type Versioned = {
  /** Columns that refer to cases or people: deleting the referred row deletes versions too. */
  cases?: readonly string[]
  people?: readonly string[]
  /** Columns whose changes alone make no version. */
  untracked?: readonly string[]
  /**
   * Rows may be on other servers, where triggers cannot write past rows (decision 0130): server/texts/stored-texts.ts does. Triggers and the common parent
   * remain on a single server, for processes of the previous release.
   */
  isVersionedByWriter?: true
}
const ofCase = { cases: ['case_id'] } as const
export const versionedTables: Readonly<Record<string, Versioned>> = {
  court_case: { cases: ['id'], untracked: ['checked_at', 'changed_xid'] },
  case_article: ofCase,
  case_event: ofCase,
  case_defendant: ofCase,
  case_participant: ofCase,
  case_told_penalty: ofCase,
  case_defence_param: ofCase,
  case_decision: { ...ofCase, untracked: ['read_at', 'reader'] },
  case_text: { ...ofCase, untracked: ['words', 'grams', 'letters', 'prints', 'reading'], isVersionedByWriter: true },
  case_tag: ofCase,
  case_link: { cases: ['case_id', 'other_id'] },
  case_link_candidate: { cases: ['first_id', 'second_id'] },
  case_link_verdict: { cases: ['first_id', 'second_id'], untracked: ['account_id', 'decided_at'] },
  defendant: { people: ['id'] },
  defendant_risk: { people: ['defendant_id'] },
}

/** Table of former versions; undefined: the table is not versioned. */
export const pastTable = (table: string): string | undefined =>
  Object.hasOwn(versionedTables, table) ? `past_${table}` : undefined

const tablesWithColumns = z.array(
  z.object({ table: z.string(), columns: z.array(z.object({ name: z.string(), is_generated: z.boolean() })) }),
)
export type VersionedColumns = z.output<typeof tablesWithColumns>[number]

export async function readVersionedColumns(db: QueryExecutorProvider): Promise<VersionedColumns[]> {
  const { rows } = await sql`
    select relname as table, json_agg(json_build_object('name', attname, 'is_generated', attgenerated <> '') order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relname = any(${Object.keys(versionedTables)})
      and attnum > 0 and not attisdropped
    group by relname`.execute(db)
  return tablesWithColumns.parse(rows)
}

export const columnList = (columns: VersionedColumns['columns'], prefix = ''): string =>
  columns.map(({ name }) => `${prefix}"${name}"`).join(', ')
