import { readFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { errorCode } from '../../db/refusal.ts'
import { decodeText } from './decode-text.ts'
import { readOutcome } from './read-outcome.ts'

/** `sudmonitor read-outcome FILE…`: one line of JSON a file, in the order of the files. A file that cannot be read is named, and the exit code is 1. */
export async function readOutcomeCommand(
  files: readonly string[],
  { stdout = process.stdout, stderr = process.stderr }: { stdout?: Writable; stderr?: Writable } = {},
): Promise<void> {
  for (const file of files) {
    try {
      const text = decodeText(file === '-' ? await buffer(process.stdin) : await readFile(file))
      const { outcome, value, hidden, evidence } = readOutcome(text)
      stdout.write(`${JSON.stringify({ file, outcome, value, hidden, evidence })}\n`)
    } catch (error) {
      stderr.write(`${whyNot(file, error)}\n`)
      process.exitCode = 1
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'такого файла нет',
  EISDIR: 'это папка, а не файл',
  EACCES: 'нет права читать его',
}
const whyNot = (file: string, error: unknown): string =>
  `Не удалось прочитать «${file}»: ${reasons[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))}.`
