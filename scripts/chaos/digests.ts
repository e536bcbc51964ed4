import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'
import { dumpOf } from '../../test/database-dump.ts'

/** A digest of each table, by which two databases are compared. It leaves out what differs between undisturbed runs. */
export type Digests = ReadonlyMap<string, string>

const digestOf = (lines: readonly string[]): string =>
  `${lines.length} rows, ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`

export const differingDigests = (found: Digests, expected: Digests): string =>
  [...new Set([...found.keys(), ...expected.keys()])]
    .flatMap(name =>
      found.get(name) === expected.get(name) ? [] : [`${name}: ${found.get(name)}, expected ${expected.get(name)}`],
    )
    .join('; ')

/**
 * Cases and their child rows, by the keys of their sources: ids may differ. Which of them are one person is resolved
 * later.
 */
export async function digestsOfCases(db: Kysely<DB>): Promise<Digests> {
  const lines = async (what: ReturnType<typeof sql<{ line: string }>>): Promise<string> =>
    digestOf((await what.execute(db)).rows.map(({ line }) => line).toSorted())
  const child = (table: string, columns: string, joined = '') =>
    lines(sql<{ line: string }>`
      select json_build_array(source.source_key, ${sql.raw(columns)})::text as line
      from ${sql.table(table)} one join case_source source using (case_id) ${sql.raw(joined)}`)
  return new Map([
    [
      'court_case',
      await lines(sql<{ line: string }>`
        select json_build_array(source_key, type, stage, court.title, court_case.region, judge.name, case_number, case_uid,
          entry_date, result_date, result_type.title)::text as line
        from court_case join court on court.id = court_id left join judge on judge.id = judge_id
          left join result_type on result_type.id = result_type_id left join case_source on case_id = court_case.id`),
    ],
    ['case_record', await child('case_record', 'one.record, one.digest')],
    [
      'case_event',
      await child(
        'case_event',
        'ordinal, title, event_date, event_time, result',
        'join event_type on event_type.id = event_type_id',
      ),
    ],
    ['case_defendant', await child('case_defendant', 'ordinal, name, gender, hidden, own_result')],
    ['case_participant', await child('case_participant', 'ordinal, role, name')],
    [
      'case_article',
      await child('case_article', 'codex, article_number, part', 'join article on article.id = article_id'),
    ],
    [
      'case_told_penalty',
      await child('case_told_penalty', 'ordinal, type, value, hidden, text, by_text, defendant_ordinal'),
    ],
    [
      'case_defence_param',
      await child('case_defence_param', 'key, value', 'join defence_param on defence_param.id = defence_param_id'),
    ],
    ['case_decision', await child('case_decision', 'outcome, value, hidden, evidence, certainty')],
    ['case_text', await child('case_text', 'md5(body), words')],
    ['case_journal', await child('case_journal', 'number, one.record, one.text_hash, one.beside')],
    // Without the kinds of changes that background work writes, for example that a person was resolved.
    ['case_change', await child('case_change', 'kinds', 'where one.revision is not null')],
    ['case_link', await child('case_link', 'why, certainty')],
    ...(await Promise.all(
      (['court', 'judge', 'article', 'result_type', 'event_type', 'defence_param'] as const).map(
        async table =>
          [
            table,
            await lines(sql<{ line: string }>`
              select (to_jsonb(one) - '{id,court_id}'::text[])::text as line from ${sql.table(table)} one`),
          ] as const,
      ),
    )),
  ])
}

/** Digests of whole tables, without the times of writing. */
export async function digestsOfAll(db: Kysely<DB>): Promise<Digests> {
  const dump = [...(await dumpOf(db))].filter(([table]) => table !== 'installation')
  return new Map(
    dump.map(([table, rows]) => [table, digestOf(rows.map(row => row.replaceAll(/"\w+_at": "[^"]*"/g, '')))]),
  )
}

/** The rows of a backup, sorted: a restored database may return them in another order. */
export function digestsOfBackup(file: string): Digests {
  const tables = new Map<string, string[]>()
  let into: string[] = []
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    const table = /^\{"table":\s*"(\w+)"/.exec(line)?.[1]
    if (table !== undefined) {
      into = []
      tables.set(table, into)
    } else if (line.startsWith('[')) into.push(line)
  }
  return new Map([...tables].map(([table, rows]) => [table, digestOf(rows.toSorted())]))
}
