import { type Kysely, sql, type Transaction } from 'kysely'
import { type ForgettingGrounds, forgettingGrounds, tombstone } from '#shared/domain/forgetting.ts'
import { exportKeptDays } from '#shared/domain/limits.ts'
import { forgettingSetting } from '../db/as-of/version-triggers.ts'
import { type Actor, recordAudit } from '../db/audit.ts'
import { markForEverybody } from '../db/freshness.ts'
import { lockForgetting, lockPeople } from '../db/people-locks.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { sendJob } from '../jobs/send-job.ts'
import { appendBeside } from '../journal/write-entries.ts'
import { noteTextsWritten } from '../texts/stored-texts.ts'
import { forgetCases } from './forget-cases.ts'
import { forgetElsewhere } from './forget-elsewhere.ts'
import { forgetForms, forgetPeople } from './forget-people.ts'
import { hostOfPage } from './forgotten-cases.ts'
import { forgetPages } from './mask-pages.ts'
import { maskText } from './mask-text.ts'
import type { Sealing } from './rewrite-rows.ts'
import { makeSealKey } from './seal.ts'
import { hashedFacts, hashedReference, makeForgettingSecret } from './secret-words.ts'
import { caseNamesOf, personWith, referencesOfCases, type Subject, subjectOf } from './subject.ts'

/** Stores a decision to forget a person and carries it out at once, in one transaction (decision 0088). */
type AskedForgetting = {
  person: number
  /** Those of the person’s cases that really are theirs. */
  cases: readonly number[]
  grounds: ForgettingGrounds
  reason: string
  until: string | null
}
type Forgot =
  | { is: 'done'; id: number; cases: number }
  | { is: 'unknown person' }
  | { is: 'not their cases' }
  | { is: 'no name' }

export async function forgetPerson(
  { db, dataDir }: { db: Kysely<DB>; dataDir: string },
  decision: AskedForgetting,
  accountId: number,
): Promise<Forgot> {
  const key = makeSealKey(dataDir)
  return retryTransaction(() => db.transaction().execute(trx => decide(trx, decision, { key, actor: { accountId } })))
}

type By = { key: Buffer; actor: Exclude<Actor, 'command line'> }

async function decide(
  trx: Transaction<DB>,
  { person, cases, grounds, reason, until }: AskedForgetting,
  { key, actor }: By,
): Promise<Forgot> {
  await lockForgetting(trx, 'decide')
  await lockPeople(trx)
  const found = await personWith(trx, person)
  if (found === undefined) return { is: 'unknown person' }
  if (cases.length === 0 || !cases.every(id => found.cases.includes(id))) return { is: 'not their cases' }
  const subject = await subjectOf(trx, found, [...new Set(cases)])
  if (subject.facts.size === 0) return { is: 'no name' }
  await sql`
    select from case_source where case_id = any(${subject.cases}::integer[]) order by source_key for no key update`.execute(
    trx,
  )
  const { id } = await trx
    .insertInto('forgetting')
    .values({
      account_id: actor.accountId,
      grounds,
      reason: maskText(reason, subject.words, { as: 'decision', small: true }),
      until,
      cases: subject.cases.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openJournal(trx, id)
  const named = await caseNamesOf(trx, subject.cases)
  await rememberName(trx, id, subject, referencesOfCases(named))
  const urls = named.flatMap(one => one.urls).filter(url => url !== '')
  const sealing: Sealing = { id, key }
  await forgetPages(trx, sealing, { ...subject, urls })
  const forms = await forgetCases(trx, sealing, subject)
  if (subject.isWhole) await forgetPeople(trx, sealing, subject)
  await forgetElsewhere(trx, sealing, subject)
  await forgetForms(trx, sealing, forms)
  await forgetExportFiles(trx)
  const said = { field: 'forgotten', before: null, after: `${tombstone}: ${forgettingGrounds[grounds]}` } as const
  await appendBeside(trx, new Map(subject.cases.map(one => [one, [said]])))
  await recordAudit(trx, actor, 'person_forgotten', { forgetting_id: id, grounds, cases: subject.cases.length })
  const hosts = [...new Set(urls.map(hostOfPage))].filter(host => host !== '')
  if (hosts.length > 0) await sendJob(trx, 'mask-pages', { id, hosts })
  return { is: 'done', id, cases: subject.cases.length }
}

/**
 * Allows masking journal entries in this transaction (migration 0065) and stops versions of rewritten rows (db/as-of/version-triggers.ts).
 * Invalidates cached matches of words, also where only a past text changes (texts/found-cases.ts), and standbys that have not replayed it
 * (db/freshness.ts).
 */
export async function openJournal(trx: Transaction<DB>, id: number): Promise<void> {
  await sql`select set_config(${forgettingSetting}, ${String(id)}, true)`.execute(trx)
  await noteTextsWritten(trx)
  await markForEverybody(trx)
}

async function rememberName(
  trx: Transaction<DB>,
  id: number,
  { facts }: Subject,
  references: readonly string[],
): Promise<void> {
  const secret = await makeForgettingSecret(trx)
  await sql`update forgetting set words = ${hashedFacts(secret, id, facts)}::bytea[] where id = ${id}`.execute(trx)
  await sql`
    insert into forgotten_case (hash, forgetting_id)
    select unnest(${references.map(one => hashedReference(secret, one))}::bytea[]), ${id} on conflict do nothing`.execute(
    trx,
  )
}

/** Nobody knows which cases a file contains: all files written before are deleted, and their owners told. */
async function forgetExportFiles(trx: Transaction<DB>): Promise<void> {
  await sql`
    update export_request set status = 'failed', bytes = null, error = ${fileForgotten}, finished_at = coalesce(finished_at, now()),
      expires_at = coalesce(expires_at, now() + ${exportKeptDays}::integer * interval '1 day')
    where status in ('writing', 'ready', 'sending', 'sent')`.execute(trx)
  await trx.deleteFrom('export_file').execute()
}
const fileForgotten = 'Файл удалён: из данных по решению убрано имя. Закажите выгрузку заново.'
