import { CommanderError } from 'commander'
import { databaseTrouble, troubleSentences } from '../db/database-trouble.ts'
import { Refusal } from '../db/refusal.ts'
import { complaint } from './russian-commander.ts'

/** Explains why a command failed and sets its exit code. Stacks are printed only with SUDMONITOR_DEBUG=1. */
export function explainFailure(error: unknown): void {
  process.exitCode = 1
  if (error instanceof CommanderError) {
    const sentence = complaint(error)
    if (sentence !== undefined) console.error(sentence)
    process.exitCode = error.exitCode
  } else if (process.env.SUDMONITOR_DEBUG) console.error(error)
  else if (error instanceof Refusal) console.error(error.message)
  else if (databaseTrouble(error) === 'away')
    console.error('База данных не отвечает. То, что уже записано, сохранено: повторите команду, когда база заработает.')
  else if (databaseTrouble(error) === 'texts') console.error(troubleSentences.texts)
  else if (databaseTrouble(error) === 'full')
    console.error('На диске нет места. То, что уже записано, сохранено: освободите место и повторите команду.')
  else
    console.error(
      `Сбой: ${error instanceof Error ? error.message : error}\nЧтобы увидеть, где он случился, повторите с SUDMONITOR_DEBUG=1.`,
    )
}
