import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  articleList,
  articleListQuery,
  articleSearchQuery,
  cityList,
  citySearchQuery,
  courtList,
  courtSearchQuery,
  defenceParamList,
  directoryQuery,
  eventTypeList,
  judgeList,
  judgeSearchQuery,
  nameAnswer,
  nameQuery,
  releaseDate,
  resultTypeList,
  resultTypeQuery,
  tagList,
  tagSearchQuery,
} from '#shared/api/directories.ts'
import type { ListOf } from '#shared/api/lists.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { readableNames } from '../cases/readable-names.ts'
import { productVersion, readDemoMark, readInstallation } from '../db/installation.ts'
import type { DB } from '../db/schema.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { forbidden } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOfRows, wholeList } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import {
  allArticles,
  allDefenceParams,
  allEventTypes,
  allResultTypes,
  type SuggestedRows,
  searchArticles,
  searchCities,
  searchCourts,
  searchJudges,
  searchTags,
} from './directories.ts'

/** Directories, their suggestions and the release date (§7). */
const route = routeOptions('Справочники', { access: 'member' })
const suggestions = 'Начинается с двух знаков; лучшие первыми, двадцать строк или `size`; `count` — сколько всего.'

const documented = <Query extends z.ZodType, Answer extends z.ZodType>(
  summary: string,
  querystring: Query,
  answer: Answer,
  description = '',
) => route({ summary, ...(description !== '' && { description }), querystring, response: answers(answer, 400, 401) })

export const directoryRoutes: FeatureRoutes = async (app, { db, copy, links }) => {
  const engines = { db, copy }
  const suggested = <T>({ count, rows }: SuggestedRows<T>): ListOf<T> => wholeList(rows, count)
  /** Regions the account is limited to; undefined when it sees all. */
  const ownRegions = ({ account }: FastifyRequest): number[] | undefined => account.regions ?? undefined

  app.get('/codexarticles/', documented('Статьи кодексов', articleListQuery, articleList), async request =>
    pageOfRows(request, await allArticles(engines, scopeOf(request.account), request.query.codex), request.query),
  )
  app.get(
    '/codexarticles/search/',
    documented('Поиск статьи по номеру, части или словам названия', articleSearchQuery, articleList, suggestions),
    async ({ account, query: { query, ...asked } }) =>
      suggested(await searchArticles(engines, scopeOf(account), query, { codex: asked.codex, size: asked.size })),
  )
  app.get('/courtssearch/', documented('Поиск суда', courtSearchQuery, courtList, suggestions), async request => {
    const { query, allowed_regions, size } = request.query
    return suggested(await searchCourts(db, query, { within: [ownRegions(request), allowed_regions], size }))
  })
  app.get('/judgessearch/', documented('Поиск судьи', judgeSearchQuery, judgeList, suggestions), async request => {
    const { query, allowed_regions, court, size } = request.query
    const within = [ownRegions(request), allowed_regions]
    return suggested(await searchJudges(db, query, { within, courts: court, size }))
  })
  app.get('/citiessearch/', documented('Поиск города', citySearchQuery, cityList, suggestions), async request => {
    const { query, allowed_regions, size } = request.query
    return suggested(await searchCities(db, query, { within: [ownRegions(request), allowed_regions], size }))
  })
  app.get(
    '/tags/search/',
    route({
      access: 'tag_editor',
      summary: 'Поиск метки',
      description: suggestions,
      querystring: tagSearchQuery,
      response: answers(tagList, 400, 401, 403),
    }),
    async ({ account, query: { query, size } }) =>
      suggested(await searchTags(engines, scopeOf(account), query, { size })),
  )
  app.get(
    '/casesresulttypes/',
    documented('Результаты рассмотрения, какие бывают по кодексу и инстанции', resultTypeQuery, resultTypeList),
    async request =>
      pageOfRows(request, await allResultTypes(engines, scopeOf(request.account), request.query), request.query),
  )
  app.get('/caseseventstypes/', documented('Виды событий', directoryQuery, eventTypeList), async request =>
    pageOfRows(request, await allEventTypes(engines, scopeOf(request.account)), request.query),
  )
  app.get('/casedefenseparams/', documented('Сведения о защите', directoryQuery, defenceParamList), async request =>
    pageOfRows(request, await allDefenceParams(engines, scopeOf(request.account)), request.query),
  )
  app.get(
    '/names/',
    route({ summary: 'Названия по номерам', querystring: nameQuery, response: answers(nameAnswer, 400, 401, 403) }),
    async ({ query, account }) => {
      if (query.tags !== undefined && !hasRight(account, 'tag_editor')) throw forbidden('Метки вам недоступны.')
      const { articles = [], courts = [], judges = [], sets = [], tags: labels = [] } = query
      const asked = [
        ['articles', articles],
        ['courts', courts],
        ['judges', judges],
        ['sets', sets],
        ['tags', labels],
      ] as const
      return readableNames(db, asked, scopeOf(account))
    },
  )
  app.get('/releasedate/', route({ summary: 'Дата выпуска', response: answers(releaseDate, 401) }), async () => ({
    ...(await release(db)),
    ...(links && Object.values(links).some(Boolean) && { links }),
  }))
}

/**
 * Browsers that remember an older date clear their filters (§4). Stored in the database, so that a restart does not
 * change it.
 */
export async function release(db: Kysely<DB>): Promise<z.infer<typeof releaseDate>> {
  const { ts } = await keptRelease(db)
  const { is_demo } = await db
    .selectNoFrom(eb =>
      eb.exists(eb.selectFrom('case_source').where('origin', '=', 'demo').select('case_id')).as('is_demo'),
    )
    .executeTakeFirstOrThrow()
  const demo = await readDemoMark(db)
  const isLoading = demo?.complete === false
  return {
    ts,
    is_demo: isLoading || Boolean(is_demo),
    ...(isLoading && { demo_loading: { loaded: demo.loaded, total: demo.count } }),
  }
}

const releaseRow = z.object({ version: z.string(), ts: z.number().int() })
const key = 'release'
async function keptRelease(db: Kysely<DB>): Promise<{ ts: number }> {
  const known = releaseRow.safeParse(await readInstallation(db, key))
  if (known.success && known.data.version === productVersion) return known.data
  const value = JSON.stringify({ version: productVersion, ts: Date.now() })
  // Several processes may start at once; the first one's date is kept.
  const { value: now } = await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          value: sql`case when installation.value ->> 'version' = ${productVersion} then installation.value else excluded.value end`,
        }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return releaseRow.parse(now)
}
