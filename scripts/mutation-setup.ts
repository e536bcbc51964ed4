import { afterAll } from 'vitest'

declare global {
  /** Set by Stryker. */
  var __stryker__: { activeMutant?: string | undefined } | undefined
}

/** The next test file of this process loads before its mutant is activated: it must not load under the last one. */
afterAll(() => {
  if (globalThis.__stryker__) globalThis.__stryker__.activeMutant = undefined
})
