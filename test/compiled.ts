import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

/** What this process has compiled is kept for the next ones, where NODE_COMPILE_CACHE names a folder: it may end without ceremony. */
afterAll(() => flushCompileCache())
