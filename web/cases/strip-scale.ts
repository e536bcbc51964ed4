/** Where amounts stand on a strip, in percent of its width. */
type Bounds = { least: number; most: number; own: { value: number } | null }
type Scale = { from: number; to: number; isLogarithmic: boolean; at: (value: number) => number }

/** Room at both ends for a whole dot. */
const margin = 1.5
/** From so many times the least on, amounts would crowd at one end of an even scale. */
const wide = 30

export function stripScale({ least, most, own }: Bounds): Scale {
  const [from, to] = [Math.min(least, own?.value ?? least), Math.max(most, own?.value ?? most)]
  const isLogarithmic = from > 0 && to / from > wide
  const put = (value: number): number => (isLogarithmic ? Math.log(value) : value)
  const width = put(to) - put(from)
  return {
    from,
    to,
    isLogarithmic,
    at: value => (width === 0 ? 50 : margin + ((put(value) - put(from)) / width) * (100 - 2 * margin)),
  }
}

/** Dots that would cover each other stand on one another: `level` from 0 up. */
export function dotsAt<D extends { value: number }>(dots: readonly D[], at: Scale['at']): (D & { level: number })[] {
  const heights = new Map<number, number>()
  return dots.map(dot => {
    const place = Math.round(at(dot.value))
    const level = heights.get(place) ?? 0
    heights.set(place, level + 1)
    return { ...dot, level }
  })
}
