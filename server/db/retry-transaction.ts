import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from './refusal.ts'

/** Retries a transaction after a serialization failure or a deadlock. @throws the error of the last attempt */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!beginAgain.has(errorCode(error) ?? '') || attempt === attempts) throw error
      await pause(Math.random() * 50 * attempt)
    }
  }
}
const beginAgain = new Set(['40001', '40P01'])
const attempts = 8
