import type { Readable, Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { DB } from '../../db/schema.ts'
import { importFiles, nameOf, type Summary } from './import-file.ts'

type ImportCommandOptions = {
  strict?: boolean
  rejectedPath?: string | undefined
  url?: string
  stdin?: Readable
  stdout?: Writable
  stderr?: Writable & { isTTY?: boolean }
}

const redrawEvery = 200
const logEvery = 5_000

export async function importCommand(
  db: Kysely<DB>,
  files: readonly string[],
  {
    strict = false,
    rejectedPath,
    url,
    stdin,
    stdout = process.stdout,
    stderr = process.stderr,
  }: ImportCommandOptions = {},
): Promise<Summary> {
  const started = performance.now()
  let shown = started
  const progress = (summary: Readonly<Summary>): void => {
    const now = performance.now()
    if (now - shown < (stderr.isTTY ? redrawEvery : logEvery)) return
    shown = now
    const line = `Обработано ${counted(total(summary), rowForms)}, ${perSecond(summary, now - started)}`
    stderr.write(stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
  }
  const summary = await importFiles(db, files, {
    rejectedPath,
    url,
    onProgress: progress,
    ...(stdin === undefined ? {} : { stdin }),
  })
  if (stderr.isTTY) stderr.write('\r\u001b[K')
  for (const line of summaryLines(summary, files, performance.now() - started)) stdout.write(`${line}\n`)
  if (strict && summary.rejected > 0) process.exitCode = 1
  return summary
}

const rowForms = ['строка', 'строки', 'строк'] as const
const total = (summary: Readonly<Summary>): number => summary.new + summary.changed + summary.same + summary.rejected
const perSecond = (summary: Readonly<Summary>, milliseconds: number): string =>
  `${showNumber(Math.round((total(summary) / Math.max(milliseconds, 1)) * 1000))} в секунду`

function summaryLines(summary: Readonly<Summary>, files: readonly string[], milliseconds: number): string[] {
  if (total(summary) === 0) return [`Загружать нечего: ${files.map(nameOf).join(', ')} — пусто.`, counts(summary)]
  const seconds = showNumber(Math.max(Math.round(milliseconds / 100), 1) / 10)
  return [
    `Прочитано: ${counted(total(summary), rowForms)} за ${seconds}\u00a0с (${perSecond(summary, milliseconds)}).`,
    counts(summary),
    ...(summary.rejectedPath === undefined
      ? []
      : [`Отвергнутые строки с номерами и причинами: ${summary.rejectedPath}`]),
  ]
}

const counts = (summary: Readonly<Summary>): string =>
  [
    `Новых: ${counted(summary.new, caseForms)}`,
    `изменённых: ${showNumber(summary.changed)}`,
    `без изменений: ${showNumber(summary.same)}`,
    `отвергнуто: ${counted(summary.rejected, rowForms)}.`,
  ].join(', ')
