import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Citation, PublishRequest } from '#shared/api/citations.ts'
import { fewestToPublish } from '#shared/domain/figures.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Field, filterParamsOf } from '#shared/filters/field.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { requestError } from '../http/errors.ts'
import { wholeList } from '../http/pages.ts'
import { type CitationReader, citedValues, noCitation, readCitation } from './citations.ts'
import { textsLine } from './method-note.ts'
import { type PublicFigures, presentPublished, publicFigures, publicTableOf } from './public-table.ts'

/**
 * Cited figures that their owner publishes for embedding: without people, with ten cases or more per cell, frozen at
 * publication. Closed by the owner or a superuser, the address says so; the owner cannot reopen what somebody else has
 * closed.
 */
type UrlOf = (id: string) => string

/** Filters that identify no person and no single case; the value of any other could be a person's name. */
const mayBeTold = (field: Field): boolean =>
  !isPersonal(tableOfFilter(field)) &&
  (field.kind === 'reference'
    ? !['judges', 'tags'].includes(field.directory)
    : !['text', 'people', 'words', 'own'].includes(field.kind))
function refuseNames(values: AnyValues): void {
  const named = filterParamsOf(caseListFields).find(
    ({ name, field }) => values[name] !== undefined && !mayBeTold(field),
  )
  if (named)
    throw requestError(
      `Фильтр «${named.field.label}» может назвать человека или дело: такие цифры нельзя открыть всем.`,
    )
}

/** @throws HttpError 404 unless the asker made the citation, 400 with the reason why not */
export async function publish(
  db: Kysely<DB>,
  reader: CitationReader,
  id: string,
  { title, source, metric }: PublishRequest,
  urlOf: UrlOf,
): Promise<Citation> {
  const cited = await ownCitation(db, reader, id, urlOf)
  if (cited.method === null)
    throw requestError('Ссылка создана до того, как появилось описание метода. Создайте новую.')
  refuseNames(citedValues(cited.get_params))
  const table = publicTableOf(cited, cited.method, metric)
  if (typeof table === 'string') throw requestError(table)
  await db.transaction().execute(async trx => {
    const before = await trx
      .selectFrom('citation')
      .where('id', '=', id)
      .select(['published', 'published_at', 'closed_at', 'closed_by'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Also when that account has been deleted since.
    if (before.closed_at !== null && before.closed_by !== reader.id)
      throw requestError('Эти цифры закрыл администратор: снова открыть их нельзя.')
    // A second, different suppression would reveal what each of them hides.
    const kept = before.published_at === null ? undefined : publicFigures.parse(before.published).table
    if (kept !== undefined && kept.metric !== table.metric)
      throw requestError('По этой ссылке всем открывался другой показатель. Для этого создайте новую ссылку.')
    const shown = { title, source, method: publicMethod(cited), table: kept ?? table }
    await trx
      .updateTable('citation')
      .set({ published: JSON.stringify(shown), published_at: new Date(), closed_at: null, closed_by: null })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, { accountId: reader.id }, 'figures_published', { id, title })
  })
  return readCitation(db, reader, id, urlOf)
}

async function ownCitation(db: Kysely<DB>, reader: CitationReader, id: string, urlOf: UrlOf) {
  const made = await db
    .selectFrom('citation')
    .where('id', '=', id)
    .where('account_id', '=', reader.id)
    .select('id')
    .executeTakeFirst()
  if (made === undefined) throw noCitation()
  return readCitation(db, reader, id, urlOf)
}

/** The totals of the base and of texts would, together with the table, reveal how many cases it omits. */
function publicMethod({ method, chart, pivot }: Citation): z.infer<typeof publicFigures>['method'] {
  if (method === null) return { lines: [], warning: null }
  const { cases, with_text } = method
  const isFew = (count: number): boolean => count > 0 && count < fewestToPublish
  const tellsTexts = chart?.key === 'texts' || pivot?.of.metrics.includes('with_text')
  return {
    lines: method.lines.flatMap(([label, text]): [string, string][] => {
      if (label === 'Откуда дела') return []
      if (label !== 'Тексты решений') return [[label, text]]
      if (tellsTexts) return []
      if (isFew(with_text)) return [[label, `Опубликован менее чем у ${fewestToPublish} дел.`]]
      if (isFew(cases - with_text)) return [[label, `Не опубликован менее чем у ${fewestToPublish} дел.`]]
      return [[label, textsLine({ cases, with_text })]]
    }),
    warning: method.warning,
  }
}

/** By the owner or a superuser. @throws HttpError 404 for anybody else, and for figures that are not open */
export async function closePublished(
  db: Kysely<DB>,
  { id: accountId, is_superuser }: { id: number; is_superuser: boolean },
  id: string,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const closed = await trx
      .updateTable('citation')
      .set({ closed_at: new Date(), closed_by: accountId })
      .where('id', '=', id)
      .where('published_at', 'is not', null)
      .where('closed_at', 'is', null)
      .$if(!is_superuser, own => own.where('account_id', '=', accountId))
      .returning('title')
      .executeTakeFirst()
    if (closed === undefined) throw noCitation()
    await recordAudit(trx, { accountId }, 'figures_closed', { id, title: closed.title })
  })
}

export const allPublished = async (db: Kysely<DB>, urlOf: UrlOf) => {
  const rows = await db
    .selectFrom('citation')
    .leftJoin('account', 'account.id', 'citation.account_id')
    .where('published_at', 'is not', null)
    .where('closed_at', 'is', null)
    .select(['citation.id', 'published', 'published_at', 'closed_at', 'username'])
    .orderBy('published_at', 'desc')
    .orderBy(sql`citation.id`)
    .limit(200)
    .execute()
  return wholeList(
    rows.flatMap(({ username, ...row }) => {
      const published = presentPublished(row, urlOf)
      return published === null ? [] : [{ ...published, id: row.id, username }]
    }),
  )
}

/** The public view; undefined for figures that were never published. */
export async function publicFiguresOf(db: Kysely<DB>, id: string): Promise<PublicFigures | 'closed' | undefined> {
  const found = await db
    .selectFrom('citation')
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .select(['published', 'closed_at', 'made_at'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  return found.closed_at === null ? { ...publicFigures.parse(found.published), made_at: found.made_at } : 'closed'
}
