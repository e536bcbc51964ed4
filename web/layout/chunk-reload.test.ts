import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetOutage, isAway } from '../api/connection.ts'
import { loadChunk, onChunkFailure } from '../ui/load-chunk.ts'
import { mayReload, recoverChunk } from './chunk-reload.ts'

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
}

describe('a chunk that does not load (§2, §9)', () => {
  it('reloads the page the first time', () => expect(mayReload(memory(), 1_000)).toBe(true))
  it('does not reload again within a minute', () => {
    const session = memory()
    mayReload(session, 1_000)
    expect(mayReload(session, 60_999)).toBe(false)
  })
  it('reloads again after a minute', () => {
    const session = memory()
    mayReload(session, 1_000)
    expect(mayReload(session, 61_000)).toBe(true)
  })
  it('is not locked out by a clock that was set back', () => {
    const session = memory()
    mayReload(session, 10_000_000)
    expect(mayReload(session, 1_000)).toBe(true)
  })
  it('does not reload where nothing can be remembered', () => {
    const broken = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota')
      },
    }
    expect(mayReload(broken, 1_000)).toBe(false)
  })
})

describe('a chunk that does not come', () => {
  afterEach(() => {
    forgetOutage()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    onChunkFailure(async () => 'give up')
  })
  /** `downFor`: how often it is looked in vain whether the server is there. */
  const server = (downFor: number) => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    let checks = 0
    vi.stubGlobal('fetch', async () => {
      checks += 1
      if (checks <= downFor) throw new TypeError('network')
      return new Response('{"status":"ok"}')
    })
  }
  const failing = (times: number) => {
    let asked = 0
    return async () => {
      asked += 1
      if (asked <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return { name: 'page' }
    }
  }
  it('is asked for again when the server is back, and the page is not left', async () => {
    server(2)
    const reload = vi.fn()
    onChunkFailure(recoverChunk({ memory: memory(), reload }))
    const chunk = loadChunk(failing(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(isAway()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await chunk).toEqual({ name: 'page' })
    expect(reload).not.toHaveBeenCalled()
  })
  it('reloads the page when the server is there: it has a new version', async () => {
    server(0)
    const reload = vi.fn()
    onChunkFailure(recoverChunk({ memory: memory(), reload }))
    void loadChunk(failing(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledOnce()
  })
  it('is told to whoever needs it when the page was reloaded for it already', async () => {
    server(0)
    const reload = vi.fn()
    const session = memory()
    mayReload(session, Date.now())
    onChunkFailure(recoverChunk({ memory: session, reload }))
    await expect(loadChunk(failing(1))).rejects.toThrow('Failed to fetch')
    expect(reload).not.toHaveBeenCalled()
  })
})
