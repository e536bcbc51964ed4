import { afterAll, expect, it } from 'vitest'
import { mailServer } from '../../test/mail-server.ts'
import { makeMailer } from './mailer.ts'

const server = await mailServer()
afterAll(() => server.close())
const failures: unknown[] = []
const settings = { from: 'Судмонитор <sud@example.org>', onError: (error: unknown) => failures.push(error) }

it('sends letters in Russian, in their order', async () => {
  const mailer = makeMailer({ smtpUrl: server.url, ...settings })
  for (const subject of ['Первое', 'Второе'])
    mailer.send({ to: 'vetrogonova@post.example', subject, text: 'Здравствуйте!\nВсё хорошо — «правда».' })
  await mailer.close()
  expect(server.letters).toEqual(
    ['Первое', 'Второе'].map(subject => ({
      from: 'sud@example.org',
      to: ['vetrogonova@post.example'],
      subject,
      text: 'Здравствуйте!\nВсё хорошо — «правда».',
    })),
  )
  expect(failures).toEqual([])
})

it('tells of a letter that could not be sent, and sends the next one', async () => {
  const mailer = makeMailer({ smtpUrl: server.url, ...settings })
  server.refuseNext()
  for (const subject of ['Третье', 'Четвёртое']) mailer.send({ to: 'a@post.example', subject, text: '.' })
  await mailer.close()
  expect(failures).toHaveLength(1)
  expect(server.letters.at(-1)?.subject).toBe('Четвёртое')
})

it('does not make anyone wait for a mail server that is not there', async () => {
  const mailer = makeMailer({
    smtpUrl: 'smtp://127.0.0.1:9',
    from: settings.from,
    onError: error => told.resolve(error),
  })
  const told = Promise.withResolvers<unknown>()
  // Nothing that could be waited for.
  expect(mailer.send({ to: 'a@post.example', subject: 'Никуда', text: '.' })).toBeUndefined()
  await expect(told.promise).resolves.toBeInstanceOf(Error)
  await mailer.close()
})
