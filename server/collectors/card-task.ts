import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { maskNotes } from '../forgetting/ingest-door.ts'
import { type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import type { PageReading } from './collector.ts'
import { recordAttempt, recordUnknownWording } from './court-checks.ts'
import { whyDoubtful } from './doubtful-card.ts'
import type { CollectContext } from './leased-request.ts'
import { soleMatch, storedCases } from './listed-rows.ts'
import { keptPage } from './pages/keep-page.ts'
import { collectedOrigin, fromPage, markReaderVersion, rereadBefore, rereadInstead } from './pages/reread-card.ts'
import { backoffAfter, type RateLimits } from './rate-policy.ts'
import { nextReading } from './reread-schedule.ts'
import { type CourtTask, notUnderstood } from './run-task.ts'
import { hostOf } from './site-address.ts'
import type { Wait } from './site-answer.ts'
import type { Site } from './sites.ts'
import type { ListedCase } from './task-queue.ts'

/** Pages are stored first, so that a worker killed at any point repeats one request and loses nothing. */
type CardReading = Extract<PageReading, { kind: 'card' }>

export const listedTask = ({ db, limits }: CollectContext, listed: ListedCase) => ({
  urgent: listed.urgency === 0,
  isOfCourt: false,
  settle: (work: (trx: Transaction<DB>) => Promise<void>) => db.transaction().execute(work),
  exhausted: async () => undefined,
  postpone: (trx: Transaction<DB>, wait: Wait, reason: string) => postponeListed(trx, listed, { wait, reason, limits }),
})

export const cardTask = (context: CollectContext, site: Site, listed: ListedCase): CourtTask => ({
  ...listedTask(context, listed),
  sought: 'card',
  target: { url: listed.url },
  record: {
    card: ({ reading, hash }) => recordCard(context, site, listed, reading, hash),
    nothing: () => lookElsewhere(context.db, listed),
  },
})

const lookElsewhere = (db: Kysely<DB>, listed: ListedCase): Promise<void> =>
  setListed(db, listed, { task: 'find', way: 0, due_at: sql`now()`, attempts: 0 })

async function recordCard(
  context: CollectContext,
  site: Site,
  held: ListedCase,
  reading: CardReading,
  hash: Buffer,
): Promise<void> {
  const { db, limits } = context
  const source_key = await rereadBefore(db, held, {
    read: page => context.read({ ...page, layout: site.layout }),
    text: async () => (held.text_hash === null ? undefined : keptText(context, held.text_hash)),
  })
  const listed = { ...held, source_key }
  if (reading.case === null) {
    const why = reading.notes.map(({ code, value }) => `${code}: ${value}`).join('; ')
    await recordUnknownWording(db, site, reading.notes)
    return setListed(db, listed, { due_at: null, last_error: why, card_hash: hash, card_at: sql`now()` })
  }
  if (isOfAnother(listed, reading.case)) return lookElsewhere(db, listed)
  const reason = await whyDoubtful(db, listed, reading.case)
  if (reason !== undefined) return postponeListed(db, listed, { wait: 'backoff', reason, limits })
  const text_url = textAddress(reading, site)
  if (text_url === undefined) return recordCase(context, site, listed, { reading, hash })
  // The file is fetched once: a new text gets a new address, or is noticed when the card is read again.
  if (text_url === listed.text_url && listed.text_hash !== null) {
    const text = await keptText(context, listed.text_hash)
    if (text !== undefined) return recordCase(context, site, listed, { reading, hash, text })
  }
  return setListed(db, listed, {
    task: 'text',
    text_url,
    text_hash: null,
    card_hash: hash,
    card_at: sql`now()`,
    due_at: sql`now()`,
    attempts: 0,
  })
}

/**
 * The address shows another case: neither the number is that of the row, nor the УИД, or the day where one of both has
 * no УИД. Recorded, it would put one person in the place of another.
 */
const isOfAnother = (listed: ListedCase, { case_number, other_numbers = [], case_uid, entry_date }: CaseRecordInput) =>
  ![case_number, ...other_numbers].includes(listed.case_number) &&
  (listed.case_uid !== null && case_uid !== undefined
    ? listed.case_uid !== case_uid
    : listed.entry_date !== null && entry_date !== undefined && listed.entry_date !== entry_date)

/** Only when it is on the site of the card, and the card does not contain the text. */
const textAddress = ({ case: told }: CardReading, site: Site): string | undefined => {
  if (told?.text?.trim()) return undefined
  const url = told?.text_url
  return url !== undefined && URL.canParse(url) && hostOf(url) === site.host ? url : undefined
}

/** After this many failures the case is stored without its text; the next reading of the card tries again. */
const textAttempts = 3

export async function textTask(context: CollectContext, site: Site, listed: ListedCase): Promise<CourtTask> {
  const { db } = context
  const { text_url, card_hash } = listed
  const page = card_hash === null ? undefined : await keptPage(db, card_hash)
  const reading = page && (await context.read({ ...page, layout: site.layout }))
  if (text_url === null || card_hash === null || reading?.kind !== 'card') {
    // The card has changed since the text was requested: it is read from the beginning.
    await setListed(db, listed, { task: 'card', text_url: null })
    return cardTask(context, site, { ...listed, text_url: null, text_hash: null })
  }
  const card = { reading, hash: card_hash }
  const withoutText = () => recordCase(context, site, listed, card)
  const giveUp = () => recordCase(context, site, { ...listed, text_url: null }, card)
  return {
    ...listedTask(context, listed),
    sought: 'text',
    target: { url: text_url },
    record: {
      text: ({ reading: { text }, hash }) => recordCase(context, site, listed, { ...card, text, text_hash: hash }),
      nothing: withoutText,
      unknown: async answer => {
        await recordUnknownWording(db, site, [notUnderstood({ sought: 'text' }, answer)])
        await withoutText()
      },
      ...(listed.attempts + 1 >= textAttempts ? { unavailable: giveUp } : {}),
    },
  }
}

const keptText = async (context: CollectContext, hash: Buffer): Promise<string | undefined> => {
  const page = await keptPage(context.db, hash)
  const reading = page && (await context.read(page))
  return reading?.kind === 'text' ? reading.text : undefined
}

type CardRead = { reading: CardReading; hash: Buffer; text?: string; text_hash?: Buffer }

async function recordCase(
  { db, limits }: CollectContext,
  site: Site,
  listed: ListedCase,
  { reading, hash, text, text_hash }: CardRead,
): Promise<void> {
  const source_key = await keyOf(db, site, listed, reading)
  const given = caseRecord.safeParse({
    ...reading.case,
    source_key,
    url: listed.url,
    ...(text?.trim() ? { text } : {}),
  })
  if (!given.success) {
    const reason = given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    await recordUnknownWording(db, site, [{ code: 'unknown_page', where: 'case', value: reason }])
    return postponeListed(db, listed, { wait: 'backoff', reason, limits })
  }
  const from = fromPage(hash)
  await rereadInstead(db, given.data, from)
  const [result] = await ingest(db, [given.data], { origin: collectedOrigin, from: [from] })
  if (result === undefined) throw new Error('ingest answered nothing')
  const due = nextReading(given.data, new Date())
  await db.transaction().execute(async trx => {
    await recordUnknownWording(trx, site, await maskNotes(trx, given.data, reading.notes))
    await recordAttempt(trx, site, { layout: reading.layout })
    await markReaderVersion(trx, [source_key])
    await setListed(trx, listed, {
      task: 'card',
      way: 0,
      urgency: 3,
      attempts: 0,
      last_error: null,
      missing_since: null,
      source_key,
      case_id: result.case_id,
      // Lists of Moscow lack it.
      entry_date: listed.entry_date ?? given.data.entry_date ?? null,
      case_uid: given.data.case_uid ?? listed.case_uid,
      card_hash: hash,
      card_at: sql`now()`,
      text_url: listed.text_url,
      ...(text_hash === undefined ? {} : { text_hash }),
      due_at: due ?? null,
    })
  })
}

/** When the row has no day, the card gives it: only then can a case from another source be recognised. */
async function keyOf(db: Kysely<DB>, site: Site, listed: ListedCase, { case: told }: CardReading): Promise<string> {
  const { entry_date, case_number } = told ?? {}
  if (listed.case_id !== null || listed.entry_date !== null || !entry_date || case_number === undefined)
    return listed.source_key
  const stored = await storedCases(db, site, listed, [case_number])
  return soleMatch(stored.filter(one => one.entry_date === entry_date))?.source_key ?? listed.source_key
}

/** After this many consecutive failures the task ends until the row on a list changes or a person asks. */
const mostAttempts = 15

/** The waiting person sees the failure; the retries are not urgent. */
export function postponeListed(
  db: Kysely<DB>,
  listed: ListedCase,
  { wait, reason, limits }: { wait: Wait; reason: string; limits: RateLimits },
): Promise<void> {
  if (wait === 'for_captcha') return setListed(db, listed, { due_at: sql`'infinity'` })
  if (wait === 'cooldown') return setListed(db, listed, { last_error: reason, due_at: inMilliseconds(limits.cooldown) })
  const attempts = listed.attempts + 1
  return setListed(db, listed, {
    attempts,
    last_error: reason,
    urgency: Math.max(listed.urgency, 2),
    due_at: attempts >= mostAttempts ? null : inMilliseconds(backoffAfter(limits, attempts)),
  })
}

export const inMilliseconds = (milliseconds: number) => sql`now() + interval '1 millisecond' * ${milliseconds}::float8`

export async function setListed(db: Kysely<DB>, { id }: Pick<ListedCase, 'id'>, values: object): Promise<void> {
  await db.updateTable('listed_case').set(values).where('id', '=', id).execute()
}
