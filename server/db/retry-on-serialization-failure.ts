import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from './refusal.ts'

/**
 * PostgreSQL asks one of two transactions that met over the same rows to begin again. `work` is a whole transaction and may run several
 * times. @throws any other failure, and the last one after eight attempts
 */
export async function retryOnSerializationFailure<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!retried.has(errorCode(error) ?? '') || attempt === attempts) throw error
      await pause(Math.random() * 50 * attempt)
    }
  }
}
/** serialization_failure and deadlock_detected */
const retried = new Set(['40001', '40P01'])
const attempts = 8
