import { describe, expect, it, vi } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const rows = [{ count: 1 }]
const select = 'select count(*) from court_case'

describe('answers of the copy', () => {
  it('are computed once for equal queries, concurrent or later', async () => {
    const answers = new KeptAnswers()
    const compute = vi.fn(async () => rows)
    const ask = () => answers.get(select, [7], undefined, compute)
    expect(await Promise.all([ask(), ask()])).toEqual([rows, rows])
    expect(await ask()).toEqual(rows)
    expect(compute).toHaveBeenCalledTimes(1)
    await answers.get(select, [8], undefined, compute)
    expect(compute).toHaveBeenCalledTimes(2)
  })

  it('are dropped when the copy changes, including those being computed', async () => {
    const answers = new KeptAnswers()
    const held = Promise.withResolvers<typeof rows>()
    const before = answers.get(select, [], undefined, () => held.promise)
    const { state } = answers
    answers.beginChange()
    expect(answers.state).toBeUndefined()
    const meanwhile = vi.fn(async () => rows)
    await answers.get(select, [], undefined, meanwhile)
    answers.endChange()
    expect(answers.state).not.toBe(state)
    held.resolve(rows)
    await before
    const after = vi.fn(async () => [{ count: 2 }])
    expect(await answers.get(select, [], undefined, after)).toEqual([{ count: 2 }])
    expect(meanwhile).toHaveBeenCalledTimes(1)
  })

  it('that depend on now() are shared by concurrent callers, and not cached', async () => {
    const answers = new KeptAnswers()
    const compute = vi.fn(async () => rows)
    const ask = () => answers.get(`${select} where at >= now()`, [], undefined, compute)
    await Promise.all([ask(), ask()])
    expect(compute).toHaveBeenCalledTimes(1)
    await ask()
    expect(compute).toHaveBeenCalledTimes(2)
  })

  it('that fail are not cached', async () => {
    const answers = new KeptAnswers()
    await expect(answers.get(select, [], undefined, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await answers.get(select, [], undefined, async () => rows)).toEqual(rows)
  })

  it('are cancelled when nobody waits, but not for other callers when one leaves', async () => {
    const answers = new KeptAnswers()
    const untilStopped = (signal: AbortSignal): Promise<typeof rows> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const alone = new AbortController()
    const one = answers.get(select, [], alone.signal, untilStopped)
    alone.abort(new Error('left'))
    await expect(one).rejects.toThrow('left')

    const [first, second] = [new AbortController(), new AbortController()]
    const held = Promise.withResolvers<typeof rows>()
    const computing = vi.fn((_: AbortSignal) => held.promise)
    const asked = [first, second, new AbortController()].map(({ signal }) => answers.get(select, [], signal, computing))
    first.abort(new Error('left'))
    second.abort(new Error('left, too'))
    await expect(asked[1]).rejects.toThrow('left, too')
    held.resolve(rows)
    expect(await asked[2]).toEqual(rows)
    expect(computing.mock.calls.map(([signal]) => signal.aborted)).toEqual([false])
  })

  it.each([
    ['of many rows', (share: number) => Array.from({ length: share * 160 }, () => ({ name: 'и'.repeat(952) }))],
    ['of few long texts', (share: number) => [{ ids: '1'.repeat(share * 160_000) }]],
  ])('stay within the memory limit, %s: the least recently used are dropped first', async (_, taking) => {
    const answers = new KeptAnswers()
    const compute = vi.fn(async () => taking(40))
    for (const key of [1, 2, 1, 3, 1]) await answers.get(select, [key], undefined, compute)
    expect(compute).toHaveBeenCalledTimes(3)
    await answers.get(select, [2], undefined, compute)
    expect(compute).toHaveBeenCalledTimes(4)
    const tooMany = vi.fn(async () => taking(101))
    for (let times = 0; times < 2; times++) await answers.get(select, ['all'], undefined, tooMany)
    expect(tooMany).toHaveBeenCalledTimes(2)
  })
})
