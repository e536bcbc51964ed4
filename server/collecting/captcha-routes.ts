import { type Kysely, sql } from 'kysely'
import type { WaitingCaptcha } from '#shared/api/collecting.ts'
import { captchaAnswer, captchaList } from '#shared/api/collecting.ts'
import { idParams } from '#shared/api/lists.ts'
import { answerCaptcha, discardCaptcha, isPicture, pendingCaptchas } from '../collectors/captcha.ts'
import type { DB } from '../db/schema.ts'
import { answers, done } from '../http/answers.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { sendJob } from '../jobs/send-job.ts'

/** The desk where superusers type what sites of courts want from a person; collecting goes on by itself. */
const route = routeOptions('Администратору', { access: 'superuser' })

export const captchaRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/captchas/',
    route({
      summary: 'Проверочные коды, которых ждут сайты судов',
      description: 'Сначала самые старые. Один на сайт: ответ действует, пока сайт не спросит снова.',
      response: answers(captchaList, 401, 403),
    }),
    async () => wholeList(await captchasOnDesk(db)),
  )

  app.post(
    '/captchas/:id/',
    route({
      summary: 'Ввести код',
      params: idParams,
      body: captchaAnswer,
      response: answers(done, 400, 401, 403, 409, 413, 415),
    }),
    async ({ account, params, body }) => {
      if (!(await answerCaptcha(db, params.id, body.answer, account.id)))
        throw conflict('Этот код уже ввели, или сайт показал другую картинку.')
      await sendJob(db, 'collect', {})
      return { detail: 'Принято. Подойдёт ли код, скажет сайт.' }
    },
  )

  app.delete(
    '/captchas/:id/',
    route({ summary: 'Попросить другую картинку', params: idParams, response: answers(done, 401, 403, 404) }),
    async ({ params }) => {
      if (!(await discardCaptcha(db, params.id))) throw notFound('Такой картинки нет, или её уже сменили.')
      await sendJob(db, 'collect', {})
      return { detail: 'Попросим у сайта другую картинку.' }
    },
  )
}

const old = 20 * 60_000

async function captchasOnDesk(db: Kysely<DB>): Promise<WaitingCaptcha[]> {
  // What a browser might run is not shown, whatever the site has sent.
  const waiting = (await pendingCaptchas(db)).filter(({ media_type }) => isPicture(media_type))
  if (waiting.length === 0) return []
  const courts = await db
    .selectFrom('court_site')
    .innerJoin('court', 'court.id', 'court_site.court_id')
    .where('court_site.host', '=', sql<string>`any(${waiting.map(({ host }) => host)}::text[])`)
    .select(['court_site.host', 'court.title'])
    .orderBy('court.title')
    .execute()
  return waiting.map(({ id, host, picture, media_type, asked_at, waiting: held, was_wrong }) => ({
    id,
    host,
    courts: courts.filter(court => court.host === host).map(({ title }) => title),
    picture: `data:${media_type};base64,${picture.toString('base64')}`,
    asked_at: asked_at.toISOString(),
    is_old: Date.now() - asked_at.getTime() > old,
    waiting: held,
    was_wrong,
  }))
}
