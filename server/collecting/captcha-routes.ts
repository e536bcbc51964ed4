import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { captchaAnswer, captchaList } from '#shared/api/collecting.ts'
import { idParams } from '#shared/api/lists.ts'
import { answerCaptcha, throwCaptchaAway } from '../collectors/captcha.ts'
import { answers, done } from '../http/answers.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { sendJob } from '../jobs/send-job.ts'
import { captchasOnDesk } from './captcha-desk.ts'

/** The desk where superusers type what sites of courts want from a person; collecting goes on by itself. */
const tags = ['Администратору']

export const captchaRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.get(
    '/captchas/',
    {
      config: { access: 'superuser' },
      schema: {
        tags,
        summary: 'Проверочные коды, которых ждут сайты судов',
        description: 'Сначала самые старые. Один на сайт: ответ действует, пока сайт не спросит снова.',
        response: answers(captchaList, 401, 403),
      },
    },
    async () => wholeList(await captchasOnDesk(db)),
  )

  app.post(
    '/captchas/:id/',
    {
      config: { access: 'superuser' },
      schema: {
        tags,
        summary: 'Ввести код',
        params: idParams,
        body: captchaAnswer,
        response: answers(done, 400, 401, 403, 409, 413, 415),
      },
    },
    async ({ account, params, body }) => {
      if (!(await answerCaptcha(db, params.id, body.answer, account.id)))
        throw conflict('Этот код уже ввели, или сайт показал другую картинку.')
      await sendJob(db, 'collect', {})
      return { detail: 'Принято. Подойдёт ли код, скажет сайт.' }
    },
  )

  app.delete(
    '/captchas/:id/',
    {
      config: { access: 'superuser' },
      schema: {
        tags,
        summary: 'Попросить другую картинку',
        params: idParams,
        response: answers(done, 401, 403, 404),
      },
    },
    async ({ params }) => {
      if (!(await throwCaptchaAway(db, params.id))) throw notFound('Такой картинки нет, или её уже сменили.')
      await sendJob(db, 'collect', {})
      return { detail: 'Сайт будет спрошен заново.' }
    },
  )
}
