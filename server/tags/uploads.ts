import { type Kysely, sql } from 'kysely'
import type { TagUpload } from '#shared/api/tags.ts'
import { isVisibleCase, selectCases } from '../cases/case-query.ts'
import { recordAudit } from '../db/audit.ts'
import { countRows, type PageAsked, type PageFound, pageOfQuery } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import { changeCaseTags, countsOf } from './upload.ts'

export async function listUploads(
  db: Kysely<DB>,
  account: AccountRights,
  page: PageAsked,
): Promise<PageFound<TagUpload>> {
  const theirs = db
    .selectFrom('tag_upload')
    .$if(!account.is_superuser, query => query.where('tag_upload.account_id', '=', account.id))
  const isTold = account.regions === null ? sql`true` : isVisibleCase(db, scopeOf(account), 'change.case_id')
  const uploads = theirs
    .leftJoin('account', 'account.id', 'tag_upload.account_id')
    .leftJoin('account as undoer', 'undoer.id', 'tag_upload.undone_by')
    .select(['tag_upload.id', 'account.username', 'uploaded_at', 'action', 'file_name', 'tag_upload.rows'])
    .select(['tag_upload.cases', 'undone_at', 'undoer.username as undone_by'])
    .select(
      sql<string[]>`array(
        select value from tag where id in (
          select tag_id from tag_upload_change as change
          where upload_id = tag_upload.id and ${isTold}
        ) order by value)`.as('tags'),
    )
    .orderBy('tag_upload.id', 'desc')
  const { count, rows } = await pageOfQuery(uploads, page)
  return { count, rows: rows.map(withIsoDates) }
}

export async function undoUpload(
  db: Kysely<DB>,
  account: AccountRights,
  id: number,
): Promise<{ cases: number; tags: number }> {
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('tags'))`.execute(trx)
    const upload = await trx
      .selectFrom('tag_upload')
      .where('id', '=', id)
      .$if(!account.is_superuser, query => query.where('account_id', '=', account.id))
      .select(['action', 'undone_at'])
      .forUpdate()
      .executeTakeFirst()
    if (upload === undefined) throw notFound('Такой загрузки нет.')
    if (upload.undone_at !== null) throw conflict('Эта загрузка уже отменена.')
    const pairs = await trx
      .selectFrom('tag_upload_change')
      .where('upload_id', '=', id)
      .select(['case_id', 'tag_id'])
      .execute()
    const cases = [...new Set(pairs.map(({ case_id }) => case_id))]
    const seen = selectCases(trx, scopeOf(account), {}).where(sql<boolean>`court_case.id = any(${cases}::integer[])`)
    if ((await countRows(seen)) < cases.length)
      throw forbidden('Не все дела этой загрузки вам теперь видны. Отменить её может администратор.')
    const undone = await changeCaseTags(trx, upload.action === 'add' ? 'remove' : 'add', pairs)
    const counts = countsOf(undone)
    await trx
      .updateTable('tag_upload')
      .set({ undone_at: sql<Date>`now()`, undone_by: account.id })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, { accountId: account.id }, 'tags_undone', { upload_id: id, ...counts })
    return counts
  })
}
