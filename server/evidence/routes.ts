import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { evidencePackages, evidenceQuery, keptPageParams } from '#shared/api/evidence.ts'
import { idParams } from '#shared/api/lists.ts'
import { showDate } from '#shared/domain/dates.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { giveDownload } from '../http/downloads.ts'
import { notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'

const tag = 'Доказательство'
const route = routeOptions(tag, { access: 'member' })
const packagesPerMinute = 20
const builtVerifier = join(import.meta.dirname, '../../dist/verifier.html')

/** Loaded on the first call, because the dependencies of packages load slowly. */
const loadBuilder = () => import('./build-package.ts')

export const evidenceRoutes: FeatureRoutes = async (app, options) => {
  const { db, timestamping, verifierPath = builtVerifier } = options
  const caseOf = async (account: Parameters<typeof scopeOf>[0], id: number) => {
    const found = await selectCases(db, scopeOf(account), {})
      .innerJoin('court', 'court.id', 'court_case.court_id')
      .where('court_case.id', '=', id)
      .select(['court_case.id', 'case_number', 'court.title as court', 'court_case.url'])
      .executeTakeFirst()
    if (found === undefined) throw noCase()
    return { ...found, url: found.url || null }
  }

  app.get(
    '/cases/:id/evidence/',
    {
      // The ZIP is already compressed.
      compress: false,
      ...route({
        rateLimit: perMinute('evidence', packagesPerMinute, 'Слишком много пакетов.'),
        lane: 'unlimited',
        summary: 'Пакет доказательств',
        description:
          'ZIP: журнал дела с хешами, страницы сайта суда (WACZ с WARC 1.1), печати журнала, отметки времени, справка, страница проверки. SHA-256 файла — в заголовке X-Evidence-Sha256. Как проверить: docs/evidence.ru.md.',
        params: idParams,
        querystring: evidenceQuery,
        response: answers(z.any().meta({ description: 'application/zip' }), 400, 401, 404, 429, 503),
      }),
    },
    async (request, reply) => {
      const { account, params, query, log } = request
      const found = await caseOf(account, params.id)
      const entry = query.entry ?? null
      if (entry !== null) {
        const known = await db
          .selectFrom('case_journal')
          .select('number')
          .where('case_id', '=', found.id)
          .where('number', '=', entry)
          .executeTakeFirst()
        if (known === undefined) throw notFound('Такой записи в журнале дела нет.')
      }
      const body = await giveDownload({ request, reply }, options, async () => {
        const { buildPackage } = await loadBuilder()
        const onTimestampFailure = (error: unknown): void => log.error({ err: error }, 'no timestamp for a package')
        const made = await buildPackage(db, { ...found, entry }, { timestamping, verifierPath, onTimestampFailure })
        const { file, fileHash, manifest, manifestHash, isStamped } = made
        await db
          .insertInto('evidence_package')
          .values({
            ...{
              made_for: account.id,
              case_id: found.id,
              entry,
              size: file.length,
              manifest: isStamped ? null : manifest,
            },
            ...{ file_hash: Buffer.from(fileHash, 'hex'), manifest_hash: Buffer.from(manifestHash, 'hex') },
          })
          .execute()
        reply.header('x-evidence-sha256', fileHash)
        return Readable.from([file], { objectMode: false })
      })
      const suffix = entry === null ? '' : `, запись ${entry}`
      return reply
        .type('application/zip')
        .headers(attachment(`Доказательство, дело ${found.id}${suffix}.zip`, `evidence-${found.id}.zip`))
        .send(body)
    },
  )

  app.get(
    '/cases/:id/evidence/packages/',
    route({
      summary: 'Какие пакеты доказательств отдавались по делу',
      description: 'Сначала последний. По SHA-256 видно, тот ли это файл.',
      params: idParams,
      response: answers(evidencePackages, 401, 404),
    }),
    async ({ account, params }) => {
      const { id } = await caseOf(account, params.id)
      const rows = await db
        .selectFrom('evidence_package')
        .select(['made_at', 'entry', 'file_hash', 'size'])
        .where('case_id', '=', id)
        .orderBy('id', 'desc')
        .execute()
      return wholeList(
        rows.map(({ made_at, entry, file_hash, size }) => ({
          ...{ made_at: made_at.toISOString(), entry, sha256: file_hash.toString('hex'), size },
        })),
      )
    },
  )

  app.get(
    '/cases/:id/pages/:hash/',
    route({
      summary: 'Сохранённая страница дела',
      description:
        'Как её можно смотреть без опасности: слова и таблицы, без скриптов, картинок и ссылок. Только страницы, из которых прочитано дело.',
      params: keptPageParams,
      response: answers(z.any().meta({ description: 'text/html; charset=utf-8' }), 401, 404),
    }),
    async ({ account, params: { id, hash } }, reply) => {
      const { id: caseId } = await caseOf(account, id)
      const [{ pagesOf }, { shownPage, shownPageHeaders }, { keptPage }] = await Promise.all([
        import('./case-pages.ts'),
        import('./shown-page.ts'),
        import('../collectors/pages/keep-page.ts'),
      ])
      const pages = await pagesOf(db, caseId)
      const page = pages.find(one => one.hash.toString('hex') === hash)
      // A masked page is no copy of the site's response, and candidate names could be tested against its hash.
      if (page?.forgotten_on != null)
        throw notFound(`Страница закрыта по решению о забвении от ${showDate(page.forgotten_on)}.`)
      const kept = page && (await keptPage(db, page.hash))
      if (kept === undefined) throw notFound('Такой страницы у дела нет.')
      // The page is sandboxed and has no origin of its own to isolate.
      reply.removeHeader('origin-agent-cluster')
      return reply.type('text/html; charset=utf-8').headers(shownPageHeaders).send(shownPage(kept, hash))
    },
  )
}

/** The page that verifies packages is public: people who assess a package have no account. */
export const guestEvidenceRoutes: FeatureRoutes = async (app, { verifierPath = builtVerifier }) => {
  app.get(
    '/evidence/verifier/',
    routeOptions(tag)({
      access: 'guest',
      summary: 'Страница, которая проверяет пакеты доказательств',
      description: 'Один файл, который работает и без сети, и без Судмонитора.',
      response: answers(z.any().meta({ description: 'text/html; charset=utf-8' }), 404),
    }),
    async (_, reply) => {
      const page = await readFile(verifierPath).catch(() => undefined)
      if (page === undefined) throw notFound('Страница проверки не собрана: npm run build.')
      const policy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
    },
  )
}
