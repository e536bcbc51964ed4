// What renders a component would be measured for a browser's profiler, and nobody reads it: React looks for this as it loads, so it is loaded below.
Object.assign(console, { timeStamp: undefined })
const { configure } = await import('@testing-library/react')

/** Set before each test of pages: a busy machine takes its time, and the library would wait for one second. */
configure({ asyncUtilTimeout: 60_000 })

// A request that comes when its test is over reaches no network, whose refusal would say to the next tests that there is none.
globalThis.fetch = () => new Promise(() => undefined)

export {}
