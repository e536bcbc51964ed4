import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { readerVersion } from '../texts/read-decision.ts'
import { writeRows } from './replace-rows.ts'
import { type SiteStatement, supplementFromText, type TextReading } from './text-supplement.ts'

export type DecidedCase = { case_id: number; decision: TextReading; site: SiteStatement }

/** Above all ordinals of penalties on cards. */
const firstOrdinal = 20_000

export async function writeDecisions(
  trx: Transaction<DB>,
  cases: readonly DecidedCase[],
  replaced: ReadonlySet<number>,
): Promise<void> {
  await writeRows(
    trx,
    'case_decision',
    cases.map(({ case_id, decision: { outcome, facts } }) => ({
      case_id,
      outcome: outcome.outcome,
      value: outcome.value,
      hidden: outcome.hidden,
      evidence: outcome.evidence,
      certainty: outcome.certainty,
      review: outcome.review,
      facts,
      reader: readerVersion,
    })),
    replaced,
  )
  const taken = cases.map(one => ({ case_id: one.case_id, ...supplementFromText(one.decision, one.site) }))
  await writeRows(
    trx,
    'case_told_penalty',
    taken.flatMap(({ case_id, penalties }) =>
      penalties.map((penalty, at) => ({ case_id, ordinal: firstOrdinal + at, ...penalty, by_text: true })),
    ),
    replaced,
    byText,
  )
  await writeRows(
    trx,
    'case_participant',
    taken.flatMap(({ case_id, advocates }) =>
      advocates.map((name, at) => ({ case_id, ordinal: firstOrdinal + at, role: 'advocate', name, by_text: true })),
    ),
    replaced,
    byText,
  )
}
const byText = sql<boolean>`t.by_text`

/** Replaces what former texts stated about the defence; values that the card states too are attributed to the card. */
export async function replaceParamsOfTexts(
  trx: Transaction<DB>,
  cases: readonly DecidedCase[],
  defenceParam: (key: string, value: string) => number,
): Promise<void> {
  const params = cases.flatMap(({ case_id, decision }) =>
    decision.facts.defence_params.map(({ key, value }) => [case_id, defenceParam(key, value)] as const),
  )
  const told = sql`
    unnest(${params.map(([id]) => id)}::int[], ${params.map(([, param]) => param)}::int[]) as p(case_id, param)`
  await sql`
    delete from case_defence_param where case_id = any(${cases.map(({ case_id }) => case_id)}::int[]) and by_text
      and (case_id, defence_param_id) not in (select case_id, param from ${told})`.execute(trx)
  await sql`
    insert into case_defence_param (case_id, defence_param_id, by_text)
    select case_id, param, true from ${told} on conflict do nothing`.execute(trx)
}
