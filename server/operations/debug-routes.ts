import { debugStats } from '#shared/api/debug.ts'
import { answers } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { collectingState, countEverything, queueStates, storageState, versionsOf } from './health.ts'

const route = routeOptions('Администратору', { access: 'superuser' })

export const debugRoutes: FeatureRoutes = async (app, { db, dataDir, diskReserve, copyState }) => {
  app.get(
    '/debug/',
    route({
      summary: 'Отладочные сведения',
      description: 'Счёт дел и судов хранится минуту: `counted_at` говорит, когда считали. Остальное — на сейчас.',
      response: answers(debugStats, 401, 403),
    }),
    async () => {
      const [{ counts, at }, jobs, collecting, storage, versions] = await Promise.all([
        countEverything(db),
        queueStates(db),
        collectingState(db),
        storageState(db, dataDir, diskReserve),
        versionsOf(db),
      ])
      return {
        ...counts,
        counted_at: at.toISOString(),
        jobs,
        collecting,
        storage,
        versions,
        copy: copyState?.() ?? null,
        running_since: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      }
    },
  )
}
