import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { codexOfType } from '#shared/domain/codex.ts'
import type { Procedure } from '#shared/domain/number-index.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { type ArticleRecord, type CaseRecord, caseRecord } from './case-record.ts'
import { type Accused, saidToBeAccused } from './case-roles.ts'
import { rereadCases } from './ingest.ts'
import { certainPlaces } from './office-role.ts'
import { prepared } from './prepare-case.ts'
import { eachOnce } from './read-articles.ts'
import { codexOfNumber, type RegistryKind, registryKind } from './registry-kind.ts'

/**
 * Cases that came before roles of people, and codices of registry rows, were read the way they are now are put right from their
 * kept records, beside the running server. Goes on where it was stopped, and does nothing where all is current.
 */
const recordsVersion = 3
const noteKey = 'case_records'
const note = z.object({ version: z.number(), after: z.number().nullable() })
const batch = 500

export type RereadRecords = { read: number; changed: number }

export async function rereadRecords(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<RereadRecords> {
  const sum: RereadRecords = { read: 0, changed: 0 }
  while (!isStopped()) {
    const { read, changed } = await retryTransaction(() => db.transaction().execute(rereadSome))
    if (read === 0) break
    sum.read += read
    sum.changed += changed
  }
  return sum
}

type Kept = {
  id: number
  origin: string
  digest: string
  record: Record<string, unknown>
  body: string | null
  /** How many articles are told of each of the accused, and whose name is hidden, as stored. */
  accused: string[]
  others: number
}

async function rereadSome(trx: Transaction<DB>): Promise<RereadRecords> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  const row = await trx.selectFrom('installation').where('key', '=', noteKey).select('value').executeTakeFirst()
  const known = note.safeParse(row?.value).data
  const after = known?.version === recordsVersion ? known.after : 0
  // All is read.
  if (after === null) return { read: 0, changed: 0 }
  const { rows: ids } = await sql<{ id: number }>`
    select id from court_case where id > ${after} order by id limit ${batch}`.execute(trx)
  // Held until the end: who has read a card anew meanwhile waits, and what they bring is written over this.
  await sql`
    select from case_source where case_id = any(${ids.map(({ id }) => id)}::int[])
    order by source_key for no key update`.execute(trx)
  const { rows } = await sql<Kept>`
    select court_case.id, source.origin, source.digest, source.record, body,
      array(
        select cardinality(article_ids) || case when hidden then ' hidden' else '' end from case_defendant where case_id = court_case.id order by ordinal
      ) as accused,
      (select count(*) from case_participant where case_id = court_case.id and not by_text) as others
    from court_case
    cross join lateral (
      select origin, digest, record from case_source where case_id = court_case.id order by last_seen_at desc limit 1
    ) source
    left join case_text on case_text.case_id = court_case.id
    where court_case.id = any(${ids.map(({ id }) => id)}::int[]) order by court_case.id`.execute(trx)
  const wrong = rows.flatMap(({ origin, digest, record, body, accused, others }) => {
    // A record of an earlier format may no longer fit: its case is put right when it is read again.
    const read = caseRecord.safeParse({ ...record, ...(body === null ? {} : { text: body }) })
    if (!read.success) return []
    const one = prepared(withRoles(withCodex(read.data, origin), origin), 0)
    const told = one.people.map(({ articleKeys, hidden }) => `${articleKeys.length}${hidden ? ' hidden' : ''}`)
    const isStored = told.join() === accused.join() && one.others.length === Number(others)
    return one.digest === digest && isStored ? [] : [one.record]
  })
  if (wrong.length > 0) await rereadCases(trx, wrong)
  const value = JSON.stringify({ version: recordsVersion, after: ids.at(-1)?.id ?? null })
  await trx
    .insertInto('installation')
    .values({ key: noteKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return { read: ids.length, changed: wrong.length }
}

/** Every row of a registry was once taken for КоАП, and its articles with it where they named no codex. */
function withCodex(record: CaseRecord, origin: string): CaseRecord {
  if (origin !== 'registry' || record.type !== 1) return record
  const { case_number, court, result, articles } = record
  const row = { number: case_number, court: court.title, result, articles: articles.map(asKept) }
  const whole = registryKind(row)
  const isOdd = articles.length > 0 && procedureOf(whole) === undefined
  // Articles and a result that agree outweigh the number.
  const kind = isOdd ? registryKind({ ...row, number: '' }) : whole
  const isCrime = procedureOf(kind) === 'uk'
  if (isOdd && !isCrime) return { ...record, articles: [], defendants: record.defendants.map(withoutArticles) }
  if (!isCrime) return record
  const crimes = (kept: CaseRecord['articles']) => eachOnce(kept.map(article => ({ ...article, ...asKept(article) })))
  return {
    ...record,
    type: 2,
    stage: 'stage' in kind ? kind.stage : record.stage,
    articles: crimes(articles),
    defendants: record.defendants.map(person => ({ ...person, articles: crimes(person.articles) })),
  }
}
const procedureOf = (kind: RegistryKind): Procedure | undefined =>
  'reason' in kind ? kind.procedure : kind.type === 2 ? 'uk' : 'koap'
/** The number of an article tells whether it can be of КоАП. */
const asKept = ({ codex, article_number }: ArticleRecord) => ({
  codex: codex === 'koap' ? (codexOfNumber(article_number) ?? codex) : codex,
  article_number,
})

/**
 * What a kept record of before says of roles. A registry lists everybody who takes part: where its lists were uneven, nobody's
 * articles are in the record, and it is not known whose they are. КоАП cards have always told the role of each.
 */
function withRoles(record: CaseRecord, origin: string): CaseRecord {
  const { type, defendants } = record
  if (origin === 'registry') {
    const isCertain = certainPlaces(defendants, codexOfType(type), ({ articles }) => articles.length > 0)
    if (!defendants.every((_, place) => isCertain(place)))
      return { ...record, defendants: defendants.map((one, place) => (isCertain(place) ? one : withoutArticles(one))) }
  }
  if (defendants.length === 0 || defendants.some(({ role }) => role !== undefined)) return record
  if (origin === 'collector' && type === 1) return { ...record, defendants: saidToBeAccused(defendants) }
  if (origin !== 'registry') return record
  const isCutOff = cutOff.test(defendants.at(-1)?.name ?? '')
  const isUneven = defendants.every(({ articles }) => articles.length === 0)
  return {
    ...record,
    defendants: defendants.map((person, at): Accused => {
      const isTold = !isUneven && (at === 0 || !isCutOff)
      if (isTold && person.articles.length > 0) return person
      return { ...withoutArticles(person), article_state: isTold ? 'none' : 'not_told' }
    }),
  }
}
const withoutArticles = (person: Accused): Accused => ({
  ...person,
  articles: [],
  role: 'unknown',
  article_state: 'not_told',
})
const cutOff = /(?:\.{3}|…)$/u

/** An arbitrary number of our own. */
const lock = 7_301_041
