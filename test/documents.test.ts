import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lawyerReview } from '#shared/domain/deadlines/legal-terms.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')]

/** Paths of this repository as prose names them: `server/db/migrate.ts`, `web/ui/`, also with a pattern; a file alone, wherever it is. */
const pathsIn = (text: string): string[] => [
  ...[...text.matchAll(/`((?:shared|server|web|test|scripts|bench|docs)\/[\w./*-]*)`/g)].map(([, path = '']) => path),
  ...[...text.matchAll(/`([\w.-]+\.tsx?)`/g)].map(
    ([, name = '']) => `{shared,server,web,test,scripts,bench}/**/${name}`,
  ),
]

describe('documents', () => {
  it.each(documents)('%s names only files that exist', file =>
    expect(pathsIn(read(file)).filter(path => globSync(path).length === 0)).toEqual([]),
  )
  it.each(documents)('%s links only to files that exist', file => {
    const links = [...read(file).matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(([, link = '']) => link)
    expect(links.filter(link => !existsSync(join(dirname(file), link)))).toEqual([])
  })
})

it('README names every folder of the server and of what both sides share', () => {
  const folders = globSync('{server,shared}/*/').map(folder => `\`${folder.replace(/\/?$/, '/')}\``)
  expect(folders.length).toBeGreaterThan(30)
  expect(folders.filter(folder => !read('README.md').includes(folder))).toEqual([])
})

describe('the glossary', () => {
  const sources = globSync('{shared,server,web}/**/*.{ts,tsx,json}').map(read).join('\n')
  const words = new Set(sources.match(/\w+/g))
  /** Identifiers of a row: what stands in backticks in its second column, but for examples with other signs. */
  const identifiers = read('docs/glossary.md')
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| court term'))
    .flatMap(line => [...(line.split(' | ')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  it.each([...new Set(identifiers)])('%s is a name in the code', name => expect(words.has(name)).toBe(true))
})

it('tell a lawyer what to review, as the page of rules does', () =>
  expect(
    read('docs/deadlines.md')
      .split('\n')
      .filter(line => /^\| \d/.test(line)),
  ).toEqual(lawyerReview.map(({ what, why }, at) => `| ${at + 1} | ${what} | ${why} |`)))
