import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ParticipantRole } from '#shared/domain/participant-roles.ts'
import type { DB } from '../db/schema.ts'
import { type Scope, visibleTo } from './predicates.ts'
import { articlesOfCase, penaltiesOf, shownColumns, shownStates } from './shown-case.ts'

const unknownRole = 'unknown' satisfies ParticipantRole

/** Rows of cases with their children, in one round trip, for ids that `selectCases` has allowed, in the same order. */
/** `tags` tells whether the reader may see them. */
export type Reader = { tags: boolean }
export type CaseRecordRow = Awaited<ReturnType<typeof caseRows>>[number]

export async function caseRows(db: Kysely<DB>, scope: Scope, ids: readonly number[], { tags }: Reader) {
  if (ids.length === 0) return []
  const { accountId } = scope
  const rows = await db
    .selectFrom('court_case')
    .where(eb => eb('court_case.id', '=', eb.fn.any(eb.val([...ids]))))
    // The copy may lag: a case that has just moved to another region is not shown.
    .where(visibleTo(scope))
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(shownColumns)
    .select(['court_case.protocol_number', 'court_case.defendants_hidden'])
    .select(['court_case.result_text_url', 'court_case.url'])
    .select(eb => [
      ...shownStates(eb, scope),
      jsonArrayFrom(articlesOfCase(eb).select('article.title')).as('articles'),
      jsonArrayFrom(
        eb
          .selectFrom('case_defendant')
          .whereRef('case_defendant.case_id', '=', 'court_case.id')
          .select([
            'case_defendant.defendant_id as id',
            'case_defendant.name',
            'case_defendant.gender',
            'case_defendant.hidden',
          ])
          .orderBy('case_defendant.ordinal'),
      ).as('defendants'),
      eb
        .selectFrom('case_participant')
        .whereRef('case_participant.case_id', '=', 'court_case.id')
        .where('case_participant.role', '=', unknownRole)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('roles_unknown'),
      jsonArrayFrom(penaltiesOf(eb)).as('penalties'),
      eb
        .exists(
          eb
            .selectFrom('favourite')
            .whereRef('favourite.case_id', '=', 'court_case.id')
            .where('favourite.account_id', '=', accountId)
            .select(sql`1`.as('one')),
        )
        .as('in_favorites'),
      jsonArrayFrom(
        eb
          .selectFrom('case_in_set')
          .innerJoin('case_set', 'case_set.id', 'case_in_set.set_id')
          .whereRef('case_in_set.case_id', '=', 'court_case.id')
          .where('case_in_set.account_id', '=', accountId)
          .select(['case_set.id', 'case_set.title', 'case_in_set.status'])
          .orderBy('case_set.id'),
      ).as('sets'),
      jsonObjectFrom(
        eb
          .selectFrom('case_note')
          .whereRef('case_note.case_id', '=', 'court_case.id')
          .where('case_note.account_id', '=', accountId)
          .select(['case_note.text', 'case_note.version', 'case_note.changed_at']),
      ).as('note'),
      // A favourite that changed after it was added or last opened, whichever is later.
      eb
        .selectFrom('favourite')
        .leftJoin('case_visit', join =>
          join
            .onRef('case_visit.case_id', '=', 'favourite.case_id')
            .onRef('case_visit.account_id', '=', 'favourite.account_id'),
        )
        .whereRef('favourite.case_id', '=', 'court_case.id')
        .where('favourite.account_id', '=', accountId)
        .whereRef('court_case.changed_at', '>', sql<Date>`greatest(favourite.added_at, case_visit.seen_at)`)
        .select('court_case.changed_at')
        .as('changed_since'),
    ])
    .$if(tags, query =>
      query.select(eb =>
        jsonArrayFrom(
          eb
            .selectFrom('case_tag')
            .innerJoin('tag', 'tag.id', 'case_tag.tag_id')
            .whereRef('case_tag.case_id', '=', 'court_case.id')
            .select(['tag.id', 'tag.value'])
            .orderBy('tag.value'),
        ).as('tags'),
      ),
    )
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
