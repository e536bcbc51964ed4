import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

/**
 * Saves the code this process has compiled for the next ones, where NODE_COMPILE_CACHE names a folder: Vitest may end
 * the process without its exit handlers.
 */
afterAll(() => flushCompileCache())
