/** When to poll: at once when woken, else after a while; and who waits for a poll that has yet to begin. */
export class Poller {
  #woken = false
  #awake: () => void = () => undefined
  readonly #waiting: PromiseWithResolvers<void>[] = []

  wake(): void {
    this.#woken = true
    this.#awake()
  }

  /** Sleeps at least so many milliseconds although it was woken, and at most so many although it was not. */
  async sleep(least: number, most: number): Promise<void> {
    const waking = new Promise<void>(resolve => {
      this.#awake = resolve
    })
    if (!this.#woken) await passed(most, waking)
    await passed(least)
    this.#woken = false
  }

  /** Resolves at the end of a poll that begins after this call. */
  next(): Promise<void> {
    const waiting = Promise.withResolvers<void>()
    this.#waiting.push(waiting)
    this.wake()
    return waiting.promise
  }

  /** How many wait for the poll that begins; one that fails leaves them waiting. */
  begin(): number {
    return this.#waiting.length
  }

  end(waited: number): void {
    for (const waiting of this.#waiting.splice(0, waited)) waiting.resolve()
  }
}

async function passed(milliseconds: number, orSooner?: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const time = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race(orSooner === undefined ? [time] : [time, orSooner]).finally(() => clearTimeout(timer))
}
