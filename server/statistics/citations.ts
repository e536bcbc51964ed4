import { createHash } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type Citation, type citationRequest, keptChart, methodNote } from '#shared/api/citations.ts'
import { pivot as pivotSchema } from '#shared/api/pivot.ts'
import { givenParams, storedParams } from '#shared/api/saved.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { maxCitations } from '#shared/domain/pivot.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Field, filterParamsOf, type Value } from '#shared/filters/field.ts'
import { type StoredParams, toStored, toWire } from '#shared/filters/stored-params.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { refuseForeign } from '../cases/asked-values.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError, forbidden, notFound, requestError } from '../http/errors.ts'
import { wholeList } from '../http/pages.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import { newLinkId } from '../saved/links.ts'
import { type CitedFigures, countFigures, countFiguresAgain } from './count-figures.ts'
import { chartFile, type FigureFile, type FiguresAbout, figuresCsv } from './figure-file.ts'
import { writeMethodNote } from './method-note.ts'
import { tableFile, titleOf } from './pivot-file.ts'
import { presentPublished } from './public-table.ts'

/**
 * Links to figures (§2 /data): counts are stored as they were, with the hash of their file. Figures cover certain
 * regions; readers without access to all of these are refused.
 */
export type CitationReader = Parameters<typeof refuseForeign>[2] & { id: number; regions: readonly number[] | null }
/** Address of the citation page, by the host that the product was requested at. */
export const citationUrl =
  ({ siteOrigin }: { readonly siteOrigin: string }) =>
  (id: string): string =>
    `${siteOrigin}/data/${id}`
type Made = { id: string; made: boolean }

const hashOf = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest()

export async function cite(
  engines: Engines,
  account: CitationReader,
  asked: z.output<typeof citationRequest>,
  urlOf: (id: string) => string,
): Promise<Made> {
  const { db } = engines
  const checked = [
    checkFilters(asked.get_params, account),
    ...(asked.compare ? [checkFilters(asked.compare, account, { name: 'compare' })] : []),
  ]
  for (const { values } of checked) refusePersonal(values)
  const sides = checked.map(({ values }) => settled(values))
  const regions = await regionsOf(db, account, sides)
  const scope = { accountId: null, regions: regions ?? ('all' as const) }
  const { figures, selections } = await countFigures(engines, scope, sides, asked)
  const asWritten = sides.map(values => toStored(writeValues(caseListFields, values)))
  const key = hashOf(JSON.stringify([regions, asWritten, figures.pivot ?? figures.chart]))
  const before = await sameToday(db, account.id, key)
  if (before !== undefined) return { id: before, made: false }
  const own = db.selectFrom('citation').where('account_id', '=', account.id)
  if ((await countRows(own)) >= maxCitations) throw requestError(`Ссылок на цифры не больше ${maxCitations}.`)
  const method = await writeMethodNote(db, {
    scope,
    sides: sides.map((values, at) => ({ values, selection: selections[at] })),
    of: asked,
  })
  const [id, madeAt] = [newLinkId(), new Date()]
  const file = await figuresCsv(fileOf(figures, { madeAt: madeAt.toISOString(), regions, url: urlOf(id), method }))
  await db
    .insertInto('citation')
    .values({
      id,
      account_id: account.id,
      made_at: madeAt,
      title: figures.chart ? chartSpecs[figures.chart.key].title : titleOf(figures.pivot),
      regions: regions === null ? null : [...regions],
      definition: JSON.stringify({ sides: asWritten }),
      pivot: figures.pivot && JSON.stringify(figures.pivot),
      chart: figures.chart && JSON.stringify(figures.chart),
      method: JSON.stringify(method),
      figures_key: key,
      file,
      sha256: hashOf(file),
    })
    .execute()
  return { id, made: true }
}

const fileOf = (figures: CitedFigures, about: FiguresAbout): FigureFile =>
  figures.chart ? chartFile(figures.chart, about) : tableFile(figures.pivot, about)

/** Figures cited twice on one day share a link. */
const sameToday = async (db: Kysely<DB>, accountId: number, key: Buffer): Promise<string | undefined> =>
  (
    await db
      .selectFrom('citation')
      .where('account_id', '=', accountId)
      .where('figures_key', '=', key)
      .where(sql<SqlBool>`made_at > now() - interval '1 day'`)
      .select('id')
      .executeTakeFirst()
  )?.id

/** Filters on personal data would give each reader other figures. */
const isOwn = (field: Field): boolean => isPersonal(tableOfFilter(field))
function refusePersonal(values: AnyValues): void {
  const own = filterParamsOf(caseListFields).find(({ name, field }) => values[name] !== undefined && isOwn(field))
  if (own !== undefined)
    throw fieldError(own.name, `Фильтр «${own.field.label}» — ваш личный: на такие цифры нельзя сослаться.`)
}

/** «Последние 7 дней» changes tomorrow: a citation fixes the days. */
const settled = (values: AnyValues): AnyValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Value | undefined] => [
      name,
      typeof value === 'object' && 'relative' in value ? daysOf(value) : value,
    ]),
  )

/** The regions that figures cover, by filters and account; null means all. */
async function regionsOf(
  db: Kysely<DB>,
  { regions }: CitationReader,
  sides: readonly AnyValues[],
): Promise<number[] | null> {
  const open = (region: number): boolean => regions === null || regions.includes(region)
  const all = new Set<number>()
  for (const values of sides) {
    const named = await namedRegions(db, values)
    if (named === undefined && regions === null) return null
    for (const region of (named ?? regions ?? []).filter(open)) all.add(region)
  }
  return [...all].toSorted((a, b) => a - b)
}
async function namedRegions(db: Kysely<DB>, { regions, court }: AnyValues): Promise<number[] | undefined> {
  const numbers = (value: Value | undefined) =>
    Array.isArray(value) ? value.filter(item => typeof item === 'number') : undefined
  const courts = numbers(court)
  if (courts === undefined) return numbers(regions)
  const rows = await db.selectFrom('court').where('id', 'in', courts).select('region').distinct().execute()
  return rows.map(({ region }) => region)
}

/** @throws HttpError 404, or 403 for figures that this reader may not see */
export async function readCitation(
  db: Kysely<DB>,
  reader: CitationReader,
  id: string,
  urlOf: (id: string) => string,
): Promise<Citation & CitedFigures> {
  const found = await db
    .selectFrom('citation')
    .where('id', '=', id)
    .select(['id', 'title', 'made_at', 'sha256', 'regions', 'definition', 'pivot', 'chart', 'method', 'account_id'])
    .select(['published', 'published_at', 'closed_at'])
    .executeTakeFirstOrThrow(() => noCitation())
  const { sides } = definitionOf(found.definition)
  const seen = reader.regions
  if (seen !== null && (found.regions === null || found.regions.some(region => !seen.includes(region))))
    throw forbidden('Эти цифры говорят и о регионах, которые вам не открыты.')
  for (const side of sides) refuseForeign(caseListFields, Object.keys(citedValues(side)), reader)
  const [get_params = {}, compare = null] = sides
  return {
    ...presented(found, urlOf),
    regions: found.regions,
    get_params,
    compare,
    ...citedFigures(found),
    method: methodNote.nullable().parse(found.method),
    is_own: found.account_id === reader.id,
    published: presentPublished(found, urlOf),
  }
}
export const noCitation = (): Error => notFound('Такой ссылки на цифры нет.')
/** A row has exactly one of the two. */
const citedFigures = ({ pivot, chart }: { pivot: unknown; chart: unknown }): CitedFigures =>
  chart === null ? { pivot: pivotSchema.parse(pivot), chart: null } : { pivot: null, chart: keptChart.parse(chart) }

const presented = (
  { id, title, made_at, sha256 }: { id: string; title: string; made_at: Date; sha256: Buffer },
  urlOf: (id: string) => string,
) => ({ id, url: urlOf(id), title, made_at: made_at.toISOString(), sha256: sha256.toString('hex') })

const definitionOf = (kept: unknown): { sides: StoredParams[] } => {
  const sides = typeof kept === 'object' && kept !== null && 'sides' in kept ? kept.sides : undefined
  return { sides: storedParams.array().parse(sides) }
}
export const citedValues = (stored: StoredParams): AnyValues =>
  readLenient(caseListFields, toWire(givenParams.catch({}).parse(stored)))

export async function citedNow(engines: Engines, { regions, get_params, compare, pivot }: Citation) {
  if (pivot === null) throw requestError('«Было и сейчас» есть у таблиц. Диаграмму откройте на «Графиках».')
  const sides = [get_params, ...(compare === null ? [] : [compare])].map(citedValues)
  return countFiguresAgain(engines, { accountId: null, regions: regions ?? ('all' as const) }, sides, pivot)
}

/** The CSV is stored; other files are generated from the same figures. */
export const fileOfCitation = ({
  made_at: madeAt,
  regions,
  url,
  method,
  ...figures
}: Citation & CitedFigures): FigureFile => fileOf(figures, { madeAt, regions, url, method })
export const csvOfCitation = async (db: Kysely<DB>, id: string): Promise<Buffer> =>
  (await db.selectFrom('citation').where('id', '=', id).select('file').executeTakeFirstOrThrow()).file

export const citationsOf = async (db: Kysely<DB>, accountId: number, urlOf: (id: string) => string) => {
  const rows = await db
    .selectFrom('citation')
    .where('account_id', '=', accountId)
    .select(['id', 'title', 'made_at', 'sha256'])
    .orderBy('made_at', 'desc')
    .limit(50)
    .execute()
  return wholeList(rows.map(row => presented(row, urlOf)))
}
