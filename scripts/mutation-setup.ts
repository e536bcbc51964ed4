import { afterAll } from 'vitest'

declare global {
  /** Stryker's. */
  var __stryker__: { activeMutant?: string | undefined } | undefined
}

/** The next test file of this process is read before its change is put in: it must not be read under the last one. */
afterAll(() => {
  if (globalThis.__stryker__) globalThis.__stryker__.activeMutant = undefined
})
