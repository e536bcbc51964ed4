import { type Kysely, sql, type Transaction } from 'kysely'
import { lockForgetting } from '../db/people-locks.ts'
import type { DB } from '../db/schema.ts'
import { linkCases, lockLinks, noteLinksDue, writeClues } from '../links/link-cases.ts'
import { bodiesOf } from '../texts/stored-texts.ts'
import { caseRecord } from './case-record.ts'
import { prepareCase } from './prepare-case.ts'
import { resumePass } from './resumable-pass.ts'
import { writtenCase } from './written-case.ts'

/** Adds clues and links to cases stored before the present rules. */
const pass = { key: 'case_clues', version: 2, lock: 7_301_026 }
const batch = 500

export async function relinkCases(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  const { read } = await resumePass(db, pass, relinkBatch, isStopped)
  return read
}

async function relinkBatch(trx: Transaction<DB>, after: number) {
  // Before any read: a writer that waits for a row would go on with the record as it was before the decision.
  await lockForgetting(trx, 'write')
  const { rows } = await sql<{ id: number; region: number; stage: number; record: Record<string, unknown> }>`
    select id, region, stage, source.record from court_case
    cross join lateral (
      select record from case_record where case_id = court_case.id order by last_seen_at desc limit 1
    ) source
    where court_case.id > ${after} order by court_case.id limit ${batch} for no key update of court_case`.execute(trx)
  const bodies = await bodiesOf(
    trx,
    rows.flatMap(({ id, stage }) => (stage === 2 ? id : [])),
  )
  const cases = rows.flatMap(({ id, region, record }) => {
    const text = bodies.get(id)
    const read = caseRecord.safeParse({ ...record, ...(text !== undefined && { text }) })
    return read.success ? [writtenCase(prepareCase(read.data, 0), { id, isNew: false, region })] : []
  })
  const uids = new Set(rows.flatMap(({ record }) => (typeof record.case_uid === 'string' ? [record.case_uid] : [])))
  const ties = await writeClues(trx, cases, uids)
  await lockLinks(trx, ties)
  await noteLinksDue(trx, await linkCases(trx, cases, ties))
  return { last: rows.at(-1)?.id ?? null, read: rows.length, changed: 0 }
}
