import { sql } from 'kysely'
import {
  approveRequest,
  auditList,
  managedAccount,
  managedAccountChange,
  managedAccountList,
  pendingAccountList,
} from '#shared/api/accounts.ts'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import { pageOfQuery } from '../db/page-of-query.ts'
import { answers, done, withIsoDates } from '../http/answers.ts'
import { fieldError, notFound, requestError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { AccountError, changeAccount } from './accounts.ts'
import { listAudit } from './audit-list.ts'
import { approvalLetter, declineLetter } from './letters.ts'
import { approveRegistration, declineRegistration, waitingRegistrations } from './requests.ts'
import { accountColumns } from './sessions.ts'

const route = routeOptions('Администратору', { access: 'superuser' })

export const adminRoutes: FeatureRoutes = async (app, { db, publicUrl, mailer }) => {
  app.get(
    '/users/pending/',
    route({
      summary: 'Заявки, которые ждут решения',
      querystring: pagedQuery,
      response: answers(pendingAccountList, 400, 401, 403),
    }),
    async request => {
      const waiting = waitingRegistrations(db)
        .select(['username', 'email', 'about', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
      const { count, rows } = await pageOfQuery(waiting, request.query)
      return pageOf(request, { count, rows: rows.map(withIsoDates) }, request.query)
    },
  )

  app.post(
    '/users/approve/',
    route({
      summary: 'Одобрить или отклонить заявку',
      description:
        'С `"approve": false` — отклонить. `regions`: номера регионов, `null` — все. Если настроена почта, человек получит письмо.',
      body: approveRequest,
      response: answers(done, 400, 401, 403, 413, 415),
    }),
    async ({ account, body }) => {
      const { username, approve, groups, regions, is_superuser } = body
      const actor = { accountId: account.id }
      const decided = approve
        ? await approveRegistration(db, username, { groups, regions, isSuperuser: is_superuser }, { actor })
        : await declineRegistration(db, username, { actor })
      if (decided === undefined) throw fieldError('username', 'Такой заявки нет, или она уже решена.')
      const { email } = decided
      if (email !== null && mailer !== undefined) {
        const to = { username: decided.username, email }
        mailer.send(approve ? approvalLetter(to, publicUrl) : declineLetter(to))
      }
      const what = approve
        ? `Учётная запись «${decided.username}» одобрена.`
        : `Заявка «${decided.username}» отклонена.`
      const told =
        mailer === undefined
          ? 'Почта не настроена, письмо не отправлено.'
          : email === null
            ? 'Почта не указана, письмо не отправлено.'
            : 'Письмо отправляется.'
      return { detail: `${what} ${told}` }
    },
  )

  app.get(
    '/users/',
    route({
      summary: 'Учётные записи',
      description: 'Одобренные, включая заблокированные.',
      querystring: pagedQuery,
      response: answers(managedAccountList, 400, 401, 403),
    }),
    async request => {
      const approved = db.selectFrom('account').where('approved_at', 'is not', null)
      const { count, rows } = await pageOfQuery(
        approved.select(managedColumns).orderBy(sql`lower(username)`),
        request.query,
      )
      return pageOf(request, { count, rows: rows.map(withIsoDates) }, request.query)
    },
  )

  app.patch(
    '/users/:id/',
    route({
      summary: 'Изменить права, регионы, заблокировать, сбросить вход с кодом',
      description: 'Что не названо, остаётся прежним. Блокировка завершает сеансы, отзывает ключи, ленты и вебхуки.',
      params: idParams,
      body: managedAccountChange,
      response: answers(managedAccount, 400, 401, 403, 404, 413, 415),
    }),
    async ({ account, params, body }) => {
      const { groups, regions, is_superuser, blocked, second_factor } = body
      const { id } = params
      const known = db.selectFrom('account').where('id', '=', id).where('approved_at', 'is not', null)
      if ((await known.select('id').executeTakeFirst()) === undefined) throw notFound('Такой учётной записи нет.')
      try {
        await changeAccount(
          db,
          { id },
          { groups, regions, isSuperuser: is_superuser, blocked, secondFactor: second_factor },
          { accountId: account.id },
        )
      } catch (error) {
        throw error instanceof AccountError ? requestError(error.message) : error
      }
      return withIsoDates(await known.select(managedColumns).executeTakeFirstOrThrow())
    },
  )

  app.get(
    '/audit/',
    route({ summary: 'Журнал: кто что сделал', querystring: pagedQuery, response: answers(auditList, 400, 401, 403) }),
    async request => pageOf(request, await listAudit(db, request.query), request.query),
  )
}

const managedColumns = [
  ...accountColumns,
  'email',
  'created_at',
  'blocked_at',
  sql<boolean>`totp_at is not null`.as('second_factor'),
] as const
