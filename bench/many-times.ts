import { sql, type Transaction } from 'kysely'
import { errorCode, Refusal } from '../server/db/refusal.ts'
import type { DB } from '../server/db/schema.ts'

/**
 * Makes a corpus larger than is generated in reasonable time: every case of it is written again and again, by PostgreSQL itself, under a
 * number, a key and a UID of its own, with people of its own, whose names stay. Repetitions lie where the case lies, as if the country
 * had so many more courts. Texts, the records that cases were made of and work that waits (people to be told apart, clocks to be
 * set) are not repeated: they would be half of the size, and no list reads them.
 */
type Repeated = {
  name: keyof DB
  /** How a repeated row differs, by column. `turn` counts the repetitions of a row. */
  differs: Readonly<Record<string, string>>
  where?: string
}

/** Numbers of new rows go on after the last one there is, in the order of the rows they repeat. */
const numberOf = (owner: 'court_case' | 'defendant' | 'case_change', column = 'id'): string =>
  `(select last from lasts where name = '${owner}') + (${column} - 1) * (select turns from lasts limit 1) + turn`
const ofCase = { case_id: numberOf('court_case', 'case_id') }

const tables: readonly Repeated[] = [
  {
    name: 'court_case',
    differs: {
      id: numberOf('court_case'),
      case_uid: `case when case_uid = '' then '' else left(case_uid, -2) || lpad(turn::text, 2, '0') end`,
      has_text: 'false',
    },
  },
  { name: 'case_source', differs: { ...ofCase, source_key: `source_key || '#' || turn` } },
  { name: 'case_journal', differs: { ...ofCase, record: `'{}'` } },
  { name: 'case_article', differs: ofCase },
  { name: 'case_event', differs: ofCase },
  {
    name: 'defendant',
    differs: {
      id: numberOf('defendant'),
      match_key: `replace(match_key, '|', ' #' || turn || '|')`,
      merged_into: numberOf('defendant', 'merged_into'),
      parted_from: numberOf('defendant', 'parted_from'),
    },
  },
  {
    name: 'case_defendant',
    differs: {
      ...ofCase,
      defendant_id: numberOf('defendant', 'defendant_id'),
      own_id: numberOf('defendant', 'own_id'),
    },
  },
  { name: 'defendant_risk', differs: { defendant_id: numberOf('defendant', 'defendant_id') } },
  { name: 'case_participant', differs: ofCase },
  { name: 'case_told_penalty', differs: ofCase },
  { name: 'case_defence_param', differs: ofCase },
  { name: 'case_decision', differs: ofCase },
  { name: 'case_link', differs: { ...ofCase, other_id: numberOf('court_case', 'other_id') } },
  { name: 'case_change', differs: { ...ofCase, id: numberOf('case_change') }, where: `kinds <> '{}'` },
]

/** @throws Refusal when the account may not write past the triggers. */
export async function repeatCases(trx: Transaction<DB>, times: number, onTable: (name: string) => void): Promise<void> {
  await withoutTriggers(trx)
  const turns = times - 1
  await sql`
    create temporary table lasts on commit drop as
    select name, last, ${turns}::integer as turns
    from (values ('court_case', (select max(id) from court_case)), ('defendant', (select max(id) from defendant)),
      ('case_change', (select max(id) from case_change))) as each (name, last)`.execute(trx)
  for (const { name, differs, where = 'true' } of tables) {
    onTable(name)
    const { rows } = await sql<{ column: string }>`
      select attname as column from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(trx)
    const columns = rows.map(({ column }) => column)
    await sql`
      insert into ${sql.table(name)} (${sql.join(columns.map(column => sql.id(column)))}) overriding system value
      select ${sql.join(columns.map(column => sql.raw(differs[column] ?? `"${column}"`)))}
      from (select *, generate_series(1, ${turns}::integer) as turn from ${sql.table(name)} where ${sql.raw(where)}) as repeated`.execute(
      trx,
    )
  }
  for (const name of ['court_case', 'defendant', 'case_change'] as const)
    await sql`
      select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql.table(name)}))`.execute(trx)
}

/** Nobody follows the corpus while it is made, and what its rows refer to is written with them. */
async function withoutTriggers(trx: Transaction<DB>): Promise<void> {
  try {
    await sql`set local session_replication_role = replica`.execute(trx)
  } catch (error) {
    if (errorCode(error) !== '42501') throw error
    throw new Refusal('Чтобы повторить дела корпуса, нужна учётная запись администратора PostgreSQL.', { cause: error })
  }
}
