import { expect, it } from 'vitest'
import { dotsAt, stripScale } from './strip-scale.ts'

it('amounts stand in proportion, within the strip, one’s own as well', () => {
  const { at, isLogarithmic } = stripScale({ least: 10, most: 20, own: { value: 30 } })
  expect([at(10), at(20), at(30), isLogarithmic]).toEqual([1.5, 50, 98.5, false])
})
it('amounts of very different size stand by their logarithm', () => {
  const { at, isLogarithmic } = stripScale({ least: 100, most: 10_000, own: null })
  expect(isLogarithmic).toBe(true)
  expect(at(1000)).toBeCloseTo(50)
})
it('equal amounts stand in the middle', () => expect(stripScale({ least: 5, most: 5, own: null }).at(5)).toBe(50))
it('dots of one place stand on one another', () =>
  expect(
    dotsAt([{ value: 1 }, { value: 1 }, { value: 2 }, { value: 1 }], value => value).map(({ level }) => level),
  ).toEqual([0, 1, 0, 2]))
