import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { type CommandOutput, progressLine } from '../../db/progress-line.ts'
import type { DB } from '../../db/schema.ts'
import { importFiles, nameOf, type Summary } from './import-file.ts'

type ImportCommandOptions = {
  strict?: boolean
  rejectedPath?: string | undefined
  url?: string
  stdin?: Readable
  stdout?: CommandOutput
  stderr?: CommandOutput
}

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
  const progress = progressLine(stderr)
  const summary = await importFiles(db, files, {
    rejectedPath,
    url,
    onProgress: told =>
      progress.show(passed => `Обработано ${counted(total(told), rowForms)}, ${perSecond(told, passed)}`),
    ...(stdin === undefined ? {} : { stdin }),
  })
  progress.end()
  for (const line of summaryLines(summary, files, progress.passed())) stdout.write(`${line}\n`)
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
