import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { paper } from './paper.ts'

/** Parts of a chart are told apart by eyes of every kind, in both themes: the figures of tokens.css are checked, not trusted. */
const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
type Rgb = readonly [number, number, number]
const colourOf = (name: string, theme: 'light' | 'dark'): Rgb => {
  const found = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(tokens)
  const hex = found?.[theme === 'light' ? 1 : 2] ?? ''
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [at(0), at(2), at(4)]
}
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const apply = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb => {
  const [x = 0, y = 0, z = 0] = matrix.map(([a, c, d]) => a * r + c * g + d * b)
  return [x, y, z]
}
/** Machado, Oliveira, Fernandes 2009, severity 1, over linear light. */
const eyes: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const seenBy = (eye: string, [r, g, b]: Rgb): Rgb => apply(eyes[eye] ?? [], [linear(r), linear(g), linear(b)])
const lab = (seen: Rgb): Rgb => {
  const xyz = apply(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    seen,
  )
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116)
  const [x, y, z] = [f(xyz[0] / 0.95047), f(xyz[1]), f(xyz[2] / 1.08883)]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const apart = (one: Rgb, other: Rgb): number => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

const kinds = (['light', 'dark'] as const).flatMap(theme => Object.keys(eyes).map(eye => [theme, eye] as const))
/** A difference that is seen at a glance, in units of CIELAB; 2 can just be seen. */
const plain = 12
describe.each(kinds)('the colours of charts, %s, %s', (theme, eye) => {
  const seen = (name: string) => lab(seenBy(eye, colourOf(name, theme)))
  it('neighbouring parts differ at a glance', () => {
    // In the order they stand in a bar.
    const parts = chartSpecs.outcomes.series?.map(({ colour }) => colour) ?? []
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1]
      if (next) expect(apart(seen(part), seen(next)), `${part} and ${next}`).toBeGreaterThan(plain)
    }
    expect(apart(seen('bar'), seen('ramp-2'))).toBeGreaterThan(plain)
    expect(apart(seen('bar'), seen('part-none'))).toBeGreaterThan(plain)
  })
  it('shades of amounts go one way, each step seen', () => {
    const light = ['ramp-0', 'ramp-1', 'ramp-2', 'ramp-3', 'ramp-5'].map(name => seen(name)[0])
    const way = theme === 'light' ? -1 : 1
    for (const [at, value] of light.entries())
      if (at > 0) expect((value - (light[at - 1] ?? 0)) * way, `step ${at}`).toBeGreaterThan(4)
  })
})

describe('the paper that figures are printed on', () => {
  const colours: Readonly<Record<string, string>> = paper
  it.each(Object.keys(paper).filter(name => name !== 'font'))('has --%s of the light theme', name =>
    expect(tokens).toMatch(new RegExp(`--${name}: (light-dark\\()?${colours[name]}[,;]`)),
  )
  it('names the fonts of the interface', () =>
    expect(tokens).toContain(`--font-ui: ${paper.font.replaceAll("'", '"')};`))
})
