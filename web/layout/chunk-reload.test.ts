import { describe, expect, it } from 'vitest'
import { mayReload } from './chunk-reload.ts'

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
