import type { FastifyRequest } from 'fastify'
import { idParams } from '#shared/api/lists.ts'
import {
  linkParams,
  linkRequest,
  preset,
  presetCategoryList,
  presetChange,
  presetList,
  presetRequest,
  savedLink,
  savedListQuery,
} from '#shared/api/saved.ts'
import { answers, created, done } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOfRows } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { categoriesOf } from './categories.ts'
import { checkFilters } from './checked-filters.ts'
import { linkTo, openLink } from './links.ts'
import { presentPresets, selectPresets } from './preset-rows.ts'
import { changePreset, createPreset, deletePreset, restorePreset } from './presets.ts'

const route = routeOptions('Наборы фильтров', { access: 'member' })
/** People share addresses, and dragging a preset writes at every step. */
const changesPerMinute = 300
const writing = (name: string) => ({ rateLimit: perMinute(name, changesPerMinute, 'Слишком много изменений.') })
const filtersNote =
  'Фильтры те же, что в списке дел, и проверяются так же; `page`, `ordering` и `size` отбрасываются, "true" и "false" становятся логическими.'

export const savedRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/presetcategories/',
    route({
      summary: 'Категории своих наборов',
      querystring: savedListQuery,
      response: answers(presetCategoryList, 400, 401),
    }),
    async request => pageOfRows(request, await categoriesOf(db, request.account.id), request.query),
  )

  app.get(
    '/presets/',
    route({
      summary: 'Свои наборы фильтров в своём порядке',
      querystring: savedListQuery,
      response: answers(presetList, 400, 401),
    }),
    async request => {
      const rows = await selectPresets(db, request.account).execute()
      return pageOfRows(request, await presentPresets(db, request.account, rows), request.query)
    },
  )

  app.post(
    '/presets/',
    route({
      ...writing('presets'),
      summary: 'Сохранить набор фильтров',
      description: `${filtersNote} Название и фильтры не повторяются. Категория — любой текст; категория без наборов исчезает. Фильтры словами (\`human_readable\`) пишет сервер; присланные не хранятся.`,
      body: presetRequest,
      response: created(preset, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) => createPreset(db, account, body),
  )

  app.patch(
    '/presets/:id/',
    route({
      ...writing('presets'),
      summary: 'Изменить набор',
      description: 'Чего нет в запросе, то остаётся. `position` — место среди своих наборов с 1; остальные сдвигаются.',
      params: idParams,
      body: presetChange,
      response: answers(preset, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => changePreset(db, account, params.id, body),
  )

  app.delete(
    '/presets/:id/',
    route({
      ...writing('presets'),
      summary: 'Удалить набор',
      description: 'Сутки его можно вернуть.',
      params: idParams,
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await deletePreset(db, account, params.id)
      return { detail: 'Набор удалён.' }
    },
  )

  app.post(
    '/presets/:id/restore/',
    route({
      ...writing('presets'),
      summary: 'Вернуть удалённый набор на его место',
      params: idParams,
      response: answers(preset, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => restorePreset(db, account, params.id),
  )

  app.post(
    '/links/',
    route({
      ...writing('links'),
      summary: 'Ссылка на фильтры',
      description: `${filtersNote} Те же фильтры — та же ссылка.`,
      body: linkRequest,
      response: created(savedLink, 400, 401, 403, 413, 415, 429),
    }),
    async request => {
      const filters = checkFilters(request.body.get_params, request.account, { ofForm: true })
      const id = await linkTo(db, request.account.id, filters)
      return { id, url: urlOf(request, id), get_params: filters.stored, note: null }
    },
  )

  app.get(
    '/links/:id/',
    route({
      summary: 'Фильтры по ссылке',
      description: 'Ссылка хранит фильтры, а не дела: каждый видит по ней то, что ему доступно.',
      params: linkParams,
      response: answers(savedLink, 401, 404),
    }),
    async request => {
      const { id } = request.params
      const { get_params, note } = await openLink(db, id, request.account)
      return { id, url: urlOf(request, id), get_params, note }
    },
  )
}

const urlOf = ({ siteOrigin }: FastifyRequest, id: string): string => `${siteOrigin}/l/${id}`
