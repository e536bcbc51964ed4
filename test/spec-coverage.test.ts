import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** docs/spec-coverage.md names a test for each sentence of the specification: `path` «a part of its title». */
const rows = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| sentence'))

describe('every row of docs/spec-coverage.md names a test that exists', () => {
  it('has rows', () => expect(rows.length).toBeGreaterThan(0))
  it.each(rows)('%s', row => {
    const cell = row.split('|').at(-2) ?? ''
    const cited = [...cell.matchAll(/`([^`]+)` «([^»]+)»/g)]
    expect(cited, 'the last column reads: `path/of.test.ts` «piece of the title»').not.toEqual([])
    for (const [, path = '', title = ''] of cited) {
      expect(existsSync(path), path).toBe(true)
      expect(readFileSync(path, 'utf8'), path).toContain(title)
    }
  })
})
