/** Union-find for small sets. */
export class Sets {
  readonly #home = new Map<number, number[]>()

  /** Ids with the same mark start in one set. */
  constructor(marked: Iterable<readonly [id: number, mark: number]>) {
    const byMark = new Map<number, number[]>()
    for (const [id, mark] of marked) {
      const home = byMark.get(mark) ?? []
      byMark.set(mark, home)
      home.push(id)
      this.#home.set(id, home)
    }
  }
  of(id: number): readonly number[] {
    return this.#home.get(id) ?? []
  }
  areOne(left: number, right: number): boolean {
    return this.#home.get(left) === this.#home.get(right)
  }
  join(left: number, right: number): void {
    const [one, other] = [this.#home.get(left), this.#home.get(right)]
    if (one === undefined || other === undefined || one === other) return
    const [into, from] = one.length >= other.length ? [one, other] : [other, one]
    into.push(...from)
    for (const id of from) this.#home.set(id, into)
  }
  all(): ReadonlySet<readonly number[]> {
    return new Set(this.#home.values())
  }
}
