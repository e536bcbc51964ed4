import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { methodNoteAnswer, noteQuery } from '#shared/api/citations.ts'
import { clash, pivot, pivotQuery } from '#shared/api/pivot.ts'
import { everything, fileRoom, pageRoom } from '#shared/domain/pivot.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toRecord } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesOfSides } from '../cases/engine/at-day.ts'
import { askTogether } from '../cases/engine/run.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { countForDownload } from '../http/downloads.ts'
import { fieldError } from '../http/errors.ts'
import { countIsBehindNow } from '../http/fair-queue.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import { figureFormats, giveFigures } from './figure-file.ts'
import { countSelections, type Figured, type SelectionCount, writeMethodNote } from './method-note.ts'
import { countTable, type Room } from './pivot.ts'
import { tableFile } from './pivot-file.ts'

/**
 * The page of data (§2 /data): a table over the cases of the list, as JSON and files, with its method note and those of
 * charts.
 */
const route = routeOptions('Данные', { access: 'member', lane: 'figures' })
const filesPerMinute = 120
const note =
  'Фильтры те же, что у списка дел. `filters` стороны, а поверх них фильтры строки, столбца и показателя, открывают список дел за цифрой. Первая строка и первый столбец — всего. Дело с несколькими статьями стоит в каждой, а в итоге — один раз.'

export const dataRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }
  type Account = FastifyRequest['account']
  const sidesOf = (account: Account, query: { compare?: string | undefined }): AnyValues[] => [
    askedValues(caseListFields, query, account),
    ...(query.compare === undefined
      ? []
      : [
          checkFilters(query.compare === everything ? {} : toRecord(query.compare), account, { name: 'compare' })
            .values,
        ]),
  ]
  const askSides = async <T>(
    account: Account,
    sides: readonly AnyValues[],
    want: Parameters<typeof askTogether<T>>[3],
  ) => {
    const names = ['result_text_search', 'compare'] as const
    const named = sides.map((values, at) => [names[at] ?? names[0], values] as const)
    return askTogether(await enginesOfSides(engines, sides), scopeOf(account), named, want)
  }
  type Asked = { account: Account; query: z.output<typeof pivotQuery> }
  const count = async ({ account, query }: Asked, room: Room) => {
    refuseClash(query)
    const { rows, columns, metrics } = query
    const sides = sidesOf(account, query)
    return askSides(account, sides, async (trx, located) => {
      const table = await countTable(trx, scopeOf(account), { rows, columns, metrics, sides }, located, room)
      return { table, selections: await countSelections(located) }
    })
  }
  const noteOf = (account: Account, sides: readonly AnyValues[], selections: readonly SelectionCount[], of: Figured) =>
    writeMethodNote(db, {
      scope: scopeOf(account),
      sides: sides.map((values, at) => ({ values, selection: selections[at] })),
      of,
    })

  app.get(
    '/data/pivot/',
    route({
      summary: 'Показатели по строкам и столбцам',
      description: note,
      querystring: pivotQuery,
      response: answers(pivot, 400, 401, 403),
    }),
    async request => ({ ...(await count(request, pageRoom)).table, ...countIsBehindNow() }),
  )

  app.get(
    '/data/note/',
    route({
      summary: 'Как посчитаны цифры: справка к диаграмме или таблице',
      description:
        'Выборка словами, день данных, из скольких судов и регионов, у какой доли дел опубликован текст, сколько дел, есть ли среди них вымышленные.',
      querystring: noteQuery,
      response: answers(methodNoteAnswer, 400, 401, 403),
    }),
    async ({ account, query }) => {
      const sides = sidesOf(account, query)
      const selections = await askSides(account, sides, (_, located) => countSelections(located))
      return { ...(await noteOf(account, sides, selections, query)), ...countIsBehindNow() }
    },
  )

  for (const { value: format, label, type } of figureFormats)
    app.get(
      `/data/pivot/export.${format}`,
      route({
        rateLimit: perMinute(`data ${format}`, filesPerMinute, 'Слишком много выгрузок.'),
        summary: `Та же таблица файлом ${label}`,
        description: `До ${fileRoom.rows} строк. ${note}`,
        querystring: pivotQuery,
        response: answers(z.any().meta({ description: type }), 400, 401, 403, 429, 503),
      }),
      async (request, reply) => {
        const { account, query, siteOrigin, originalUrl } = request
        const { table, selections } = await countForDownload(request, () => count(request, fileRoom))
        const about = {
          madeAt: new Date().toISOString(),
          regions: account.regions,
          url: `${siteOrigin}/data?${originalUrl.split('?')[1] ?? ''}`,
          method: await noteOf(account, sidesOf(account, query), selections, query),
        }
        return giveFigures(reply, format, tableFile(table, about), { day: table.today })
      },
    )
}

export function refuseClash(asked: Parameters<typeof clash>[0]): void {
  const sentence = clash(asked)
  if (sentence !== undefined) throw fieldError('columns', sentence)
}
