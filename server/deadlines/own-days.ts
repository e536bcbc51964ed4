import { type Kysely, sql } from 'kysely'
import type { OwnFact, OwnFactKind } from '#shared/domain/deadlines/case-facts.ts'
import type { CrimeSeverity } from '#shared/domain/deadlines/legal-term.ts'
import type { DB } from '../db/schema.ts'

/** Digests of the names on the card, by which a date belongs to a person: `ordinal` tells persons of one name apart. */
export const digests = (ids: readonly number[]) => sql<{ case_id: number; ordinal: number; digest: Buffer }>`(
  select case_id, ordinal, sha256(convert_to(name || '#' || row_number() over (partition by case_id, name order by ordinal), 'UTF8')) as digest
  from case_defendant where case_id = any(${ids}::integer[]))`

/** `person` is -1 where the card no longer lists the person that the date belongs to. */
const nobody = -1
export async function ownDaysOf(
  db: Kysely<DB>,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, OwnFact[]>> {
  const { rows } = await sql<{
    case_id: number
    kind: OwnFactKind
    person: number | null
    day: string
    severity: CrimeSeverity | null
  }>`
    select own.case_id, own.kind, own.day::text, own.severity,
      case when own.person = '' then null else coalesce(accused.ordinal, ${nobody}::integer) end as person
    from case_own_day own
    left join ${digests(ids)} accused on accused.case_id = own.case_id and accused.digest = own.person
    where own.account_id = ${accountId} and own.case_id = any(${ids}::integer[])
    order by own.kind, person`.execute(db)
  return Map.groupBy(rows, ({ case_id }) => case_id)
}
