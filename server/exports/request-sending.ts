import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { namelessFile } from '../http/downloads.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { sendJob } from '../jobs/send-job.ts'
import { escapeHtml, type Sent, type Telegram } from '../messenger/telegram.ts'
import { isChatMuted, recordSendResult } from '../messenger/telegram-chats.ts'
import { aboutCsv } from './about-export.ts'
import { aboutLines, askerOf, chatIdOf, mayGet, rightsChanged } from './request.ts'
import { readFile, storedFile } from './stored-file.ts'
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
  gone: 'Файла уже нет: закажите выгрузку заново.',
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
  const pieces = await piecesFor(db, row, { dataDir, signal })
  if (typeof pieces === 'string') return finish(db, id, refusals[pieces])
  const sent = await sendPieces(db, row, { telegram, chatId, pieces, signal }).finally(() =>
    Promise.all(pieces.map(({ close }) => close?.())),
  )
  if (!sent.ok && sent.why === 'too_many_requests') {
    await sendJob(db, 'send-export', { id }, { after: new Date(Date.now() + sent.retryAfter * 1000) })
    return
  }
  if (!sent.ok && sent.why === 'failed' && !isLast) throw new Error(`Выгрузка ${id} не отправлена: ${sent.said}`)
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
async function piecesFor(
  db: Kysely<DB>,
  row: Row,
  { dataDir, signal }: { dataDir: string; signal: AbortSignal },
): Promise<readonly FilePart[] | 'gone' | 'tooLarge'> {
  const file = await storedFile(db, row.id)
  if (file === undefined) return 'gone'
  const name = row.file_name ?? `Дела.${row.format}`
  if (file.size <= largestDocument) return [{ name, read: () => readFile(db, file) }]
  const beside = { path: 'О выгрузке.csv', body: await text(aboutCsv(aboutLines(row.about))) }
  const how = { folder: dataDir, name, format: row.format, beside }
  return (await cutIntoPieces(readFile(db, file), how, { limit: largestDocument, signal })) ?? 'tooLarge'
}

type Sending = { telegram: Telegram; chatId: number; pieces: readonly FilePart[]; signal: AbortSignal }

async function sendPieces(db: Kysely<DB>, row: Row, { telegram, chatId, pieces, signal }: Sending): Promise<Sent> {
  for (const [index, { read, name }] of pieces.entries()) {
    if (index < row.parts_sent) continue
    signal.throwIfAborted()
    const sent = await telegram.sendDocument(chatId, read(), name, index === 0 ? captionOf(row) : undefined)
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
type FilePart = { name: string; read: () => AsyncIterable<Uint8Array>; close?: () => Promise<void> }

/** What a packer holds back of what it was given: a piece may be longer by so much. */
const slack = 4_000_000
const chunk = 256 * 1024
const [lineFeed, quote] = [0x0a, 0x22]

/** Pieces in order, in nameless files of `folder` that are gone when they are closed; undefined when the format cannot be cut. */
export async function cutIntoPieces(
  file: AsyncIterable<Buffer>,
  { folder, name, format, beside }: Pieces,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<FilePart[] | undefined> {
  if (format === 'xlsx') return undefined
  const full = Math.max(limit - slack, limit / 2)
  const pieces: OpenPiece[] = []
  let head: Buffer | undefined
  let piece: OpenPiece | undefined
  let isQuoted = false
  let rest: Buffer = Buffer.alloc(0)
  const quoted = format === 'csv'
  const put = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0) return
    if (piece === undefined) {
      piece = await openPiece(folder, name, beside)
      pieces.push(piece)
      if (pieces.length > 1 && head !== undefined) await piece.write(head)
    }
    await piece.write(bytes)
  }
  try {
    for await (const data of file) {
      signal.throwIfAborted()
      for (let from = 0; from < data.length; from += chunk) {
        const next = data.subarray(from, from + chunk)
        const bytes: Buffer = rest.length === 0 ? next : Buffer.concat([rest, next])
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
          await piece.end()
          piece = undefined
        }
      }
    }
    await put(rest)
    await piece?.end()
  } catch (error) {
    await Promise.all(pieces.map(({ close }) => close()))
    throw error
  }
  return pieces.map(({ read, close }, index) => ({
    name: pieces.length === 1 ? `${name}.zip` : `${name}.часть-${index + 1}-из-${pieces.length}.zip`,
    read,
    close,
  }))
}

type OpenPiece = Required<Pick<FilePart, 'read' | 'close'>> & {
  write: (bytes: Buffer) => Promise<void>
  size: () => Promise<number>
  end: () => Promise<void>
}

async function openPiece(folder: string, name: string, beside: Pieces['beside']): Promise<OpenPiece> {
  const file = await namelessFile(folder)
  const body = new PassThrough({ highWaterMark: chunk })
  // Streams of the file itself would keep it open until they are destroyed.
  const packed = pipeline(zipped([beside, { path: name, body }]), async bytes => {
    for await (const some of bytes) await file.appendFile(some)
  })
  // Told at the next step.
  packed.catch(() => undefined)
  return {
    write: async bytes => {
      if (!body.write(bytes)) await Promise.race([new Promise(resolve => body.once('drain', resolve)), packed])
    },
    size: async () => (await file.stat()).size,
    end: async () => {
      body.end()
      await packed
    },
    read: () => bytesOf(file),
    close: async () => {
      body.destroy()
      await packed.catch(() => undefined)
      await file.close()
    },
  }
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunk), 0, chunk, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
