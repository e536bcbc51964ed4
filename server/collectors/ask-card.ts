import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { askPage, type Guarded } from './ask-search.ts'
import type { PageReading } from './collector.ts'
import { noteFailure, noteTried, noteUnderstood } from './court-checks.ts'
import { type Crew, noticeOf } from './fetch-politely.ts'
import type { HeldTurn } from './host-turn.ts'
import { onlyOne, storedCases } from './listed-rows.ts'
import { hostOf, type Manners, retryPause } from './manners.ts'
import { nextReading } from './next-reading.ts'
import type { Listed } from './next-task.ts'
import { collectedOrigin } from './page-reader.ts'
import { keptPage } from './pages/keep-page.ts'
import { noteReader, rereadBefore, rereadInstead } from './pages/reread-card.ts'
import type { Site } from './sites.ts'

/**
 * A card is read, and the file of its decision where the text lies apart; then the case enters by the one door. The pages
 * are kept first, so that a worker killed at any point repeats a request and loses nothing.
 */
type CardReading = Extract<PageReading, { kind: 'card' }>

export async function askCard(crew: Crew, held: HeldTurn, site: Site, listed: Listed, signal: AbortSignal) {
  const visited = await askPage(crew, held, callOf(site, listed, listed.url), signal)
  if (visited.outcome !== 'read') return putOffFor(crew, site, listed, visited)
  const { reading, hash } = visited
  switch (reading.kind) {
    case 'card':
      return takeCard(crew, site, listed, reading, hash)
    // The address leads nowhere, or to the place where one begins to search.
    case 'moved':
    case 'nothing_found':
    case 'search_form':
    case 'server_choice':
    case 'wrong_parameter':
      return setListed(crew.db, listed, { task: 'find', way: 0, due_at: sql`now()`, attempts: 0 })
    default:
      return puzzled(crew, site, listed, 'card', noticeOf(reading) ?? reading.kind)
  }
}

async function takeCard(crew: Crew, site: Site, held: Listed, reading: CardReading, hash: Buffer): Promise<void> {
  const { db } = crew
  const source_key = await rereadBefore(db, held, {
    read: page => crew.read({ ...page, layout: site.layout }),
    text: async () => (held.text_hash === null ? undefined : keptText(crew, held.text_hash)),
  })
  const listed = { ...held, source_key }
  if (reading.case === null) {
    const why = reading.notes.map(({ code, value }) => `${code}: ${value}`).join('; ')
    await noteUnderstood(db, site, reading.notes)
    return setListed(db, listed, { due_at: null, last_error: why, card_hash: hash, card_at: sql`now()` })
  }
  const text_url = textAddress(reading, site)
  if (text_url === undefined) return take(crew, site, listed, { reading, hash })
  // The file is fetched once: another text gets another address, or comes in sight when the card is read anew.
  if (text_url === listed.text_url && listed.text_hash !== null) {
    const text = await keptText(crew, listed.text_hash)
    if (text !== undefined) return take(crew, site, listed, { reading, hash, text })
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

/** Only where it lies on the site of the card itself, and the card does not print the text. */
const textAddress = ({ case: told }: CardReading, site: Site): string | undefined => {
  if (told?.text?.trim()) return undefined
  const url = told?.text_url
  return url !== undefined && URL.canParse(url) && hostOf(url) === site.host ? url : undefined
}

/** After so many failures the case comes in without its text; the next reading of the card tries again. */
const textAttempts = 3

export async function askText(crew: Crew, held: HeldTurn, site: Site, listed: Listed, signal: AbortSignal) {
  const { db } = crew
  const page = listed.card_hash === null ? undefined : await keptPage(db, listed.card_hash)
  const reading = page && (await crew.read({ ...page, layout: site.layout }))
  if (listed.text_url === null || listed.card_hash === null || reading?.kind !== 'card') {
    // The card is not what it was when the text was asked for: it is read from the beginning.
    await setListed(db, listed, { task: 'card', text_url: null })
    return askCard(crew, held, site, { ...listed, text_url: null, text_hash: null }, signal)
  }
  const card = { reading, hash: listed.card_hash }
  const visited = await askPage(crew, held, callOf(site, listed, listed.text_url), signal)
  if (visited.outcome === 'stopped') return
  if (visited.outcome !== 'read')
    return visited.outcome === 'failed' && listed.attempts + 1 >= textAttempts
      ? take(crew, site, { ...listed, text_url: null }, card)
      : putOffFor(crew, site, listed, visited)
  if (visited.reading.kind === 'text')
    return take(crew, site, listed, { ...card, text: visited.reading.text, text_hash: visited.hash })
  if (visited.reading.kind !== 'moved')
    await noteUnderstood(db, site, [
      { code: codeOf(visited.reading), where: 'text', value: noticeOf(visited.reading) ?? visited.reading.kind },
    ])
  return take(crew, site, listed, card)
}

/** A scan says nothing of how the site is built. */
const codeOf = ({ notes }: PageReading): 'unreadable_file' | 'unknown_page' =>
  notes.some(({ code }) => code === 'unreadable_file') ? 'unreadable_file' : 'unknown_page'

const keptText = async (crew: Crew, hash: Buffer): Promise<string | undefined> => {
  const page = await keptPage(crew.db, hash)
  const reading = page && (await crew.read(page))
  return reading?.kind === 'text' ? reading.text : undefined
}

type Read = { reading: CardReading; hash: Buffer; text?: string; text_hash?: Buffer }

async function take(crew: Crew, site: Site, listed: Listed, { reading, hash, text, text_hash }: Read): Promise<void> {
  const { db } = crew
  const source_key = await keyOf(crew, site, listed, reading)
  const given = caseRecord.safeParse({
    ...reading.case,
    source_key,
    url: listed.url,
    ...(text?.trim() ? { text } : {}),
  })
  if (!given.success) return puzzled(crew, site, listed, 'case', given.error.issues.map(issueOf).join('; '))
  const isReread = await rereadInstead(db, given.data)
  const [result] = await ingest(db, [given.data], { origin: collectedOrigin })
  if (result === undefined) throw new Error('ingest answered nothing')
  const due = nextReading(given.data, new Date())
  await db.transaction().execute(async trx => {
    await noteUnderstood(trx, site, reading.notes)
    await noteTried(trx, site, { layout: reading.layout ?? undefined })
    await noteReader(trx, [source_key])
    if (isReread || result.outcome !== 'same') await markRevision(trx, result.case_id, hash)
    await setListed(trx, listed, {
      ...read,
      source_key,
      case_id: result.case_id,
      // Lists of Moscow do not say it.
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
/** Where the row told no day, the card does: a case that came by another way is known by it only now. */
async function keyOf({ db }: Crew, site: Site, listed: Listed, { case: told }: CardReading): Promise<string> {
  const { entry_date, case_number } = told ?? {}
  if (listed.case_id !== null || listed.entry_date !== null || !entry_date || case_number === undefined)
    return listed.source_key
  const stored = await storedCases(db, site, listed, [case_number])
  return onlyOne(stored.filter(one => one.entry_date === entry_date))?.source_key ?? listed.source_key
}

const read = { task: 'card', way: 0, urgency: 3, attempts: 0, last_error: null, missing_since: null }
const issueOf = ({ path, message }: { path: PropertyKey[]; message: string }): string => `${path.join('.')}: ${message}`

/** The newest revision says from which page it was read. */
const markRevision = (trx: Transaction<DB>, caseId: number, hash: Buffer) =>
  sql`
    update case_revision set page_hash = ${hash} where case_id = ${caseId} and page_hash is null
      and number = (select max(number) from case_revision where case_id = ${caseId})`.execute(trx)

const callOf = (site: Site, { urgency }: Listed, url: string) => ({ site, url, urgent: urgency === 0 })

async function puzzled(crew: Crew, site: Site, listed: Listed, where: string, value: string): Promise<void> {
  await noteUnderstood(crew.db, site, [{ code: 'unknown_page', where, value }])
  await putOff(crew.db, listed, value, crew.rules)
}

export async function putOffFor(
  { db, rules }: Crew,
  site: Site,
  listed: Listed,
  visited: Exclude<Guarded, { outcome: 'read' }>,
): Promise<void> {
  switch (visited.outcome) {
    case 'stopped':
      return
    case 'captcha':
      return setListed(db, listed, { due_at: sql`'infinity'` })
    case 'blocked':
      await setListed(db, listed, { last_error: visited.reason, due_at: inMilliseconds(rules.silence) })
      break
    case 'failed':
      await putOff(db, listed, visited.reason, rules)
  }
  await noteFailure(db, site, visited.reason, { search: false })
}

/** So many failures in a row end it, until its row on a list changes or a person asks. */
const mostAttempts = 15

/** A person who waited is told of the failure; what follows is nobody's hurry. */
export const putOff = (db: Kysely<DB>, listed: Listed, reason: string, rules: Manners): Promise<void> =>
  setListed(db, listed, {
    attempts: listed.attempts + 1,
    last_error: reason,
    urgency: Math.max(listed.urgency, 2),
    due_at: listed.attempts + 1 >= mostAttempts ? null : inMilliseconds(retryPause(rules, listed.attempts + 1)),
  })

export const inMilliseconds = (milliseconds: number) => sql`now() + interval '1 millisecond' * ${milliseconds}::float8`

export async function setListed(db: Kysely<DB>, { id }: Pick<Listed, 'id'>, values: object): Promise<void> {
  await db.updateTable('listed_case').set(values).where('id', '=', id).execute()
}
