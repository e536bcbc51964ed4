import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { layoutNames } from '#shared/domain/court-layouts.ts'
import { isRegion } from '#shared/domain/regions.ts'
import { courtTimeZone } from './court-zone.ts'

// biome-ignore format: one name a line would fill a page
export const referenceFiles = [
  'courts', 'magistrates', 'articles', 'event-types', 'event-results', 'result-types', 'appeal-results',
  'defence-params',
] as const
type ReferenceFile = (typeof referenceFiles)[number]

const referenceText = (file: ReferenceFile): string => readFileSync(new URL(`${file}.tsv`, import.meta.url), 'utf8')

export const referenceDigest = (files: readonly ReferenceFile[], rules: string): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(referenceText(file))
  return hash.update(rules).digest('hex')
}

function read<Row>(file: ReferenceFile, row: z.ZodType<Row>): Row[] {
  const [heading = '', ...lines] = referenceText(file).trimEnd().split('\n')
  const columns = heading.split('\t')
  return lines.map((line, index) => {
    const cells = line.split('\t')
    const found = row.safeParse(Object.fromEntries(columns.map((column, at) => [column, cells[at]])))
    if (cells.length === columns.length && found.success) return found.data
    throw new Error(`${file}.tsv, line ${index + 2}: ${found.error?.message ?? 'wrong number of columns'}`)
  })
}

/** Derived from reference files on first use. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const filled = z.string().min(1)
const words = z.string().transform(value => value.split(' ').filter(word => word !== ''))

const court = z
  .strictObject({
    region: z.coerce.number().int().refine(isRegion),
    title: filled,
    city: filled,
    kind: filled,
    instance: z.coerce.number<string>().pipe(z.union([z.literal(1), z.literal(2)])),
    site_layout: z.enum(layoutNames),
    vnkod: z.string().transform(value => value || null),
    has_captcha: z.enum(['yes', 'no', '']).transform(value => (value === '' ? null : value === 'yes')),
    time_zone: z.string(),
    url: z.string(),
  })
  .transform(row => ({ ...row, time_zone: row.time_zone || courtTimeZone(row.region, row.title) }))
type ReferenceCourt = z.infer<typeof court>
export const referenceCourtRows = (): ReferenceCourt[] => read('courts', court)

const courtStates = ['', 'gone', 'renumbered', 'site_moved'] as const
const withNumber = /^(?=№)/
const magistrate = z
  .strictObject({
    region: z.coerce.number().int().refine(isRegion),
    vnkod: z.string().transform(value => value || null),
    title: filled.transform(title => title.replace(withNumber, 'Судебный участок ')),
    city: z.string(),
    state: z.enum(courtStates),
    site: z.string(),
  })
  .transform(({ site, ...row }) => {
    const isPlatform = site !== '' && !site.includes('/')
    return {
      ...row,
      kind: 'magistrate',
      instance: 1 as const,
      site_layout: isPlatform || new URL(site || 'http://-').hostname.endsWith('.msudrf.ru') ? 'msudrf' : '',
      has_captcha: null,
      time_zone: courtTimeZone(row.region, row.title),
      url: isPlatform ? `http://${site}.msudrf.ru` : site,
    }
  })
export const referenceMagistrates = () => read('magistrates', magistrate)

const article = z.strictObject({ codex: z.enum(['koap', 'uk']), article_number: filled, parts: words, title: filled })
export const referenceArticles = () =>
  read('articles', article).flatMap(({ parts, ...whole }) => ['', ...parts].map(part => ({ ...whole, part })))

// biome-ignore format: one name a line would fill a page
const eventKinds = [
  'hearing', 'announcement', 'interview', 'scheduled', 'preparation', 'registration', 'assignment', 'decision',
  'adjournment', 'pause', 'copy', 'into_force', 'execution', 'closing', 'archive', 'transfer_out', 'request',
  'appeal', 'state',
] as const
const inCourtroom: ReadonlySet<string> = new Set<(typeof eventKinds)[number]>(['hearing', 'announcement'])
const eventType = z
  .strictObject({ title: filled, kind: z.enum(eventKinds) })
  .transform(({ title, kind }) => ({ title, kind, is_hearing: inCourtroom.has(kind) }))
export type ReferenceEventType = z.infer<typeof eventType>
export const referenceEventTypes = () => read('event-types', eventType)
export const referenceEventResults = () => read('event-results', z.strictObject({ title: filled }))

const uses = {
  'koap-1': { type: 1, stage: 1 },
  'koap-2': { type: 1, stage: 2 },
  'uk-1': { type: 2, stage: 1 },
  'uk-2': { type: 2, stage: 2 },
} as const
const resultType = z
  .strictObject({
    title: filled,
    occurs_with: words.pipe(z.array(z.literal(['koap-1', 'koap-2', 'uk-1', 'uk-2'])).min(1)),
  })
  .transform(({ title, occurs_with }) => ({ title, uses: occurs_with.map(use => uses[use]) }))
export const referenceResultTypes = () => read('result-types', resultType)

export const referenceAppealResults = () =>
  read(
    'appeal-results',
    z.strictObject({ title: filled, codices: words.pipe(z.array(z.literal(['koap', 'uk'])).min(1)) }),
  )
export const referenceDefenceParams = () => read('defence-params', z.strictObject({ key: filled, value: filled }))
