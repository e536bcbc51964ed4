import type { Kysely } from 'kysely'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { type CommandOutput, progressLine } from '../progress-line.ts'
import type { DB } from '../schema.ts'
import { readBackup } from './read-backup.ts'
import { restore } from './restore.ts'
import { type BackupOptions, writeBackup } from './write-backup.ts'

type Outputs = { stdout?: CommandOutput; stderr?: CommandOutput }

export async function backupCommand(
  url: string,
  file: string,
  options: Pick<BackupOptions, 'withPages' | 'product' | 'signal'>,
  { stdout = process.stdout, stderr = process.stderr }: Outputs = {},
): Promise<void> {
  const shown = progressOn(stderr, 'Записано')
  const { rows, tables, size, sha256 } = await writeBackup(url, file, { ...options, onProgress: shown.show })
  shown.end()
  const megabytes = showNumber(Math.max(1, Math.round(size / 1e6)))
  stdout.write(
    `Копия готова: ${file}. В ней ${counted(rows, rowForms)} из ${counted(tables, tableForms)}, ${megabytes}\u00a0МБ до сжатия, ${shown.took()}.\n`,
  )
  stdout.write(`SHA-256 содержимого: ${sha256}\n`)
  stdout.write('Внутри имена людей и хеши паролей: храните копию так же бережно, как саму базу.\n')
}

export async function restoreCommand(
  db: Kysely<DB>,
  file: string,
  { stdout = process.stdout, stderr = process.stderr }: Outputs = {},
): Promise<void> {
  const shown = progressOn(stderr, 'Восстановлено')
  const { rows } = await restore(db, file, {
    onProgress: shown.show,
    onBuilding: () => {
      shown.end()
      stderr.write('Строки на месте, строятся индексы.\n')
    },
  })
  shown.end()
  stdout.write(`База восстановлена: ${counted(rows, rowForms)}, ${shown.took()}.\n`)
}

/** Reads a file to its end. @throws Refusal when it is cut or changed */
export async function checkCommand(
  file: string,
  { stdout = process.stdout, stderr = process.stderr }: Outputs = {},
): Promise<void> {
  const shown = progressOn(stderr, 'Проверено')
  let done = 0
  let all = 0
  let about = ''
  for await (const part of readBackup(file))
    if ('header' in part) {
      all = part.header.rows
      const cases = part.header.tables.find(({ table }) => table === 'court_case')?.rows ?? 0
      about = `сделана ${part.header.made_at}, схема ${part.header.schema}, ${counted(cases, caseForms)}`
    } else if ('rows' in part) {
      done += part.rows.length
      shown.show(done, all)
    }
  shown.end()
  stdout.write(`Копия цела: ${about}, ${counted(done, rowForms)}.\n`)
}

const rowForms = ['строка', 'строки', 'строк'] as const
const tableForms = ['таблицы', 'таблиц', 'таблиц'] as const

export function progressOn(stderr: CommandOutput, verb: string) {
  const line = progressLine(stderr)
  return {
    show: (done: number, all: number): void =>
      line.show(
        passed =>
          `${verb} ${showNumber(done)} из ${showNumber(all)}, ${showNumber(Math.round((done / passed) * 1000))} в секунду`,
      ),
    end: line.end,
    took: (): string => `${showNumber(Math.max(1, Math.round(line.passed() / 100)) / 10)}\u00a0с`,
  }
}
