/** Seeded random numbers, the same on every machine. Never for secrets. */
export type Rng = {
  next(): number
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function seedOf(...parts: readonly number[]): number {
  let mixed = 0x9e3779b9
  for (const part of parts) {
    mixed = Math.imul(mixed ^ part, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    mixed ^= mixed >>> 16
  }
  return mixed >>> 0
}

export function random(seed: number): Rng {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: probability => next() < probability,
    pick: list => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
  }
}

export function weightedName<Name extends string>(shares: Readonly<Partial<Record<Name, number>>>): (rng: Rng) => Name {
  const names: Name[] = []
  for (const name in shares) names.push(name)
  return weighted(names, name => shares[name] ?? 0)
}

export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): (rng: Rng) => T {
  const sums: number[] = []
  let total = 0
  for (const item of items) {
    total += weightOf(item)
    sums.push(total)
  }
  return rng => {
    const at = rng.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    const found = items[low]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }
}
