import { type Kysely, sql, type Transaction } from 'kysely'
import { codexOfType } from '#shared/domain/codex.ts'
import type { Procedure } from '#shared/domain/number-index.ts'
import type { DB } from '../db/schema.ts'
import { bodiesOf } from '../texts/stored-texts.ts'
import { type ArticleRecord, type CaseRecord, caseRecord } from './case-record.ts'
import { type Accused, certainPositions, saidToBeAccused } from './case-roles.ts'
import { rereadCases } from './ingest.ts'
import { prepareCase } from './prepare-case.ts'
import { eachOnce } from './read-articles.ts'
import { codexOfNumber, type RegistryKind, registryKind } from './registry-kind.ts'
import { type PassProgress, resumePass } from './resumable-pass.ts'

/** Corrects cases by their stored records where names and roles of people or codices of registry rows were read by former rules. */
const pass = { key: 'case_records', version: 5, lock: 7_301_041 }
const batch = 500

export const rereadRecords = (db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<PassProgress> =>
  resumePass(db, pass, rereadBatch, isStopped)

/** Whom former rules took for one person is judged by those of today. */
const queueMerged = (trx: Transaction<DB>, ids: readonly number[]) =>
  sql`
    insert into people_due (case_id)
    select distinct case_id from case_defendant
    where case_id = any(${ids}::int[]) and (
      exists (select from person_merge where left_id = coalesce(own_id, defendant_id) and undone_at is null and why = 'automatic')
      or exists (select from person_merge where right_id = coalesce(own_id, defendant_id) and undone_at is null and why = 'automatic')
    ) order by 1
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)

type Kept = {
  id: number
  origin: string
  digest: string
  record: Record<string, unknown>
  accused: string[]
  others: number
}

async function rereadBatch(trx: Transaction<DB>, after: number) {
  const { rows: next } = await sql<{ id: number }>`
    select id from court_case where id > ${after} order by id limit ${batch}`.execute(trx)
  const ids = next.map(({ id }) => id)
  await sql`
    select from case_source where case_id = any(${ids}::int[])
    order by source_key for no key update`.execute(trx)
  const { rows } = await sql<Kept>`
    select court_case.id, source.origin, source.digest, source.record,
      array(
        select concat(cardinality(article_ids), case when hidden then ' hidden ' else ' ' end, name) from case_defendant where case_id = court_case.id order by ordinal
      ) as accused,
      (select count(*) from case_participant where case_id = court_case.id and not by_text) as others
    from court_case
    cross join lateral (
      select origin, digest, record from case_record where case_id = court_case.id order by last_seen_at desc limit 1
    ) source
    where court_case.id = any(${ids}::int[]) order by court_case.id`.execute(trx)
  const bodies = await bodiesOf(trx, ids)
  const wrong = rows.flatMap(({ id, origin, digest, record, accused, others }) => {
    const text = bodies.get(id)
    const read = caseRecord.safeParse({ ...record, ...(text !== undefined && { text }) })
    if (!read.success) return []
    const one = prepareCase(withRoles(withCodex(read.data, origin), origin), 0)
    const told = one.people.map(
      ({ articleKeys, hidden, name }) => `${articleKeys.length}${hidden ? ' hidden' : ''} ${name}`,
    )
    const isStored = told.join() === accused.join() && one.others.length === Number(others)
    return one.digest === digest && isStored ? [] : [one.record]
  })
  if (wrong.length > 0) await rereadCases(trx, wrong)
  await queueMerged(trx, ids)
  return { last: ids.at(-1) ?? null, read: ids.length, changed: wrong.length }
}

/** Formerly all registry rows were taken for КоАП, and so were their articles without a codex. */
function withCodex(record: CaseRecord, origin: string): CaseRecord {
  if (origin !== 'registry' || record.type !== 1) return record
  const { case_number, court, result, articles } = record
  const row = { number: case_number, court: court.title, result, articles: articles.map(asKept) }
  const whole = registryKind(row)
  const isOdd = articles.length > 0 && procedureOf(whole) === undefined
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
const asKept = ({ codex, article_number }: ArticleRecord) => ({
  codex: codex === 'koap' ? (codexOfNumber(article_number) ?? codex) : codex,
  article_number,
})

/**
 * Roles in earlier records. A registry lists all participants; if its lists were of different length, the record has no articles. КоАП cards always
 * state roles.
 */
function withRoles(record: CaseRecord, origin: string): CaseRecord {
  const { type, defendants } = record
  if (origin === 'registry') {
    const isCertain = certainPositions(defendants, codexOfType(type), ({ articles }) => articles.length > 0)
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
