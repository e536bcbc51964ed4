import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from './refusal.ts'

/**
 * Two that met over the same rows: PostgreSQL asks one of them to begin again. `work` is a whole transaction; it may run
 * several times. @throws whatever else goes wrong, and the meeting itself when it does not end
 */
export async function takingTurns<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!beginAgain.has(errorCode(error) ?? '') || attempt === attempts) throw error
      await pause(Math.random() * 50 * attempt)
    }
  }
}
/** serialization_failure and deadlock_detected */
const beginAgain = new Set(['40001', '40P01'])
const attempts = 8
