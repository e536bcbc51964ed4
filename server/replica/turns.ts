/** When to look: at once when woken, else after a while; and who waits for a look that has yet to begin. */
export class Turns {
  #woken = false
  #awake: () => void = () => undefined
  readonly #waiting: PromiseWithResolvers<void>[] = []

  wake(): void {
    this.#woken = true
    this.#awake()
  }

  /** `least`: how long it rests although it was woken; `most`: although it was not. Milliseconds. */
  async rest(least: number, most: number): Promise<void> {
    const waking = new Promise<void>(resolve => {
      this.#awake = resolve
    })
    if (!this.#woken) await passed(most, waking)
    await passed(least)
    this.#woken = false
  }

  /** Resolves at the end of a look that begins after this call. */
  next(): Promise<void> {
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn)
    this.wake()
    return turn.promise
  }

  /** Who waits by now; a look that fails leaves them waiting. */
  begin(): number {
    return this.#waiting.length
  }

  end(waited: number): void {
    for (const turn of this.#waiting.splice(0, waited)) turn.resolve()
  }
}

async function passed(milliseconds: number, orSooner?: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const time = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race(orSooner === undefined ? [time] : [time, orSooner]).finally(() => clearTimeout(timer))
}
