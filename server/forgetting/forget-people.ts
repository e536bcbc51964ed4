import { type SqlBool, sql, type Transaction } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import type { DB } from '../db/schema.ts'
import { namePartsOf } from '../defendants/resolve/name-parts.ts'
import { allNames, surnameOf } from '../defendants/resolve/name-use.ts'
import { keysOfName, readPersonName } from '../names/person-name.ts'
import { formMark } from '../texts/word-forms.ts'
import { deleteRows, rewriteRows, type Sealing } from './rewrite-rows.ts'
import type { Subject } from './subject.ts'

/** If no case remains, the person’s row loses its name and disappears from pairs, merges, clocks and indexes. */
export async function forgetPeople(trx: Transaction<DB>, sealing: Sealing, { people, names }: Subject): Promise<void> {
  const either = sql<SqlBool>`(left_id = any(${people}::integer[]) or right_id = any(${people}::integer[]))`
  for (const table of ['person_pair', 'person_merge'])
    await deleteRows(trx, sealing, { table, key: ['id'], where: either })
  const own = sql<SqlBool>`defendant_id = any(${people}::integer[])`
  await deleteRows(trx, sealing, { table: 'person_key', key: ['key', 'defendant_id'], where: own })
  await deleteRows(trx, sealing, { table: 'defendant_risk', key: ['defendant_id', 'rule'], where: own })
  await deleteRows(trx, sealing, { table: 'risk_due', key: ['defendant_id'], where: own })
  await forgetCounts(trx, sealing, { people, names })
  await rewriteRows(trx, sealing, {
    table: 'defendant',
    key: ['id'],
    columns: ['name', 'name_normal', 'match_key', 'own_name', 'own_normal'],
    where: sql<SqlBool>`id = any(${people}::integer[])`,
    change: () => ({ name: tombstone, name_normal: tombstone, match_key: null, own_name: null, own_normal: null }),
  })
}

/** Surname frequencies are counted by full names; a name without other bearers no longer counts. */
async function forgetCounts(
  trx: Transaction<DB>,
  sealing: Sealing,
  { people, names }: Pick<Subject, 'people' | 'names'>,
): Promise<void> {
  const counted = new Map<string, string>()
  for (const name of names) {
    const parts = namePartsOf(name)
    const { full } = readPersonName(name)
    if (parts?.given === undefined || parts.father === undefined || full === undefined) continue
    const { from, to } = keysOfName(full)
    const { rows } = await sql`
      select from defendant where match_key >= ${from} collate "C" and match_key < ${to} collate "C"
        and id <> all(${people}::integer[]) limit 1`.execute(trx)
    if (rows.length > 0) continue
    const surname = surnameOf(parts)
    counted.set(`${surname} ${parts.given} ${parts.father}`, surname)
  }
  for (const [name, surname] of counted) {
    const gone = await deleteRows(trx, sealing, {
      table: 'counted_name',
      key: ['name'],
      where: sql<SqlBool>`name = hashtextextended(${name}, 0)`,
    })
    if (gone === 0) continue
    await deleteRows(trx, sealing, {
      table: 'surname',
      key: ['surname'],
      where: sql<SqlBool>`surname = ${surname} and bearers <= 1`,
    })
    await rewriteRows(trx, sealing, {
      table: 'surname',
      key: ['surname'],
      columns: ['bearers'],
      where: sql<SqlBool>`surname in (${surname}, ${allNames})`,
      change: ({ bearers }) => ({ bearers: Number(bearers) - 1 }),
    })
  }
}

/** Deletes word forms that occur in no text any more. Queried one by one: a join would fetch all texts of text nodes. */
export async function forgetForms(trx: Transaction<DB>, sealing: Sealing, forms: ReadonlySet<string>): Promise<void> {
  if (forms.size === 0) return
  const { rows } = await sql<{ form: string }>`
    select form from (
      select form, as_lexeme(${formMark} || form)::tsquery as lexeme from unnest(${[...forms]}::text[]) as form offset 0
    ) as gone where (select true from case_text_seen where held_words @@ lexeme limit 1) is null`.execute(trx)
  const gone = rows.map(({ form }) => form)
  await deleteRows(trx, sealing, {
    table: 'text_form',
    key: ['form'],
    where: sql<SqlBool>`form = any(${gone}::text[])`,
  })
}
