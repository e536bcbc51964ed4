import { constants } from 'node:os'

/** A second signal ends the process at once, unless it comes within a second: npm forwards the same key press. */
export type StopSignals = { asked: Promise<void>; signal: AbortSignal; askedFor: () => NodeJS.Signals | undefined }

const sameKeyPress = 1_000

export function stopSignals(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let first: { signal: NodeJS.Signals; at: number } | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (first !== undefined && Date.now() - first.at > sameKeyPress) process.exit(exitCodeOf(signal))
      first ??= { signal, at: Date.now() }
      stopping.abort()
      resolve()
    })
  return { asked: promise, signal: stopping.signal, askedFor: () => first?.signal }
}

/** The exit code a shell reports for the signal. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]
