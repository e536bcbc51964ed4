import { expect, it } from 'vitest'
import { hideSmallCount } from './forgetting.ts'

it('a count of one or two is not told; none, and three or more, are (decision 0088)', () =>
  expect([0, 1, 2, 3, 40].map(hideSmallCount)).toEqual([0, null, null, 3, 40]))
