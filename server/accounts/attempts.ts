/**
 * Wrong passwords are counted by account and by address, each failure past the free ones making a longer pause. Kept in
 * memory: each process counts for itself, and a restart forgives.
 */
export type AttemptLimit = { free: number; longestPauseSeconds: number }
export const perAccount: AttemptLimit = { free: 5, longestPauseSeconds: 300 }
/** Many people can sit behind one address. */
export const perAddress: AttemptLimit = { free: 30, longestPauseSeconds: 300 }

/** After this long without a failure all is forgotten. */
const forgetAfterSeconds = 900
/** An attacker who invents names must not fill the memory. */
const mostRemembered = 10_000

type Failures = { count: number; lastAt: number }

export class Attempts {
  readonly #limit: AttemptLimit
  readonly #now: () => number
  readonly #failures = new Map<string, Failures>()

  constructor(limit: AttemptLimit, now: () => number = Date.now) {
    this.#limit = limit
    this.#now = now
  }

  /** Whole seconds until the next attempt may be made; 0: now. */
  pauseFor(key: string): number {
    const failures = this.#recent(key)
    if (failures === undefined || failures.count < this.#limit.free) return 0
    const pause = Math.min(2 ** (failures.count - this.#limit.free), this.#limit.longestPauseSeconds)
    return Math.max(0, Math.ceil(pause - (this.#now() - failures.lastAt) / 1000))
  }

  failed(key: string): void {
    const count = (this.#recent(key)?.count ?? 0) + 1
    // Set anew to stand last: the map then begins with the one longest without a failure.
    this.#failures.delete(key)
    this.#failures.set(key, { count, lastAt: this.#now() })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > mostRemembered && oldest !== undefined) this.#failures.delete(oldest)
  }

  succeeded(key: string): void {
    this.#failures.delete(key)
  }

  #recent(key: string): Failures | undefined {
    const failures = this.#failures.get(key)
    if (failures && this.#now() - failures.lastAt > forgetAfterSeconds * 1000) {
      this.#failures.delete(key)
      return undefined
    }
    return failures
  }
}
