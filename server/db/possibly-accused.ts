import { type RawBuilder, sql } from 'kysely'
import type { ParticipantRole, UntoldArticles } from '#shared/domain/participant-roles.ts'

/** A participant who may be accused: the source states neither the role nor that there are no articles, and the name is not among the accused. */
export const possiblyAccused = { role: 'unknown', articles: 'not_told' } as const satisfies {
  role: ParticipantRole
  articles: UntoldArticles
}

export const countPossiblyAccused = (caseId: string): RawBuilder<number> =>
  sql<number>`(select count(*)::integer from case_participant as perhaps where perhaps.case_id = ${sql.ref(caseId)}
    and perhaps.role = ${sql.lit(possiblyAccused.role)} and perhaps.articles = ${sql.lit(possiblyAccused.articles)} and not exists (
      select from case_defendant as known
      where known.case_id = perhaps.case_id and known.name = perhaps.name and not known.hidden
    ))`
