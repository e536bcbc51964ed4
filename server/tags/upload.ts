import { type Kysely, sql, type Transaction } from 'kysely'
import { sameTag, type TagAction, type TagLine, type TagUploadAnswer, type TagUploadRequest } from '#shared/api/tags.ts'
import { occurringOf } from '../cases/occurring-values.ts'
import type { Scope } from '../cases/predicates.ts'
import { recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { findCases } from '../tables/find-meant-cases.ts'
import { type KnownTag, knownTags, tagsOf } from './words.ts'

/** Preview and upload share one plan, applied in one transaction that records each change for undo. */
export async function uploadTags(
  db: Kysely<DB>,
  scope: Scope & { accountId: number },
  request: TagUploadRequest,
): Promise<TagUploadAnswer> {
  if (request.dry_run) return answerOf(await plan(db, scope, request), null)
  return db.transaction().execute(async trx => {
    // Uploads and undos exclude each other.
    await sql`select pg_advisory_xact_lock(hashtext('tags'))`.execute(trx)
    const planned = await plan(trx, scope, request)
    return answerOf(planned, await applyPlan(trx, scope.accountId, request, planned))
  })
}

type Change = { case_id: number; word: string }
type Plan = { lines: TagLine[]; changes: Change[]; known: Map<string, KnownTag>; newTags: Map<string, string> }

async function plan(db: Kysely<DB>, scope: Scope, { rows, action }: TagUploadRequest): Promise<Plan> {
  const findings = await findCases(db, scope, rows)
  const read = rows.map(({ tag }) => tagsOf(tag))
  const known = await knownTags(
    db,
    read.flatMap(one => ('values' in one ? one.values : [])),
  )
  const ids = [...known.values()].map(({ id }) => id)
  // A tag used only in other regions looks as new to this account as an unused one.
  const told = scope.regions === 'all' ? new Set(ids) : await occurringOf(db, scope, 'tags', ids)
  const borne = await tagsBorne(
    db,
    findings.flatMap(({ case: found }) => (found ? [found.id] : [])),
    ids,
  )
  const lines: TagLine[] = []
  const changes: Change[] = []
  const newTags = new Map<string, string>()
  const seen = new Set<string>()
  for (const [n, row] of rows.entries()) {
    const finding = findings[n]
    const tags = read[n]
    if (finding === undefined || tags === undefined) continue
    const asked = row.court.trim() === '' ? row.case.trim() : `${row.case.trim()}, ${row.court.trim()}`
    const line = { line: row.line ?? n + 1, asked, tag: row.tag.trim(), is_new_tag: false, case: finding.case }
    if (finding.case === null) lines.push({ ...line, outcome: finding.outcome, why: finding.why })
    else if ('why' in tags) lines.push({ ...line, outcome: 'no_tag', why: tags.why })
    else
      for (const value of tags.values) {
        const word = sameTag(value)
        const tag = known.get(word)
        const isTold = tag !== undefined && told.has(tag.id)
        const pair = `${finding.case.id} ${word}`
        const isBorne = tag !== undefined && borne.has(`${finding.case.id} ${tag.id}`)
        const outcome = seen.has(pair) ? 'repeated' : isBorne === (action === 'add') ? 'same' : 'change'
        seen.add(pair)
        if (outcome === 'change') {
          changes.push({ case_id: finding.case.id, word })
          if (!isTold && !newTags.has(word)) newTags.set(word, value)
        }
        lines.push({
          ...line,
          outcome,
          why: outcome === 'repeated' ? 'Эта строка в таблице уже была.' : '',
          tag: (isTold ? tag.value : newTags.get(word)) ?? value,
          is_new_tag: outcome === 'change' && !isTold,
        })
      }
  }
  return { lines, changes, known, newTags }
}

async function tagsBorne(db: Kysely<DB>, cases: readonly number[], tags: readonly number[]): Promise<Set<string>> {
  if (cases.length === 0 || tags.length === 0) return new Set()
  const rows = await db
    .selectFrom('case_tag')
    .where(sql<boolean>`case_id = any(${cases}::integer[]) and tag_id = any(${tags}::integer[])`)
    .select(['case_id', 'tag_id'])
    .execute()
  return new Set(rows.map(({ case_id, tag_id }) => `${case_id} ${tag_id}`))
}

async function applyPlan(
  trx: Transaction<DB>,
  accountId: number,
  { action, file_name, rows }: TagUploadRequest,
  { changes, known, newTags }: Plan,
): Promise<number | null> {
  if (changes.length === 0) return null
  const ids = new Map([...known].map(([word, { id }]) => [word, id]))
  const unknown = [...newTags].flatMap(([word, value]) => (known.has(word) ? [] : [{ value }]))
  if (unknown.length > 0)
    for (const { id, value } of await trx.insertInto('tag').values(unknown).returning(['id', 'value']).execute())
      ids.set(sameTag(value), id)
  const pairs = changes.map(({ case_id, word }) => ({ case_id, tag_id: ids.get(word) ?? 0 }))
  const done = await changeCaseTags(trx, action, pairs)
  const counts = countsOf(done)
  const { id } = await trx
    .insertInto('tag_upload')
    .values({ account_id: accountId, action, file_name: file_name.trim(), rows: rows.length, ...counts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into tag_upload_change (upload_id, case_id, tag_id)
    select ${id}::integer, case_id, tag_id from ${unnested(done)}`.execute(trx)
  await recordAudit(trx, { accountId }, 'tags_uploaded', { ...counts, action })
  return id
}

type CaseTag = { case_id: number; tag_id: number }
export const countsOf = (pairs: readonly CaseTag[]) => ({
  cases: new Set(pairs.map(({ case_id }) => case_id)).size,
  tags: new Set(pairs.map(({ tag_id }) => tag_id)).size,
})
const unnested = (pairs: readonly CaseTag[]) =>
  sql`unnest(${pairs.map(({ case_id }) => case_id)}::integer[], ${pairs.map(({ tag_id }) => tag_id)}::integer[]) as pair (case_id, tag_id)`

export async function changeCaseTags(
  trx: Transaction<DB>,
  action: TagAction,
  pairs: readonly CaseTag[],
): Promise<CaseTag[]> {
  const { rows } =
    action === 'add'
      ? await sql<CaseTag>`
          insert into case_tag (case_id, tag_id) select case_id, tag_id from ${unnested(pairs)}
          order by 1, 2 on conflict do nothing returning case_id, tag_id`.execute(trx)
      : await sql<CaseTag>`
          delete from case_tag using ${unnested(pairs)}
          where case_tag.case_id = pair.case_id and case_tag.tag_id = pair.tag_id
          returning case_tag.case_id, case_tag.tag_id`.execute(trx)
  return rows
}

const idle: readonly TagLine['outcome'][] = ['change', 'same', 'repeated']
const answerOf = ({ lines, changes, newTags }: Plan, upload_id: number | null): TagUploadAnswer => ({
  upload_id,
  cases: new Set(changes.map(({ case_id }) => case_id)).size,
  changes: changes.length,
  refused: lines.filter(({ outcome }) => !idle.includes(outcome)).length,
  new_tags: [...newTags.values()],
  lines,
})
