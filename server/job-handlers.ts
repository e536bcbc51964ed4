import type { Kysely } from 'kysely'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from './db/schema.ts'
import type { DueChecks, JobHandlers } from './jobs/job-kinds.ts'
import { sendJob } from './jobs/send-job.ts'

/** What each kind of job does. Who sends a job knows its name alone (server/jobs). */
export const jobHandlers: JobHandlers = {
  'write-export': async () => (await import('./exports/request-jobs.ts')).writeExport,
  'send-export': async () => (await import('./exports/request-sending.ts')).sendExport,
  'forget-exports': async () => (await import('./exports/request-jobs.ts')).forgetExports,
  'remove-export-objects': async () => (await import('./exports/object-removal.ts')).removeExportObjects,
  'match-changes': async () => (await import('./subscriptions/notifications.ts')).matchChangesJob,
  'deliver-messages': async () => (await import('./subscriptions/notifications.ts')).deliverMessages,
  'tend-subscriptions': async () => (await import('./subscriptions/nightly.ts')).maintainSubscriptions,
  collect: async () => (await import('./collectors/collect-jobs.ts')).collectDue,
  'plan-collecting': async () => (await import('./collectors/collect-jobs.ts')).planCollecting,
  'check-courts': async () => (await import('./collectors/collect-jobs.ts')).checkCourts,
  'forget-old': async () => {
    const [
      { takeHearingsComeNear },
      { deleteOldCollectingData },
      { deleteOldVisits },
      { deleteOldWrites },
      { deleteOldMarks },
      { destroySeals },
      { purgeUndoneImports },
    ] = await Promise.all([
      import('./ingest/reread-hearings.ts'),
      import('./collectors/retention.ts'),
      import('./cases/visits.ts'),
      import('./texts/found-cases.ts'),
      import('./db/freshness.ts'),
      import('./forgetting/seal.ts'),
      import('./sets/importing/imports.ts'),
    ])
    return async ({ db }) => {
      await takeHearingsComeNear(db)
      await deleteOldCollectingData(db)
      await deleteOldVisits(db)
      await deleteOldWrites(db)
      await deleteOldMarks(db)
      await destroySeals(db)
      await purgeUndoneImports(db)
    }
  },
  'check-texts': async () => {
    const [{ mendTornTexts }, { refreshCase }] = await Promise.all([
      import('./texts/torn-texts.ts'),
      import('./collectors/refresh-case.ts'),
    ])
    return async ({ db, say }, _, signal) => {
      const unread = await mendTornTexts(db, () => signal.aborted)
      const lost: number[] = []
      for (const id of unread) if ((await refreshCase(db, id)).kind === 'no_address') lost.push(id)
      if (unread.length === 0) return
      say(`Тексты на серверах текстов разошлись с делами: спрошено у судов заново — ${unread.length - lost.length}.`)
      if (lost.length > 0) say(`Эти дела нужно загрузить ещё раз, адреса их карточек нет: ${lost.join(', ')}.`)
    }
  },
  'mask-pages': async () => {
    const [{ forgetListPages }, { keyOfDecision, sealKeyMissing }] = await Promise.all([
      import('./forgetting/mask-pages.ts'),
      import('./forgetting/seal.ts'),
    ])
    return async ({ db, dataDir, say }, { id, hosts }, signal) => {
      const key = await keyOfDecision(db, id, dataDir)
      if (key === undefined) say(sealKeyMissing)
      await forgetListPages(db, { id, key }, hosts, () => signal.aborted)
    }
  },
  'check-disk': async () => {
    const { tellDiskSpace } = await import('./operations/disk-space.ts')
    return ({ dataDir, diskReserve = 0, say }) => tellDiskSpace(dataDir, diskReserve, say)
  },
  'clean-accounts': async () => {
    const { cleanAccounts } = await import('./accounts/requests.ts')
    return ({ db }) => cleanAccounts(db)
  },
  'resolve-people': async () => {
    const { resolvePeople } = await import('./defendants/resolve/resolve-people.ts')
    return async ({ db }, _, signal) => {
      const done = await resolvePeople(db, { isStopped: () => signal.aborted })
      // Whose cases are others now has other clocks.
      if (done !== undefined && done.cases > 0) await sendJob(db, 'set-clocks', {})
    }
  },
  'set-clocks': async () => {
    const { setClocks } = await import('./defendants/risk/set-clocks.ts')
    return async ({ db }, _, signal) => {
      await setClocks(db, { isStopped: () => signal.aborted })
    }
  },
  'seal-journal': async () => {
    const { sealJournal } = await import('./evidence/seal-journal.ts')
    return async ({ db }, _, signal) => {
      if ((await sealJournal(db, () => signal.aborted)) > 0) await sendJob(db, 'stamp-seals', {})
    }
  },
  'stamp-seals': async () => {
    const { stampSeals } = await import('./evidence/stamp-seals.ts')
    return ({ db, timestamping, calendar }) => stampSeals(db, { timestamping, calendar })
  },
  'reread-stored': async () => (await import('./reread-after-update.ts')).rereadAfterUpdate,
}

const isAnyIn = async (db: Kysely<DB>, queue: 'people_due' | 'risk_due' | 'export_object_removal'): Promise<boolean> =>
  (await db.selectFrom(queue).selectAll().limit(1).executeTakeFirst()) !== undefined

/** Of the kinds that are sent every minute. */
export const jobsDue: DueChecks = {
  'remove-export-objects': db => isAnyIn(db, 'export_object_removal'),
  'resolve-people': db => isAnyIn(db, 'people_due'),
  'set-clocks': async db => {
    const { queueNewDay } = await import('./defendants/risk/set-clocks.ts')
    await queueNewDay(db, today())
    return isAnyIn(db, 'risk_due')
  },
}
