import { afterAll, beforeEach } from 'vitest'

// What renders a component would be measured for a browser's profiler, and nobody reads it: React looks for this as it loads, so it is loaded below.
Object.assign(console, { timeStamp: undefined })
// Elements are made as the product makes them: the development build notes of each one where in the code it was made.
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
  // The whole page is told when waiting is over, not each time that what is waited for is not there yet.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})
// For the same reason names of elements take none of their parts for hidden by a style sheet: each look at one costs a walk through all of them.
const unstyled = document.createElement('div').style
Object.assign(document.defaultView ?? {}, { getComputedStyle: () => unstyled })

// A request that comes when its test is over reaches no network, whose refusal would say to the next tests that there is none.
globalThis.fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

// Files share a process. Ten seconds after a request that nobody answers, its page asks whether the server is there; in the
// next file nobody would answer that either, and its pages would wait for a connection.
beforeEach(forgetOutage)
// What would dismiss them is dropped below.
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
