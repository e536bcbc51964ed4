import { text } from 'node:stream/consumers'
import { type Kysely, type Selectable, sql } from 'kysely'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { fileIsGone } from '../http/errors.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { sendJob } from '../jobs/send-job.ts'
import { escapeHtml, type Sent, type Telegram } from '../messenger/telegram.ts'
import { isChatMuted, recordSendResult } from '../messenger/telegram-chats.ts'
import { ObjectStoreFailure } from '../outgoing/object-store.ts'
import { aboutCsv } from './about-export.ts'
import { cutIntoPieces, type FilePart } from './cut-pieces.ts'
import { aboutLines, chatIdOf, exportOwner, mayReceive, rightsChanged } from './request.ts'
import { readFile, storedFile } from './stored-file.ts'

/**
 * Sends a written export to a chat. After a permanent refusal the file stays on the page of exports, with the reason;
 * temporary failures are retried. A process that dies after sending a piece and before recording it sends it twice.
 */
type Row = Selectable<DB['export_request']>

/** The Bot API accepts requests of 50 MB, including the multipart framing. */
const largestDocument = 49_000_000
const inChat = 'Файл можно скачать здесь.'
const unknownChat = `Бот не знает такого чата: сначала напишите ему /start. ${inChat}`
const refusals = {
  noBot: `Бот не настроен. ${inChat}`,
  silent: `В этом чате боту сказали /stop. Напишите ему /start и закажите выгрузку ещё раз. ${inChat}`,
  blocked: `Бот заблокирован в этом чате. Разблокируйте его и закажите выгрузку ещё раз. ${inChat}`,
  noChat: unknownChat,
  chat_not_found: unknownChat,
  tooLarge: `Книга Excel больше 50 МБ: Telegram таких не принимает. ${inChat}`,
  failed: `Telegram не принял файл. ${inChat}`,
  gone: fileIsGone,
  noStore: `Хранилище файлов не отвечало. ${inChat}`,
  changed: rightsChanged,
} as const

export const sendExport: JobHandler<'send-export'> = async (context, data, signal, attempt) => {
  try {
    await sendFile(context, data, signal, attempt)
  } catch (error) {
    if (!(error instanceof ObjectStoreFailure)) throw error
    if (error.kind !== 'lost' && !attempt.isLast) throw error
    await finish(context.db, data.id, refusals[error.kind === 'lost' ? 'gone' : 'noStore'])
  }
}

const sendFile: JobHandler<'send-export'> = async (
  { db, telegram, dataDir, exportStore: store },
  { id },
  signal,
  { isLast },
) => {
  const row = await rowToSend(db, id)
  // Deleted, or sent already.
  if (row === undefined) return
  const chatId = chatIdOf(row.telegram ?? '')
  const why = await refusalOf(db, row, telegram, chatId)
  if (why !== undefined || telegram === undefined || chatId === undefined)
    return finish(db, id, refusals[why ?? 'noChat'])
  const file = await storedFile(db, id)
  // The export has a file, but a node may not have moved it to the database yet (former-files.ts).
  if (file === undefined && row.bytes !== null && !isLast) throw new Error(`Файла выгрузки ${id} ещё нет в базе`)
  if (file === undefined) return finish(db, id, refusals.gone)
  let failure: unknown
  // Kept, since the result of sending would not tell why reading failed.
  const read = async function* () {
    try {
      yield* readFile(db, file, { store, signal })
    } catch (error) {
      failure = error
      throw error
    }
  }
  const pieces = await piecesFor(row, { size: file.size, read }, { dataDir, signal })
  if (typeof pieces === 'string') return finish(db, id, refusals[pieces])
  const sent = await sendPieces(db, row, { telegram, chatId, pieces, signal }).finally(() =>
    Promise.all(pieces.map(({ close }) => close?.())),
  )
  // A failed store is retried, or reported, by `sendExport`.
  if (failure instanceof ObjectStoreFailure || (failure !== undefined && !isLast)) throw failure
  if (sent === undefined) return
  if (!sent.ok && sent.why === 'too_many_requests') {
    await sendJob(db, 'send-export', { id }, { after: new Date(Date.now() + sent.retryAfter * 1000) })
    return
  }
  if (!sent.ok && sent.why === 'failed' && !isLast) throw new Error(`Выгрузка ${id} не отправлена: ${sent.said}`)
  await finish(db, id, sent.ok ? undefined : refusals[sent.why])
}

const rowToSend = (db: Kysely<DB>, id: number): Promise<Row | undefined> =>
  db.selectFrom('export_request').where('id', '=', id).where('status', '=', 'sending').selectAll().executeTakeFirst()

type Unsendable = 'noBot' | 'noChat' | 'silent' | 'changed'
async function refusalOf(
  db: Kysely<DB>,
  row: Row,
  telegram: Telegram | undefined,
  chatId: number | undefined,
): Promise<Unsendable | undefined> {
  if (telegram === undefined) return 'noBot'
  if (chatId === undefined) return 'noChat'
  const account = await exportOwner(db, row.account_id)
  if (account === undefined || !mayReceive(row, account)) return 'changed'
  return (await isChatMuted(db, chatId)) ? 'silent' : undefined
}

/** A file that is small enough is sent as it is. */
async function piecesFor(
  row: Row,
  { size, read }: { size: number; read: () => AsyncIterable<Buffer> },
  { dataDir, signal }: { dataDir: string; signal: AbortSignal },
): Promise<readonly FilePart[] | 'tooLarge'> {
  const name = row.file_name ?? `Дела.${row.format}`
  if (size <= largestDocument) return [{ name, read }]
  const beside = { path: 'О выгрузке.csv', body: await text(aboutCsv(aboutLines(row.about))) }
  const how = { folder: dataDir, name, format: row.format, beside }
  return (await cutIntoPieces(read(), how, { limit: largestDocument, signal })) ?? 'tooLarge'
}

type Sending = { telegram: Telegram; chatId: number; pieces: readonly FilePart[]; signal: AbortSignal }

type Outcome = Sent | { ok: false; why: Unsendable }

/** Rights are checked again before each piece, since sending takes minutes. Undefined: the export was deleted or forgotten meanwhile. */
export async function sendPieces(
  db: Kysely<DB>,
  { id }: { id: number },
  { telegram, chatId, pieces, signal }: Sending,
): Promise<Outcome | undefined> {
  for (const [index, { read, name }] of pieces.entries()) {
    signal.throwIfAborted()
    const row = await rowToSend(db, id)
    if (row === undefined) return undefined
    if (index < row.parts_sent) continue
    const why = await refusalOf(db, row, telegram, chatId)
    if (why !== undefined) return { ok: false, why }
    const sent = await telegram.sendDocument(chatId, read(), name, index === 0 ? captionOf(row) : undefined)
    await recordSendResult(db, chatId, sent)
    if (!sent.ok) return sent
    const ticked = await db
      .updateTable('export_request')
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .set({ parts_sent: index + 1 })
      .returning('id')
      .executeTakeFirst()
    if (ticked === undefined) return undefined
  }
  return { ok: true }
}

/** Telegram allows 1,024 characters. */
const longestCaption = 1_000
const leftOutOfCaption = ['Выгрузка', 'Дел в файле', 'Столбцы', 'Оговорка']

function captionOf(row: Row): string {
  const said = aboutLines(row.about)
    .filter(([label]) => !leftOutOfCaption.includes(label))
    .map(([label, value]) => (label === '' ? value : `${label}: ${value}`))
    .join('\n')
  const fitting = said.length > longestCaption ? `${said.slice(0, longestCaption).toWellFormed()}…` : said
  return `<b>${counted(row.count ?? 0, caseForms)}</b>\n${escapeHtml(fitting)}`
}

async function finish(db: Kysely<DB>, id: number, error?: string): Promise<void> {
  await db
    .updateTable('export_request')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .set(error === undefined ? { status: 'sent', sent_at: sql<Date>`now()` } : { status: 'ready', error })
    .execute()
}
