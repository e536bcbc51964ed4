/** At most so many at once; the others wait in the order they came. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Answers how to give the place back, which is idempotent. @throws the reason of `signal` when it is aborted first */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(signal)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = (): void => {
      const at = this.#waiting.indexOf(go)
      if (at >= 0) this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    const go = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
    this.#waiting.push(go)
    return promise
  }
}
