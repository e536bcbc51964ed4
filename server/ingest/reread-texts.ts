import { type Kysely, sql, type Transaction } from 'kysely'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import { forgettingGeneration, isForgettingUnchanged } from '../db/people-locks.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { appendBeside } from '../journal/write-entries.ts'
import { settleInQuestion } from '../links/in-question.ts'
import { readDecisionText, readerVersion } from '../texts/read-decision.ts'
import { noteChanges } from './case-changes.ts'
import { defenceParamIds, directoryKey } from './directories.ts'
import { type AccusedList, accusedList } from './penalty-owners.ts'
import { changesOfText, saidByText } from './said-by-text.ts'
import { type DecidedCase, replaceParamsOfTexts, writeDecisions } from './write-decisions.ts'

/**
 * Reads stored texts that this version of the reader has not read: in the background after an update, or by `sudmonitor read-outcome --all`. Each
 * batch is a transaction, so an interrupted run resumes. A case enters the change feed only if something searchable changed.
 */
type Reread = { read: number; changed: number }

const batchSize = 200

export async function rereadTexts(
  db: Kysely<DB>,
  {
    onProgress,
    isStopped = () => false,
  }: { onProgress?: (sum: Readonly<Reread>) => void; isStopped?: () => boolean } = {},
): Promise<Reread> {
  const sum: Reread = { read: 0, changed: 0 }
  for await (const ids of staleBatches(db)) {
    let done: Reread | undefined
    // Repeated after a decision to forget somebody, or its undoing: texts differ then.
    while (done === undefined) {
      if (isStopped()) return sum
      done = await rereadBatch(db, ids)
    }
    sum.read += done.read
    sum.changed += done.changed
    onProgress?.(sum)
  }
  return sum
}

/** Undefined: people were forgotten, or restored, since the texts were read. */
async function rereadBatch(db: Kysely<DB>, ids: readonly number[]): Promise<Reread | undefined> {
  const asOf = await forgettingGeneration(db)
  const texts = await textsWithSites(db, ids)
  const cases = texts.map(({ body, ...one }) => ({ ...one, decision: readDecisionText(body) }))
  // Directories before sources: the lock order.
  const keys = new Set(
    cases.flatMap(({ decision }) => decision.facts.defence_params.map(({ key, value }) => directoryKey(key, value))),
  )
  const params = await retryTransaction(() => db.transaction().execute(trx => defenceParamIds(trx, keys)))
  const paramId = (key: string, value: string): number => {
    const id = params.get(directoryKey(key, value))
    if (id === undefined) throw new Error(`Not in the directory: ${key} ${value}`)
    return id
  }
  return retryTransaction(() =>
    db
      .transaction()
      .execute(async trx =>
        (await isForgettingUnchanged(trx, { asOf })) ? writeBatch(trx, cases, paramId) : undefined,
      ),
  )
}

type Text = { case_id: number; body: string; read_at: Date }
type SiteRow = { case_id: number } & Omit<DecidedCase['site'], 'accused'> & {
    people: AccusedList['people']
    others: { name: string; role: string; articles: string | null }[]
  }
async function textsWithSites(db: Kysely<DB>, ids: readonly number[]) {
  const { rows: texts } = await sql<Text>`
    select case_id, body, read_at from case_text where case_id = any(${ids}::integer[]) order by case_id`.execute(db)
  const { rows } = await sql<SiteRow>`
    select c.id as case_id, c.type, c.stage, result_type.title as result,
      exists (select from case_told_penalty p where p.case_id = c.id and not p.by_text) as "hasPenalties",
      exists (select from case_participant p where p.case_id = c.id and p.role = 'advocate' and not p.by_text)
        as "hasAdvocate",
      (select coalesce(json_agg(json_build_object('name', name, 'gender', gender, 'hidden', hidden) order by ordinal), '[]')
        from case_defendant d where d.case_id = c.id) as people,
      (select coalesce(json_agg(json_build_object('name', name, 'role', role, 'articles', articles)), '[]')
        from case_participant p where p.case_id = c.id) as others
    from court_case c left join result_type on result_type.id = c.result_type_id
    where c.id = any(${ids}::integer[])`.execute(db)
  const sites = new Map(
    rows.map(({ case_id, people, others, ...site }) => [case_id, { ...site, accused: accusedList(people, others) }]),
  )
  return texts.flatMap(text => {
    const site = sites.get(text.case_id)
    return site === undefined ? [] : [{ ...text, site }]
  })
}

/** Cases with texts that this reader has not read. Ids found for one batch are kept for the next ones. */
async function* staleBatches(db: Kysely<DB>): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ case_id: number }>`
      select case_id from case_text where case_id > ${after} order by case_id limit ${looked}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    const { rows: found } = await sql<{ id: number }>`
      select id from unnest(${arrayLiteral(rows.map(({ case_id }) => case_id))}::integer[]) as one (id)
      where not exists (select from case_decision d where d.case_id = id and d.reader = ${readerVersion})
      order by id`.execute(db)
    const stale = found.map(({ id }) => id)
    for (let at = 0; at < stale.length; at += batchSize) yield stale.slice(at, at + batchSize)
    after = last.case_id
  }
}
const looked = 10_000

async function writeBatch(
  trx: Transaction<DB>,
  cases: readonly (DecidedCase & { read_at: Date })[],
  defenceParam: (key: string, value: string) => number,
): Promise<Reread> {
  await sql`
    select from case_source where case_id = any(${cases.map(({ case_id }) => case_id)})
    order by source_key for no key update`.execute(trx)
  const { rows } = await sql<{ case_id: number; read_at: Date }>`
    select case_id, read_at from case_text where case_id = any(${cases.map(({ case_id }) => case_id)})`.execute(trx)
  const { rows: read } = await sql<{ case_id: number }>`
    select case_id from case_decision
    where case_id = any(${cases.map(({ case_id }) => case_id)}) and reader = ${readerVersion}`.execute(trx)
  const still = new Map(rows.map(({ case_id, read_at }) => [case_id, read_at.getTime()]))
  for (const { case_id } of read) still.delete(case_id)
  const fresh = cases.filter(({ case_id, read_at }) => still.get(case_id) === read_at.getTime())
  const ids = fresh.map(({ case_id }) => case_id)
  const before = await saidByText(trx, ids)
  await writeDecisions(trx, fresh, new Set(ids))
  await replaceParamsOfTexts(trx, fresh, defenceParam)
  const hidden = fresh.filter(({ decision }) => decision.facts.accused_hidden).map(({ case_id }) => case_id)
  await sql`
    update court_case c set defendants_hidden = (c.id = any(${hidden}))
    where c.id = any(${ids}) and c.defendants_hidden <> (c.id = any(${hidden}))
      and not exists (select from case_defendant d where d.case_id = c.id)
      and not exists (select from case_participant p where p.case_id = c.id and p.role = 'unknown')`.execute(trx)
  const now = await saidByText(trx, ids)
  const changes = new Map(ids.map(id => [id, changesOfText(before.get(id), now.get(id))]))
  const changed = ids.filter(id => changes.get(id)?.length)
  await sql`update court_case set changed_xid = pg_current_xact_id() where id = any(${changed})`.execute(trx)
  const revisions = await appendBeside(trx, changes, { text_reader: readerVersion })
  await noteChanges(
    trx,
    changed.map(case_id => ({ case_id, revision: revisions.get(case_id) ?? null, kinds: [], details: [] })),
  )
  await settleInQuestion(trx, changed)
  return { read: ids.length, changed: changed.length }
}

const textForms = ['текст', 'текста', 'текстов'] as const
const showEvery = 5_000

export async function rereadCommand(db: Kysely<DB>): Promise<void> {
  let shown = performance.now()
  const { read, changed } = await rereadTexts(db, {
    onProgress: sum => {
      if (performance.now() - shown < showEvery) return
      shown = performance.now()
      console.error(`Прочитано ${counted(sum.read, textForms)}…`)
    },
  })
  console.log(
    read === 0
      ? 'Все тексты уже прочитаны этим читателем.'
      : `Прочитано: ${counted(read, textForms)}. Дел, о которых текст теперь говорит иное: ${showNumber(changed)}.`,
  )
}
