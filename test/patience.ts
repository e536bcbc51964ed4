import { afterAll, beforeEach } from 'vitest'

// React measures rendering for a browser's profiler if it finds this when it loads, so React is loaded below.
Object.assign(console, { timeStamp: undefined })
// Elements are created as in production: the development build records the position in the source for each of them.
const environment = process.env.NODE_ENV
process.env.NODE_ENV = 'production'
await import('react/jsx-runtime')
process.env.NODE_ENV = environment
const { configure, getConfig } = await import('@testing-library/react')
const { forgetOutage } = await import('../web/api/connection.ts')
const { forgetToasts } = await import('../web/ui/toasts.tsx')

/**
 * Set before each test of pages: a busy machine takes its time, and the library would wait for one second. Whether something is hidden is a question
 * for a real browser; asking it of every element here takes seconds.
 */
const { getElementError } = getConfig()
const disabled = '_disableExpensiveErrorDiagnostics'
const isWaiting = (config: object = getConfig()): boolean => disabled in config && config[disabled] === true
configure({
  asyncUtilTimeout: 60_000,
  defaultHidden: true,
  // The whole page is printed when the wait is over, not at each attempt.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})
// For the same reason accessible names ignore style sheets: each look-up would walk all of them.
const unstyled = document.createElement('div').style
Object.assign(document.defaultView ?? {}, { getComputedStyle: () => unstyled })

// A request that outlives its test gets no network error, which would tell the next tests that there is no
// connection.
globalThis.fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

// Files share a process. Ten seconds after an unanswered request, its page checks whether the server is there; in the
// next file nobody would answer that either, and its pages would wait for a connection.
beforeEach(forgetOutage)
// Their timers are dropped below.
beforeEach(forgetToasts)
const later = 500
const planned = new Set<ReturnType<typeof setTimeout>>()
const plan = globalThis.setTimeout
globalThis.setTimeout = new Proxy(plan, {
  apply(target, self, args) {
    const timer = Reflect.apply(target, self, args)
    if (args[1] >= later) planned.add(timer)
    return timer
  },
})
afterAll(() => {
  globalThis.setTimeout = plan
  for (const timer of planned) clearTimeout(timer)
})
