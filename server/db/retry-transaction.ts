import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from './refusal.ts'

/** Retries a transaction on a serialization failure or a deadlock. @throws what the last attempt threw */
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
