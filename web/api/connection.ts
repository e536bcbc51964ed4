import { z } from 'zod'

/** Tracks whether the server is reachable. Calls during an outage wait here and are then sent again (§7). */
const health = z.object({ status: z.literal('ok') })
/** Milliseconds: exponential backoff with jitter. */
const firstPause = 1_000
const longestPause = 10_000
const checkTimeout = 5_000

/** Checks the body, because a captive portal or proxy may answer with its own page. */
const isThere = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(checkTimeout) })
    return answer.ok && health.safeParse(await answer.json()).success
  } catch {
    return false
  }
}

let checking: Promise<boolean> | undefined
const check = (): Promise<boolean> => {
  checking ??= isThere().finally(() => {
    checking = undefined
  })
  return checking
}

type Outage = { over: Promise<void>; stop: () => void; hurry: () => void }
let outage: Outage | undefined
const listeners = new Set<() => void>()
export const isAway = (): boolean => outage !== undefined
export const watchConnection = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** The age of displayed data during an outage: the installed application caches answers (web/public/sw.js). */
let keptAt: string | undefined
export const shownSince = (): string | undefined => outage && keptAt
export const noteKept = (at: string): void => {
  keptAt ??= at
  void waitOutOutage().then(() => (keptAt = undefined))
  tell()
}

const beginOutage = (): Outage => {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let pause = firstPause
  let timer: ReturnType<typeof setTimeout> | undefined
  const begun: Outage = {
    over,
    stop: () => {
      clearTimeout(timer)
      removeEventListener('online', begun.hurry)
      outage = undefined
      tell()
    },
    hurry: () => {
      clearTimeout(timer)
      void check().then(there => {
        if (outage !== begun) return
        if (!there) return wait()
        begun.stop()
        resolve()
      })
    },
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(begun.hurry, pause * (0.8 + 0.4 * Math.random()))
    pause = Math.min(longestPause, pause * 1.6)
  }
  addEventListener('online', begun.hurry)
  wait()
  return begun
}

/**
 * For a call that could not connect. False: the server is reachable, and something else is wrong. True: there was an
 * outage, which is over. @throws the reason of `signal` when it is aborted first
 */
export const waitOutOutage = async (signal?: AbortSignal): Promise<boolean> => {
  if (outage === undefined) {
    if (await check()) return false
    if (outage === undefined) {
      outage = beginOutage()
      tell()
    }
  } else outage.hurry()
  signal?.throwIfAborted()
  const { over } = outage
  if (signal === undefined) await over
  else {
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    await Promise.race([over, left.promise]).finally(() => signal.removeEventListener('abort', leave))
  }
  return true
}

/** Resets the state for tests, dropping waiting calls. */
export const forgetOutage = (): void => {
  checking = undefined
  keptAt = undefined
  outage?.stop()
}
