import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { sendJob } from '../jobs/send-job.ts'
import { escapeHtml, type Sent, type Telegram } from '../messenger/telegram.ts'
import { isChatMuted, recordSendResult } from '../messenger/telegram-chats.ts'
import { aboutCsv } from './about-export.ts'
import { aboutLines, askerOf, chatIdOf, mayGet, rightsChanged } from './request.ts'
import { exportPath, piecesOf } from './request-files.ts'
import { zipped } from './zip.ts'

/**
 * A written export on its way to a chat. What the chat refuses for good is said beside the file, which stays where it can
 * be got; what may pass is tried again. A process that dies between a piece and its tick sends that piece twice.
 */
type Row = Selectable<DB['export_request']>

/** What the Bot API takes is 50 MB with everything around it. */
const largestDocument = 49_000_000
const inChat = 'Файл можно скачать здесь.'
const refusals = {
  noBot: `Бот не настроен. ${inChat}`,
  silent: `В этом чате боту сказали /stop. Напишите ему /start и закажите выгрузку ещё раз. ${inChat}`,
  blocked: `Бот заблокирован в этом чате. Разблокируйте его и закажите выгрузку ещё раз. ${inChat}`,
  chat_not_found: `Бот не знает такого чата: сначала напишите ему /start. ${inChat}`,
  tooLarge: `Книга Excel больше 50 МБ: Telegram таких не принимает. ${inChat}`,
  failed: `Telegram не принял файл. ${inChat}`,
  changed: rightsChanged,
} as const

export const sendExport: JobHandler<'send-export'> = async ({ db, telegram, dataDir }, { id }, signal, { isLast }) => {
  const row = await db
    .selectFrom('export_request')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .selectAll()
    .executeTakeFirst()
  // Deleted, or sent already.
  if (row === undefined) return
  const chatId = chatIdOf(row.telegram ?? '')
  const why = await refusalOf(db, row, telegram, chatId)
  if (why !== undefined || telegram === undefined || chatId === undefined)
    return finish(db, id, refusals[why ?? 'chat_not_found'])
  const pieces = await piecesFor(row, dataDir, signal)
  if (pieces === undefined) return finish(db, id, refusals.tooLarge)
  const sent = await sendPieces(db, row, { telegram, chatId, pieces, signal })
  if (!sent.ok && sent.why === 'too_many_requests') {
    await sendJob(db, 'send-export', { id }, { after: new Date(Date.now() + sent.retryAfter * 1000) })
    return
  }
  if (!sent.ok && sent.why === 'failed' && !isLast) throw new Error(`Выгрузка ${id} не отправлена: ${sent.said}`)
  await rm(piecesOf(dataDir, id), { recursive: true, force: true })
  await finish(db, id, sent.ok ? undefined : refusals[sent.why])
}

async function refusalOf(
  db: Kysely<DB>,
  row: Row,
  telegram: Telegram | undefined,
  chatId: number | undefined,
): Promise<keyof typeof refusals | undefined> {
  if (telegram === undefined) return 'noBot'
  if (chatId === undefined) return 'chat_not_found'
  const account = await askerOf(db, row.account_id)
  if (account === undefined || !mayGet(row, account)) return 'changed'
  return (await isChatMuted(db, chatId)) ? 'silent' : undefined
}

/** The file itself where it is small enough. */
async function piecesFor(row: Row, dataDir: string, signal: AbortSignal): Promise<readonly FilePart[] | undefined> {
  const path = exportPath(dataDir, row.id)
  const name = row.file_name ?? `Дела.${row.format}`
  if ((row.bytes ?? 0) <= largestDocument) return [{ path, name }]
  const beside = { path: 'О выгрузке.csv', body: await text(aboutCsv(aboutLines(row.about))) }
  const how = { folder: piecesOf(dataDir, row.id), name, format: row.format, beside }
  return cutIntoPieces(path, how, { limit: largestDocument, signal })
}

type Sending = { telegram: Telegram; chatId: number; pieces: readonly FilePart[]; signal: AbortSignal }

async function sendPieces(db: Kysely<DB>, row: Row, { telegram, chatId, pieces, signal }: Sending): Promise<Sent> {
  for (const [index, { path, name }] of pieces.entries()) {
    if (index < row.parts_sent) continue
    signal.throwIfAborted()
    const sent = await telegram.sendDocument(chatId, path, name, index === 0 ? captionOf(row) : undefined)
    await recordSendResult(db, chatId, sent)
    if (!sent.ok) return sent
    await db
      .updateTable('export_request')
      .where('id', '=', row.id)
      .set({ parts_sent: index + 1 })
      .execute()
  }
  return { ok: true }
}

/** Telegram shows 1,024 letters under a file. */
const longestCaption = 1_000
const unsaid = ['Выгрузка', 'Дел в файле', 'Столбцы', 'Оговорка']

function captionOf(row: Row): string {
  const said = aboutLines(row.about)
    .filter(([label]) => !unsaid.includes(label))
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

/** Zips, each of them a whole table with its own head, cut between rows. A workbook cannot be cut. */
type Pieces = { folder: string; name: string; format: ExportFormat; beside: { path: string; body: string } }
type FilePart = { path: string; name: string }

/** What a packer holds back of what it was given: a piece may be longer by so much. */
const slack = 4_000_000
const chunk = 256 * 1024
const [lineFeed, quote] = [0x0a, 0x22]

/** Pieces in order, begun anew every time; undefined when the format cannot be cut. */
export async function cutIntoPieces(
  file: string,
  { folder, name, format, beside }: Pieces,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<FilePart[] | undefined> {
  if (format === 'xlsx') return undefined
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const full = Math.max(limit - slack, limit / 2)
  let head: Buffer | undefined
  let piece: OpenPiece | undefined
  let number = 0
  let isQuoted = false
  let rest: Buffer = Buffer.alloc(0)
  const quoted = format === 'csv'
  const put = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0) return
    if (piece === undefined) {
      number += 1
      piece = openPiece(join(folder, String(number).padStart(4, '0')), name, beside)
      if (number > 1 && head !== undefined) await piece.write(head)
    }
    await piece.write(bytes)
  }
  for await (const data of createReadStream(file, { highWaterMark: chunk, signal })) {
    const bytes: Buffer = rest.length === 0 ? data : Buffer.concat([rest, data])
    // Rows end at line feeds outside quotes; what is behind the last of them waits for the next chunk.
    let end = 0
    for (let at = rest.length; at < bytes.length; at++) {
      if (quoted && bytes[at] === quote) isQuoted = !isQuoted
      else if (bytes[at] === lineFeed && !isQuoted) {
        if (quoted && head === undefined) head = Buffer.from(bytes.subarray(0, at + 1))
        end = at + 1
      }
    }
    await put(bytes.subarray(0, end))
    rest = Buffer.from(bytes.subarray(end))
    if (piece !== undefined && (await piece.size()) >= full) {
      await piece.close()
      piece = undefined
    }
  }
  await put(rest)
  await piece?.close()
  const paths = (await readdir(folder)).toSorted()
  return paths.map((path, index) => ({
    path: join(folder, path),
    name: paths.length === 1 ? `${name}.zip` : `${name}.часть-${index + 1}-из-${paths.length}.zip`,
  }))
}

type OpenPiece = { write: (bytes: Buffer) => Promise<void>; size: () => Promise<number>; close: () => Promise<void> }

function openPiece(path: string, name: string, beside: Pieces['beside']): OpenPiece {
  const body = new PassThrough({ highWaterMark: chunk })
  const out = createWriteStream(path, { mode: 0o600 })
  const packed = pipeline(zipped([beside, { path: name, body }]), out)
  // Told at the next step.
  packed.catch(() => undefined)
  return {
    write: async bytes => {
      if (!body.write(bytes)) await Promise.race([new Promise(resolve => body.once('drain', resolve)), packed])
    },
    size: async () => (await stat(path).catch(() => ({ size: 0 }))).size,
    close: async () => {
      body.end()
      await packed
    },
  }
}
