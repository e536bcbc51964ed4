import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toRecord } from '#shared/filters/wire.ts'
import { adminRoutes } from './accounts/admin-routes.ts'
import { ownAccessRoutes } from './accounts/own-access-routes.ts'
import { accountRoutes, guestAccountRoutes } from './accounts/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { caseRoutes } from './cases/routes.ts'
import { captchaRoutes } from './collecting/captcha-routes.ts'
import { collectingRoutes } from './collecting/routes.ts'
import type { Standbys } from './db/standbys.ts'
import { deadlineRoutes } from './deadlines/routes.ts'
import { peopleDeskRoutes } from './defendants/resolve/desk-routes.ts'
import { riskRoutes } from './defendants/risk/routes.ts'
import { defendantRoutes } from './defendants/routes.ts'
import { directoryRoutes } from './directories/routes.ts'
import { evidenceRoutes, guestEvidenceRoutes } from './evidence/routes.ts'
import { exportRequestRoutes } from './exports/request-routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { favouriteRoutes } from './favourites/routes.ts'
import { forgettingRoutes } from './forgetting/routes.ts'
import { answerAsDeclared } from './http/answers.ts'
import { declareAccess, decorateRequests, requireSession } from './http/auth.ts'
import { answerWithin, type Deadlines, usualDeadlines } from './http/deadline.ts'
import { documentApi } from './http/documentation.ts'
import { answerError, plainSentence } from './http/errors.ts'
import { askingNow, limitConcurrency } from './http/fair-queue.ts'
import type { FeatureOptions, FeatureRoutes } from './http/feature.ts'
import { handleIdempotencyKeys } from './http/idempotency.ts'
import { documentKeys } from './http/idempotency-key.ts'
import { safeLogger } from './http/log-options.ts'
import { type OwnAddresses, trimForwardedFor } from './http/own-address.ts'
import { notingOwnWrites, ownWrites } from './http/own-writes.ts'
import { limitRates } from './http/rate-limit.ts'
import {
  answerMalformed,
  closeUnusedConnections,
  forbidCaching,
  refuseUndecodableQuery,
  rememberMethods,
  replaceUndecodablePath,
  securityHeaders,
} from './http/requests.ts'
import { serveSite } from './http/site.ts'
import { journalRoutes } from './journal/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { messengerRoutes } from './messenger/routes.ts'
import { debugRoutes } from './operations/debug-routes.ts'
import { measureRequests, type OperationsOptions, operationsRoutes } from './operations/routes.ts'
import { savedRoutes } from './saved/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { setFileRoutes } from './sets/file-routes.ts'
import { followFolders } from './sets/former-folders.ts'
import { setImportRoutes } from './sets/importing/import-routes.ts'
import { setItemRoutes } from './sets/item-routes.ts'
import { setRoutes } from './sets/routes.ts'
import { setTeamRoutes } from './sets/team-routes.ts'
import { citationRoutes } from './statistics/citation-routes.ts'
import { dataRoutes } from './statistics/data-routes.ts'
import { embedRoutes, publishingRoutes } from './statistics/embed-routes.ts'
import { practiceRoutes } from './statistics/practice-routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { feedLinkRoutes, guestFeedRoutes } from './subscriptions/feed-routes.ts'
import { pushRoutes } from './subscriptions/push-routes.ts'
import { guestSubscriptionRoutes, subscriptionRoutes } from './subscriptions/routes.ts'
import { webhookRoutes } from './subscriptions/webhook-routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { textRoutes } from './texts/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { watchingRoutes } from './watching/routes.ts'

/** The whole HTTP side without listening; tests build it too. */
export type AppOptions = Pick<FeatureOptions, 'db'> &
  Partial<Omit<FeatureOptions, 'reading'> & OwnAddresses & Pick<OperationsOptions, 'isReady' | 'busyWith'>> & {
    /** Networks of proxies whose `X-Forwarded-*` are believed; absent: of this machine. */
    trustedProxies?: readonly string[] | undefined
    deadlines?: Deadlines
    standbys?: Standbys | undefined
    /** Absent: dist/web of this package. */
    webRoot?: string | undefined
    logger?: FastifyServerOptions['logger']
  }

const apiPrefix = '/api/v1'
const bodyLimit = 1_048_576
const requestTimeout = 60_000
/** A filter of a thousand ids is a URL of 30 KB; Node's default limit is 16. */
const maxHeaderSize = 65_536
const builtWeb = join(import.meta.dirname, '../dist/web')

z.config({ localeError: plainSentence })

/** zod's compilers are set; without this, Fastify would load Ajv and its serializer at every start, and never use them. */
const notBuilt = (): never => {
  throw new Error('a schema was not given to the compilers that were set')
}

const guestRoutes: typeof memberRoutes = [
  guestAccountRoutes,
  guestSubscriptionRoutes,
  guestFeedRoutes,
  guestEvidenceRoutes,
]
// biome-ignore format: one name a line would fill a page
const memberRoutes: readonly FeatureRoutes[] = [
  accountRoutes, ownAccessRoutes, secondFactorRoutes, adminRoutes, caseRoutes, deadlineRoutes, textRoutes, journalRoutes, evidenceRoutes, defendantRoutes, peopleDeskRoutes, riskRoutes,
  linkRoutes, directoryRoutes, tagRoutes, favouriteRoutes, savedRoutes, statisticsRoutes, dataRoutes, citationRoutes, publishingRoutes, practiceRoutes,
  subscriptionRoutes, feedLinkRoutes, pushRoutes, webhookRoutes, exportRoutes, exportRequestRoutes, messengerRoutes, debugRoutes,
  collectingRoutes, captchaRoutes, forgettingRoutes, todayRoutes, searchRoutes, setRoutes, setItemRoutes, setTeamRoutes, watchingRoutes, setFileRoutes, setImportRoutes,
]

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    webRoot = builtWeb,
    logger,
    isReady = () => true,
    busyWith,
    standbys,
    otherUrls,
    trustedProxies,
    deadlines = usualDeadlines,
    ...given
  } = options
  const { db, copy, copyCaughtUp } = given
  const writes = copy && copyCaughtUp && ownWrites(copy, copyCaughtUp)
  const features: FeatureOptions = {
    publicUrl: undefined,
    hasBot: false,
    dataDir: tmpdir(),
    diskReserve: 0,
    ...given,
    copy: writes?.copy ?? copy,
    reading: work => standbys?.read(askingNow()?.account, work) ?? work(db),
  }
  const { publicUrl, superuserSecondFactor } = features
  const app = Fastify({
    logger: safeLogger(logger),
    bodyLimit,
    requestTimeout,
    http: { maxHeaderSize },
    genReqId: () => randomBytes(6).toString('hex'),
    trustProxy: trustedProxies === undefined ? 'loopback' : [...trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, querystringParser: toRecord },
    schemaController: { compilersFactory: { buildValidator: notBuilt, buildSerializer: notBuilt } },
    frameworkErrors: answerError,
    clientErrorHandler: answerMalformed,
    rewriteUrl: replaceUndecodablePath,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  decorateRequests(app, { publicUrl, otherUrls })
  const methodsOf = rememberMethods(app)

  closeUnusedConnections(app)
  app.addHook('onRequest', trimForwardedFor)
  await app.register(helmet, securityHeaders([publicUrl, ...(otherUrls ?? [])]))
  await app.register(compress, { threshold: 1024 })
  await app.register(cookie)
  await app.register(rateLimit, limitRates(db))
  app.addHook('preValidation', refuseUndecodableQuery)
  app.addHook('preValidation', followFolders(db))
  measureRequests(app)
  await documentApi(app)

  const noteOwnWrite = notingOwnWrites(async account => {
    writes?.note(account)
    await standbys?.noteWrite(account)
  })
  const registerAll = (list: typeof memberRoutes, isForMembers: boolean) =>
    app.register(
      async scope => {
        scope.addHook('onRoute', declareAccess)
        answerWithin(scope, isForMembers ? deadlines.member : deadlines.guest, isForMembers ? noteOwnWrite : undefined)
        if (isForMembers) {
          scope.addHook('onRoute', documentKeys)
          scope.addHook('onRequest', requireSession(db, deadlines.session, { secondFactor: superuserSecondFactor }))
          // Before the queue: what only waits for another's answer holds no place.
          handleIdempotencyKeys(scope, db)
          limitConcurrency(scope)
        }
        scope.addHook('preHandler', answerAsDeclared)
        scope.addHook('onSend', forbidCaching)
        for (const routes of list) await scope.register(routes, features)
      },
      { prefix: apiPrefix },
    )
  await registerAll(guestRoutes, false)
  await registerAll(memberRoutes, true)
  await app.register(operationsRoutes, { ...features, isReady, busyWith, standbys })
  await app.register(embedRoutes, features)
  await serveSite(app, { webRoot, methodsOf })
  return app
}
