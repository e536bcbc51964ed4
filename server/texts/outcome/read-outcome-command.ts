import { readFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { errorCode, Refusal } from '../../db/refusal.ts'
import { formatOf } from '../../files/decision-file.ts'
import { decodeText } from '../../files/decode-text.ts'
import { readFileInThread } from '../../files/read-file-in-thread.ts'
import { whyUnreadable } from '../../files/unreadable-file.ts'
import { readDecisionText } from '../read-decision.ts'

/** `sudmonitor read-outcome FILE…`: a line of JSON for each file. Files that cannot be read are named, and the exit code is 1. */
export async function readOutcomeCommand(
  files: readonly string[],
  { stdout = process.stdout, stderr = process.stderr }: { stdout?: Writable; stderr?: Writable } = {},
): Promise<void> {
  for (const file of files) {
    try {
      const text = await wordsOf(file === '-' ? await buffer(process.stdin) : await readFile(file))
      stdout.write(`${JSON.stringify({ file, ...toldOf(text) })}\n`)
    } catch (error) {
      stderr.write(`${whyNot(file, error)}\n`)
      process.exitCode = 1
    }
  }
}

/** Plain text is read here, other formats in a thread. @throws Refusal */
async function wordsOf(bytes: Buffer): Promise<string> {
  if (bytes.length === 0 || formatOf(bytes) === 'plain') return decodeText(bytes)
  const read = await readFileInThread(bytes)
  if ('text' in read) return read.text
  throw new Refusal(whyUnreadable(read))
}

function toldOf(text: string) {
  const { outcome: read, facts } = readDecisionText(text)
  const { outcome, value, hidden, evidence, ...more } = read
  const { articles, counsel, plea, ...others } = facts
  return {
    outcome,
    value,
    hidden,
    evidence,
    ...more,
    articles: articles.map(({ article_number, part }) => `${article_number} ${part}`),
    counsel: counsel.map(({ name }) => name),
    plea: plea?.said ?? null,
    ...others,
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'такого файла нет',
  EISDIR: 'это папка, а не файл',
  EACCES: 'нет права читать его',
}
const whyNot = (file: string, error: unknown): string =>
  error instanceof Refusal
    ? `Не удалось прочитать «${file}». ${error.message}`
    : `Не удалось прочитать «${file}»: ${reasons[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))}.`
