import { describe, expect, it } from 'vitest'
import { pageNumbers } from './pages.tsx'

describe('numbers of pages', () => {
  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 5, '1 2 3 4 5'],
    [1, 6, '1 2 3 4 5 6'],
    [1, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [1, 4198, '1 2 3 4 5 … 4198'],
    [3, 4198, '1 2 3 4 5 … 4198'],
    [4, 4198, '1 2 3 4 5 6 … 4198'],
    [5, 4198, '1 2 3 4 5 6 7 … 4198'],
    [100, 4198, '1 … 98 99 100 101 102 … 4198'],
    [4198, 4198, '1 … 4194 4195 4196 4197 4198'],
    [4195, 4198, '1 … 4193 4194 4195 4196 4197 4198'],
  ])('on page %i of %i', (page, last, shown) =>
    expect(
      pageNumbers(page, last)
        .map(number => (number === 0 ? '…' : String(number)))
        .join(' '),
    ).toBe(shown),
  )
})
