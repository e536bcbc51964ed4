import { hash } from 'node:crypto'

/**
 * A cache of the copy's answers, valid until the copy changes: equal queries are computed once (design §14). Concurrent
 * callers wait for the same answer.
 */
type Row = Readonly<Record<string, unknown>>
type Answer = { rows: Promise<readonly Row[]>; size: number; isShared: boolean }

const maxAnswers = 500
/** Approximate total of all answers: one row may contain the ids of ten thousand cases. */
const maxBytes = 16_000_000
/** Queries with `now()` are shared by concurrent callers, but not cached. */
const callsNow = /\bnow\(\)/i

export class KeptAnswers {
  /** The least recently used first: a map keeps insertion order. */
  readonly #answers = new Map<string, Answer>()
  #state: symbol | undefined = Symbol()

  /** Identifies the state of the copy; undefined during a change, when a query may read either state. */
  get state(): symbol | undefined {
    return this.#state
  }
  /** To be called before a change is committed. */
  beginChange(): void {
    this.#state = undefined
    this.#answers.clear()
  }
  endChange(): void {
    this.#state = Symbol()
  }

  /**
   * Callers share the rows and must not modify them. The signal of `compute` is aborted when nobody waits any more.
   * @throws the reason of `signal`
   */
  async get(
    sql: string,
    parameters: readonly unknown[],
    signal: AbortSignal | undefined,
    compute: (signal: AbortSignal) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    signal?.throwIfAborted()
    // Hashed, because parameters may include a list of a million ids.
    const key = hash('sha256', JSON.stringify([sql, parameters]))
    const known = this.#answers.get(key)
    if (known !== undefined) return this.#shared(key, known, signal)
    const stopping = new AbortController()
    const answer: Answer = { rows: compute(stopping.signal), size: 0, isShared: false }
    if (this.#state !== undefined) this.#answers.set(key, answer)
    const stop = (): void => {
      if (answer.isShared) return
      this.#drop(key, answer)
      stopping.abort(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const rows = await answer.rows
      this.#keep(key, answer, callsNow.test(sql) ? Number.POSITIVE_INFINITY : bytesOf(rows))
      return rows
    } catch (error) {
      this.#drop(key, answer)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  async #shared(key: string, answer: Answer, signal: AbortSignal | undefined): Promise<readonly Row[]> {
    answer.isShared = true
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    if (signal === undefined) return answer.rows
    const leaving = Promise.withResolvers<never>()
    const leave = (): void => leaving.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([answer.rows, leaving.promise])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #keep(key: string, answer: Answer, size: number): void {
    if (this.#answers.get(key) !== answer) return
    if (size > maxBytes) {
      this.#drop(key, answer)
      return
    }
    answer.size = size
    let kept = [...this.#answers.values()].reduce((sum, one) => sum + one.size, 0)
    for (const [oldest, one] of this.#answers) {
      if (this.#answers.size <= maxAnswers && kept <= maxBytes) return
      this.#answers.delete(oldest)
      kept -= one.size
    }
  }

  #drop(key: string, answer: Answer): void {
    if (this.#answers.get(key) === answer) this.#answers.delete(key)
  }
}

const bytesOf = (value: unknown): number =>
  typeof value === 'string'
    ? 16 + value.length
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + bytesOf(one), 32)
      : 8
