import { afterAll, beforeEach } from 'vitest'

// What renders a component would be measured for a browser's profiler, and nobody reads it: React looks for this as it loads, so it is loaded below.
Object.assign(console, { timeStamp: undefined })
const { configure } = await import('@testing-library/react')
const { forgetOutage } = await import('../web/api/connection.ts')

/** Set before each test of pages: a busy machine takes its time, and the library would wait for one second. */
configure({ asyncUtilTimeout: 60_000 })

// A request that comes when its test is over reaches no network, whose refusal would say to the next tests that there is none.
globalThis.fetch = () => new Promise(() => undefined)

// Files share a process. Ten seconds after a request that nobody answers, its page asks whether the server is there; in the
// next file nobody would answer that either, and its pages would wait for a connection.
beforeEach(forgetOutage)
const later = 1_000
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
