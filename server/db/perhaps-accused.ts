import { type RawBuilder, sql } from 'kysely'
import type { ParticipantRole, UntoldArticles } from '#shared/domain/participant-roles.ts'

/**
 * Somebody on a case who may be accused beside the others: neither their role is told nor that they have no article, and they are not
 * one of the accused by name, who may stand in a list twice.
 */
export const perhapsAccused = { role: 'unknown', articles: 'not_told' } as const satisfies {
  role: ParticipantRole
  articles: UntoldArticles
}

/** How many of them a case has. */
export const countPerhapsAccused = (caseId: string): RawBuilder<number> =>
  sql<number>`(select count(*)::integer from case_participant as perhaps where perhaps.case_id = ${sql.ref(caseId)}
    and perhaps.role = ${sql.lit(perhapsAccused.role)} and perhaps.articles = ${sql.lit(perhapsAccused.articles)} and not exists (
      select from case_defendant as known
      where known.case_id = perhaps.case_id and known.name = perhaps.name and not known.hidden
    ))`
