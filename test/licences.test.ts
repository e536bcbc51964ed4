import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lockSchema, refusedLicences } from '../scripts/check-licences.ts'

const lockOf = (license: string | undefined, dev = false) => ({ packages: { 'node_modules/one': { license, dev } } })

describe('licences of third-party packages', () => {
  it('are all permissive, but for tools', () =>
    expect(
      refusedLicences(
        lockSchema.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))),
      ),
    ).toEqual([]))
  it.each([
    ['MIT', false, true],
    ['(MIT OR GPL-3.0-or-later)', false, true],
    ['(MIT AND Zlib)', false, true],
    ['MPL-2.0', true, true],
    ['MPL-2.0', false, false],
    ['(MIT AND GPL-3.0-only)', true, false],
    ['AGPL-3.0-only', true, false],
    [undefined, true, false],
  ])('%s, of a tool: %s, passes: %s', (licence, isTool, passes) =>
    expect(refusedLicences(lockOf(licence, isTool))).toHaveLength(passes ? 0 : 1),
  )
})
