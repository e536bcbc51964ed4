import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { charts, countTree as countTreeSchema, statisticsQuery } from '#shared/api/statistics.ts'
import { statsFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import type { DB } from '../db/schema.ts'
import { openSnapshot } from '../db/snapshot.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { fieldError } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { explainSearchError } from '../texts/text-search.ts'
import { countCharts, type StatsValues } from './charts.ts'
import { countTree } from './count-tree.ts'

/** Statistics (§2 /stats, §7 frontcountcases). Every answer is of one moment: its figures agree. */
const tags = ['Статистика']
/** Each reading of the cases may take so long. */
const secondsEach = 20

export const statisticsRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.get(
    '/frontcountcases/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Сколько дел: кодексы, статьи, части',
        description:
          'Фильтры списка без `type`, `stage`, `codex_articles`, `defendants`: они здесь — строки и столбцы. `filters` каждой строки, добавленные к заданным, открывают список из стольких же дел.',
        querystring: statisticsQuery,
        response: answers(countTreeSchema, 400, 401, 403),
      },
    },
    async ({ account, query }) => {
      const values = askedValues(statsFields, query, account)
      return atOneMoment(db, values, trx => countTree(trx, scopeOf(account), values))
    },
  )

  app.get(
    '/frontcountcases/charts/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Диаграммы статистики',
        description:
          'Под теми же фильтрами. У каждой отметки — `filters`, которые вместе с заданными открывают список из стольких же дел.',
        querystring: statisticsQuery,
        response: answers(charts, 400, 401, 403),
      },
    },
    async ({ account, query }) => {
      const values = askedValues(statsFields, query, account)
      return atOneMoment(db, values, trx => countCharts(trx, scopeOf(account), values))
    },
  )
}

async function atOneMoment<T>(db: Kysely<DB>, values: StatsValues, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  const { trx, close } = await openSnapshot(db, { secondsEach })
  try {
    return await work(trx)
  } catch (error) {
    const words = values.result_text_search
    const sentence = words && explainSearchError(error, words, secondsEach)
    throw sentence === undefined ? error : fieldError('result_text_search', sentence)
  } finally {
    await close()
  }
}
