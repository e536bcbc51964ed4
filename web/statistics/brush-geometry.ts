/** Positions of bars in a drawing, in pixels. A selection does not cross panels. */
export type Box = { left: number; top: number; right: number; bottom: number; panel: number }
export type Point = { x: number; y: number }

const holds = ({ left, top, right, bottom }: Box, { x, y }: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom
export const boxAt = (boxes: readonly Box[], point: Point): number => boxes.findIndex(box => holds(box, point))

/** Boxes that intersect the rectangle between two points, in the panel where it begins. */
export function boxesBetween(boxes: readonly Box[], from: Point, to: Point): number[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const met = boxes.flatMap((box, at) =>
    box.left <= right && box.right > left && box.top <= bottom && box.bottom > top ? [{ at, panel: box.panel }] : [],
  )
  const panel = boxes[boxAt(boxes, from)]?.panel ?? met[0]?.panel
  return met.flatMap(one => (one.panel === panel ? [one.at] : []))
}

/** Boxes between two of a panel; in a grid of tiles, those of the rectangle with these corners. */
export function boxesFrom(boxes: readonly Box[], from: number, to: number): number[] {
  const [one, other] = [boxes[from], boxes[to]]
  return one && other ? boxesBetween(boxes, middle(one), middle(other)) : []
}
const middle = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 })

const ways: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}
/**
 * The nearest box in the direction of an arrow key, with a penalty for sideways distance; if there is none, the next or
 * previous one.
 */
export function boxTowards(boxes: readonly Box[], at: number, key: string): number | undefined {
  const way = ways[key]
  const box = boxes[at]
  if (!way || !box) return undefined
  const from = middle(box)
  let best: { at: number; far: number } | undefined
  for (const [n, other] of boxes.entries()) {
    const { x, y } = middle(other)
    const along = (x - from.x) * way.x + (y - from.y) * way.y
    const across = Math.abs((x - from.x) * way.y) + Math.abs((y - from.y) * way.x)
    const far = along + 3 * across
    if (along > 1 && across <= 2 * along && (best === undefined || far < best.far)) best = { at: n, far }
  }
  return best?.at ?? Math.min(Math.max(at + way.x + way.y, 0), boxes.length - 1)
}
