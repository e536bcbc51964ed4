import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import { Refusal } from '../refusal.ts'
import {
  type BackupHeader,
  backupFormat,
  backupFormatVersion,
  backupHeader,
  backupTrailer,
  type TableSection,
  tableSection,
} from './backup-format.ts'
import { readCompressed } from './compressed-file.ts'

/** Reads a backup in constant memory. The last part arrives only when the file is whole and unchanged. */
type Cells = readonly (string | null)[]
type BackupPart = { header: BackupHeader } | { section: TableSection } | { rows: readonly Cells[] }

const batchSize = 1 << 20

/** @throws Refusal when the file is no such file, is of a newer form, was cut or was changed */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  let told: BackupHeader | undefined
  let width = 0
  let rows = 0
  let left = new Map<string, number>()
  let table: { name: string; left: number } | undefined
  let isOver = false
  const broken = (why: string): Refusal =>
    new Refusal(`Файл повреждён (${why}, строка ${rows} данных): ${file}. Сделайте копию заново.`)
  const readAs = <T>(form: ZodType<T>, text: string): T => {
    const read = form.safeParse(parsed(text))
    if (!read.success) throw broken('непонятная строка')
    return read.data
  }
  let batch: Cells[] = []
  let weight = 0
  for await (const block of wholeLines(readCompressed(file))) {
    let hashed = 0
    for (let from = 0; from < block.length; ) {
      const end = block.indexOf(newline, from)
      const text = block.toString('utf8', from, end)
      if (isOver) throw broken('есть лишнее после конца')
      if (told === undefined) {
        told = headerOf(text, file)
        left = new Map(told.tables.map(one => [one.table, one.rows]))
        yield { header: told }
      } else if (text.startsWith('[')) {
        if (table === undefined || table.left === 0) throw broken('лишняя строка')
        const cells = cellsOf(text)
        if (cells?.length !== width) throw broken('непонятная строка')
        table.left -= 1
        rows += 1
        batch.push(cells)
        weight += text.length
        if (weight >= batchSize) {
          yield { rows: batch }
          batch = []
          weight = 0
        }
      } else {
        if (batch.length > 0) yield { rows: batch }
        batch = []
        weight = 0
        if (table !== undefined && table.left > 0) throw broken(`недостаёт строк таблицы ${table.name}`)
        if (text.startsWith('{"end":')) {
          hash.update(block.subarray(hashed, from))
          hashed = block.length
          const { rows: promised, sha256 } = readAs(backupTrailer, text)
          if (left.size > 0) throw broken('недостаёт таблиц')
          if (promised !== rows || sha256 !== hash.digest('hex')) throw broken('не сходится контрольная сумма')
          isOver = true
        } else {
          const found = readAs(tableSection, text)
          const promised = left.get(found.table)
          if (promised === undefined) throw broken('лишняя таблица')
          left.delete(found.table)
          table = { name: found.table, left: promised }
          width = found.columns.length
          yield { section: found }
        }
      }
      from = end + 1
    }
    if (!isOver) hash.update(block.subarray(hashed))
  }
  if (told === undefined) throw notOurs(file)
  if (!isOver) throw new Refusal(`Файл обрывается: ${file}. Копия неполна, восстанавливать по ней нельзя.`)
}

const notOurs = (file: string): Refusal =>
  new Refusal(`Это не копия базы Судмонитора: ${file}. Файлы дел загружает команда import.`)

function headerOf(text: string, file: string): BackupHeader {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || !('form' in value) || value.form !== backupFormat)
    throw notOurs(file)
  if ('version' in value && typeof value.version === 'number' && value.version > backupFormatVersion)
    throw new Refusal(`Файл сделан более новым Судмонитором: ${file}. Обновите этот и повторите.`)
  const read = backupHeader.safeParse(value)
  if (!read.success) throw new Refusal(`Файл повреждён (непонятное начало): ${file}.`)
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checked by hand: there are millions. */
function cellsOf(text: string): Cells | undefined {
  const cells = parsed(text)
  if (!Array.isArray(cells)) return undefined
  for (const cell of cells) if (cell !== null && typeof cell !== 'string') return undefined
  return cells
}

const newline = 10
const lineLimit = 500_000_000

async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(newline)
    if (last >= 0) {
      yield pieces.length === 0 ? chunk.subarray(0, last + 1) : Buffer.concat([...pieces, chunk.subarray(0, last + 1)])
      pieces = []
      size = 0
    }
    const rest = last < 0 ? chunk : chunk.subarray(last + 1)
    size += rest.length
    if (size > lineLimit) throw new Refusal('Файл повреждён: в нём строка длиннее возможной.')
    if (rest.length > 0) pieces.push(rest)
  }
}
