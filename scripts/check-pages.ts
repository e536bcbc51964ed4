import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parse } from '../server/collectors/parse.ts'
import { inWindows1251 } from '../server/collectors/site-address.ts'
import { caseRecord } from '../server/ingest/case-record.ts'
import { checkEqual, endChecks, folderGiven } from './checks.ts'

/**
 * Checks the adapters against saved pages of real court sites: `node scripts/check-pages.ts FOLDER`. Reads each by the command, as
 * an operator would, and once more in windows-1251, and compares what it says field by field with what a person reads there;
 * then looks whether every word in the content of the page is somewhere in the reading.
 */

/**
 * The expected facts of each page, read by a person, by their path in the output of `parse-page`; and paths that must
 * be empty.
 */
const expectedPages = z.array(
  z.strictObject({
    file: z.string(),
    url: z.string(),
    expected: z.record(z.string(), z.unknown()),
    absent: z.array(z.string()).default([]),
    /** Patterns where the content begins and ends: all of its words must be in the reading, */
    content: z.tuple([z.string(), z.string()]).optional(),
    /** except those of the site around the content. */
    beside: z.array(z.string()).default([]),
    /** Courts send windows-1251 (domain §6): the page must read the same in it. */
    is_windows_1251: z.boolean().default(true),
  }),
)
const pages = expectedPages.parse(JSON.parse(readFileSync(new URL('./expected-pages.json', import.meta.url), 'utf8')))
const pattern = (source: string): RegExp => new RegExp(source, 'u')

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const folder = folderGiven('sudrf-tabs-card-koap.html and its kin')

function readByCommand(bytes: Uint8Array, url: string): Json {
  const output = execFileSync(process.execPath, ['bin/sudmonitor.js', 'parse-page', '--url', url, '-'], {
    input: bytes,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(output)
}

/** `case.events.0.date` of the reading; `rows.length` counts. */
const at = (value: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((inside, key) => {
    if (Array.isArray(inside)) return key === 'length' ? inside.length : inside[Number(key)]
    return inside !== null && typeof inside === 'object' ? inside[key] : undefined
  }, value)

const stringsIn = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(stringsIn)
      : []

const wordsOf = (html: string): string[] =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
    .replace(/<span class="tooltipShow">[\s\S]*?<\/span>\s*<\/span>/g, '')
    .split(/<[^>]*>/)
    .map(plain)
    .filter(piece => piece.length > 1)
const entities: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string): string =>
  text
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()

for (const { file, url, content, beside, expected, absent, is_windows_1251 } of pages) {
  const bytes = readFileSync(join(folder, file))
  const isUtf8 = !file.includes('.cp1251.')
  const reading = readByCommand(bytes, url)
  for (const [path, value] of Object.entries(expected)) checkEqual(`${file}: ${path}`, at(reading, path), value)
  for (const path of absent) checkEqual(`${file}: ${path}`, at(reading, path), undefined)
  const record = at(reading, 'case')
  if (record !== undefined && record !== null)
    checkEqual(`${file}: the case fits its schema`, caseRecord.safeParse(record).success, true)
  if (isUtf8 && is_windows_1251) {
    const again = JSON.stringify(parse({ url, body: inWindows1251(bytes.toString('utf8')) }))
    // Letters that windows-1251 does not have are not compared.
    const same = (text: string): string => text.replace(/[^\0-\u04ff«»„“”–—…№]/g, '?')
    checkEqual(`${file}: the same in windows-1251`, same(again) === same(JSON.stringify(reading)), true)
  }
  if (content === undefined) continue
  const html = bytes.toString('utf8')
  const from = html.search(pattern(content[0]))
  const to = from + html.slice(from).search(pattern(content[1]))
  checkEqual(`${file}: its content is where it was`, from >= 0 && to > from, true)
  const said = stringsIn(reading).map(plain).join(' ')
  const around = beside.map(pattern)
  const words = wordsOf(html.slice(html.indexOf('>', from) + 1, to)).filter(
    piece => !around.some(one => one.test(piece)),
  )
  // Lists write dates as `YYYY-MM-DD`.
  const unread = words.filter(piece => !said.includes(piece) && !said.includes(piece.split('.').reverse().join('-')))
  checkEqual(`${file}: every one of ${words.length} pieces of its text is read`, unread, [])
}

endChecks()
