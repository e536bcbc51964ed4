import { sql, type Transaction } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { readerVersion } from '../texts/read-decision.ts'
import { type SiteStatement, supplementFromText, type TextReading } from './text-supplement.ts'

export type DecidedCase = { case_id: number; decision: TextReading; site: SiteStatement }

/** Rows from the text come after all that a site may list. */
const firstOrdinal = 20_000

export async function writeDecisions(
  trx: Transaction<DB>,
  cases: readonly DecidedCase[],
  defenceParam: (key: string, value: string) => number,
): Promise<void> {
  if (cases.length === 0) return
  const decisions = cases.map(({ case_id, decision: { outcome, facts } }) => ({
    case_id,
    outcome: outcome.outcome,
    value: outcome.value,
    hidden: outcome.hidden,
    evidence: outcome.evidence,
    certainty: outcome.certainty,
    review: outcome.review,
    facts,
  }))
  await sql`
    insert into case_decision (case_id, outcome, value, hidden, evidence, certainty, review, facts, reader)
    select case_id, outcome, value, hidden, evidence, certainty, review, facts, ${readerVersion}
    from ${recordset(
      decisions,
      `case_id integer, outcome text, value numeric, hidden boolean, evidence text, certainty real, review text,
      facts jsonb`,
    )}`.execute(trx)
  const taken = cases.map(one => ({ case_id: one.case_id, ...supplementFromText(one.decision, one.site) }))
  const penalties = taken.flatMap(({ case_id, penalties }) =>
    penalties.map((penalty, at) => ({ case_id, ordinal: firstOrdinal + at, ...penalty })),
  )
  if (penalties.length > 0)
    await sql`
      insert into case_told_penalty (case_id, ordinal, type, value, hidden, text, by_text, defendant_ordinal, of_other, additional,
        suspended, probation_months, percent, multiple, state, certainty)
      select case_id, ordinal, type, value, hidden, text, true, defendant_ordinal, of_other, additional,
        suspended, probation_months, percent, multiple, state, certainty
      from ${recordset(
        penalties,
        `case_id integer, ordinal smallint, type text, value numeric, hidden boolean, text text, defendant_ordinal smallint,
        of_other boolean, additional boolean, suspended boolean, probation_months numeric, percent numeric, multiple numeric, state text,
        certainty real`,
      )}`.execute(trx)
  const advocates = taken.flatMap(({ case_id, advocates }) =>
    advocates.map((name, at) => ({ case_id, ordinal: firstOrdinal + at, name })),
  )
  if (advocates.length > 0)
    await sql`
      insert into case_participant (case_id, ordinal, role, name, by_text)
      select case_id, ordinal, 'advocate', name, true
      from ${recordset(advocates, 'case_id integer, ordinal smallint, name text')}`.execute(trx)
  const params = cases.flatMap(({ case_id, decision }) =>
    decision.facts.defence_params.map(({ key, value }) => [case_id, defenceParam(key, value)] as const),
  )
  if (params.length > 0)
    await sql`
      insert into case_defence_param (case_id, defence_param_id, by_text)
      select case_id, param, true
      from unnest(${params.map(([id]) => id)}::int[], ${params.map(([, param]) => param)}::int[]) as p(case_id, param)
      on conflict do nothing`.execute(trx)
}
