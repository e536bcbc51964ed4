import { idParams } from '#shared/api/lists.ts'
import {
  fullSet,
  invitationList,
  invitationParams,
  invitationRequest,
  invitationToken,
  invitedTo,
  memberChange,
  memberParams,
  newInvitation,
  workingSet,
} from '#shared/api/sets.ts'
import { answers, created, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { fullSetOf, oneSet } from './sets.ts'
import {
  acceptInvitation,
  changeRole,
  invitationsOf,
  invite,
  previewInvitation,
  removeMember,
  revokeInvitation,
} from './team.ts'

const route = routeOptions('Подборки', { access: 'member' })
const limited = (name: string) => perMinute(name, 60, 'Слишком много изменений.')

export const setTeamRoutes: FeatureRoutes = async (app, { db }) => {
  app.patch(
    '/sets/:id/members/:account/',
    route({
      rateLimit: limited('set members'),
      summary: 'Изменить роль участника подборки',
      description: 'Кого сделали читателем, не станет редактором по прежней ссылке: все ссылки отзываются.',
      params: memberParams,
      body: memberChange,
      response: answers(fullSet, 400, 401, 403, 404, 409, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await changeRole(db, { accountId: account.id, setId: params.id, account: params.account }, body.role)
      return fullSetOf(db, scopeOf(account), params.id)
    },
  )

  app.delete(
    '/sets/:id/members/:account/',
    route({
      rateLimit: limited('set members'),
      summary: 'Закрыть участнику доступ к подборке или выйти из неё',
      description: 'Закрывая доступ, владелец отзывает и все ссылки.',
      params: memberParams,
      response: answers(done, 401, 403, 404, 409, 429),
    }),
    async ({ account, params }) => {
      await removeMember(db, { accountId: account.id, setId: params.id, account: params.account })
      return {
        detail:
          params.account === account.id
            ? 'Вы вышли из подборки.'
            : 'Доступ закрыт, прежние ссылки больше не действуют.',
      }
    },
  )

  app.get(
    '/sets/:id/invitations/',
    route({
      summary: 'Действующие ссылки в подборку',
      params: idParams,
      response: answers(invitationList, 401, 403, 404),
    }),
    async ({ account, params }) => wholeList(await invitationsOf(db, account.id, params.id)),
  )

  app.post(
    '/sets/:id/invitations/',
    route({
      secret: true,
      rateLimit: limited('set invitations'),
      summary: 'Создать ссылку в подборку',
      description:
        'По ней войдёт любой, у кого есть учётная запись, пока ссылку не отзовут и срок не вышел. Показывается один раз. Регионы каждого участника остаются его собственными.',
      params: idParams,
      body: invitationRequest,
      response: created(newInvitation, 400, 401, 403, 404, 413, 415, 429),
    }),
    ({ account, params, body }) => invite(db, { accountId: account.id, setId: params.id }, body),
  )

  app.delete(
    '/sets/:id/invitations/:invitation/',
    route({
      rateLimit: limited('set invitations'),
      summary: 'Отозвать ссылку в подборку',
      description: 'Кто уже вошёл по ней, остаётся участником.',
      params: invitationParams,
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await revokeInvitation(db, { accountId: account.id, setId: params.id, id: params.invitation })
      return { detail: 'Ссылка отозвана.' }
    },
  )

  app.post(
    '/sets/invitations/look/',
    route({
      secret: true,
      rateLimit: limited('set look'),
      summary: 'Куда ведёт ссылка в подборку',
      body: invitationToken,
      response: answers(invitedTo, 400, 401, 403, 404, 413, 415, 429),
    }),
    ({ account, body }) => previewInvitation(db, account.id, body.token),
  )

  app.post(
    '/sets/invitations/accept/',
    route({
      secret: true,
      rateLimit: limited('set accept'),
      summary: 'Войти в подборку по ссылке',
      body: invitationToken,
      response: answers(workingSet, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, body }) => {
      const id = await acceptInvitation(db, account.id, body.token)
      return oneSet(db, scopeOf(account), id)
    },
  )
}
