import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProgressLine, progressDelay } from './progress-line.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const wait = (time: number) => act(() => vi.advanceTimersByTime(time))

describe('the line of progress (§9)', () => {
  it('shows nothing of a load shorter than 200 ms', () => {
    expect(progressDelay).toBe(200)
    const { rerender } = render(<ProgressLine active />)
    wait(199)
    rerender(<ProgressLine active={false} />)
    wait(1_000)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
  it('shows while a longer one lasts, and no longer', () => {
    const { rerender } = render(<ProgressLine active />)
    wait(200)
    expect(screen.getByRole('progressbar')).toBeTruthy()
    rerender(<ProgressLine active={false} />)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
  it('takes five seconds to all but the end', () =>
    expect(readFileSync(join(import.meta.dirname, 'progress-line.module.css'), 'utf8')).toMatch(
      /animation: advance 5s .* forwards/,
    ))
})
