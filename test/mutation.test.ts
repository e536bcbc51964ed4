import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { mutatedModules } from '../scripts/mutated-modules.ts'

/** A file that was moved would be left out silently. */
it.each(Object.entries(mutatedModules))(
  'every file and test of the mutated module «%s» is there',
  (_, { files, tests }) => {
    const cwd = dirname(import.meta.dirname)
    const missing = [...files, ...tests].filter(path => !path.startsWith('!') && globSync(path, { cwd }).length === 0)
    expect(missing).toEqual([])
  },
)
