/** Decides when to poll (at once when woken, else after a while), and tells waiting callers when a poll has ended. */
export class Poller {
  #isWoken = false
  #wakeUp: () => void = () => undefined
  readonly #waiting: PromiseWithResolvers<void>[] = []

  wake(): void {
    this.#isWoken = true
    this.#wakeUp()
  }

  /** Sleeps at least `minimum` milliseconds even if woken, and at most `maximum` if not. */
  async sleep(minimum: number, maximum: number): Promise<void> {
    const waking = new Promise<void>(resolve => {
      this.#wakeUp = resolve
    })
    if (!this.#isWoken) await elapsed(maximum, waking)
    await elapsed(minimum)
    this.#isWoken = false
  }

  /** Resolves at the end of a poll that begins after this call. */
  next(): Promise<void> {
    const waiting = Promise.withResolvers<void>()
    this.#waiting.push(waiting)
    this.wake()
    return waiting.promise
  }

  /** The number of callers that wait for the poll that begins now; they go on waiting if it fails. */
  begin(): number {
    return this.#waiting.length
  }

  end(count: number): void {
    for (const waiting of this.#waiting.splice(0, count)) waiting.resolve()
  }
}

async function elapsed(milliseconds: number, orEarlier?: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const time = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race(orEarlier === undefined ? [time] : [time, orEarlier]).finally(() => clearTimeout(timer))
}
