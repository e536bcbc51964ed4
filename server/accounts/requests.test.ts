import { afterAll, describe, expect, it } from 'vitest'
import { type Answer, testApp } from '../../test/app.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { mailServer } from '../../test/mail-server.ts'
import { buildApp } from '../app.ts'
import { makeMailer } from '../messenger/mailer.ts'
import { createAccount } from './accounts.ts'
import { deleteDeclined } from './requests.ts'

const post = await mailServer()
afterAll(() => post.close())
const mailer = makeMailer({
  smtpUrl: post.url,
  from: 'sud@example.org',
  onError: error => {
    throw error
  },
})
const { app, db, guest, as } = await testApp({ mailer, publicUrl: 'https://sud.example' })
const admin = await as(await buildAccount(db, { username: 'администратор', isSuperuser: true }))
const register = (body: object) =>
  guest('users/register/', { method: 'POST', body: { password: testPassword, ...body } })
const decide = (body: object) => admin('users/approve/', { method: 'POST', body })
const signIn = (username: string, password = testPassword) =>
  guest('token/', { method: 'POST', body: { username, password } })
const waiting = async () =>
  ((await admin('users/pending/')).body as { results: { username: string; email: string | null; about: string }[] })
    .results
const lastActs = async (count: number) =>
  ((await admin(`audit/?size=${count}`)).body as { results: { username: string; action: string; sentence: string }[] })
    .results
const said = ({ status, body }: Answer) => [status, body]
const refusals = {
  wrong: 'Неверное имя пользователя или пароль.',
  waits: 'Учётную запись ещё не одобрил администратор.',
}
const notSolved = { username: ['Такой заявки нет, или она уже решена.'] }

describe('asking for an account (§7)', () => {
  it('waits for an administrator, and says so on signing in', async () => {
    expect(said(await register({ username: 'анна', email: 'anna@post.example', about: ' Изучаю суды. ' }))).toEqual([
      201,
      { detail: 'Заявка принята. Войти можно будет, когда её одобрит администратор: мы напишем вам на почту.' },
    ])
    expect((await signIn('анна')).body).toEqual({ non_field_errors: [refusals.waits] })
    expect(await waiting()).toEqual([
      { username: 'анна', email: 'anna@post.example', about: 'Изучаю суды.', created_at: expect.any(String) },
    ])
  })
  it.each(['lev@почта.рф', 'lev@xn--80a1acny.xn--p1ai'])(
    'takes an address whose domain is Cyrillic, also as browsers write it: %s',
    async email => {
      const username = `лев-${email.length}`
      expect((await register({ username, email })).status).toBe(201)
      expect((await waiting()).map(one => one.email)).toContain(email)
      await decide({ username, approve: false })
    },
  )
  it('is refused where the name is taken, in whatever letter case', async () => {
    await register({ username: 'занятое-имя' })
    expect(said(await register({ username: ' Занятое-Имя ' }))).toEqual([400, { username: ['Это имя занято.'] }])
    await decide({ username: 'занятое-имя', approve: false })
  })
  it('is refused where the name looks like somebody’s: by letters of another alphabet, capitals, digits', async () => {
    await buildAccount(db, { username: 'соратник' })
    await buildAccount(db, { username: 'Orel10' })
    const sentence = 'Это имя не отличить на вид от занятого. Выберите другое.'
    for (const username of ['copaтник', 'сopатник', 'COPATHИK', 'Оrеl10', 'orelIO', '０rel10'])
      expect(said(await register({ username }))).toEqual([400, { username: [sentence] }])
    const named = createAccount(db, { username: 'cоратник', password: testPassword })
    await expect(named).rejects.toThrow('не отличить на вид от «соратник»')
    for (const username of ['соратники', 'орёл10']) expect((await register({ username })).status).toBe(201)
    for (const username of ['соратники', 'орёл10']) await decide({ username, approve: false })
  })
  it('made at the same moment under names that look alike succeeds once', async () => {
    const answers = await Promise.all(['тополь', 'тoполь', 'топoль', 'тoпoль'].map(username => register({ username })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })
  it('does not tell whose address is taken: not by its answer, not by what signing in or asking again answers', async () => {
    await buildAccount(db, { email: 'taken@post.example' })
    const [free, taken] = [
      await register({ username: 'первая', email: 'free@post.example' }),
      await register({ username: 'вторая', email: 'Taken@post.example' }),
    ]
    expect(said(taken)).toEqual(said(free))
    expect(said(await signIn('вторая'))).toEqual(said(await signIn('первая')))
    expect(said(await register({ username: 'вторая' }))).toEqual(said(await register({ username: 'первая' })))
    expect((await waiting()).map(({ username, email }) => [username, email])).toContainEqual(['вторая', null])
    await mailerIsIdle()
    expect(post.letters.at(-1)).toMatchObject({
      to: ['Taken@post.example'],
      subject: 'Судмонитор: заявка с вашей почтой',
    })
    expect(post.letters.at(-1)?.text).not.toContain('вторая')
  })
  it('made by many at once under one name succeeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ username: 'одновременная' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  })
  it.each([
    [{ username: 'ab' }, 'username', 'Имя пользователя: от 3 до 150 букв, цифр и знаков @ . + - _'],
    [{ username: 'две сестры' }, 'username', 'Имя пользователя: от 3 до 150 букв, цифр и знаков @ . + - _'],
    [{ password: 'коротко' }, 'password', 'Пароль: не короче 10 знаков.'],
    [{ password: 'Password12345' }, 'password', 'Такой пароль подберут быстро. Возьмите несколько несвязанных слов.'],
    [{ password: 'ветрогонова77' }, 'password', 'Пароль слишком похож на имя пользователя или почту.'],
    [{ email: 'не почта' }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ email: 'имя@сайт.рф' }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ email: 'ivan@сайт' }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ email: 'i..van@post.example' }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ email: 'ivan@post..example' }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ email: `ivan@${'п'.repeat(250)}.рф` }, 'email', 'Почта: нужен адрес вида ivan@сайт.рф.'],
    [{ about: 'о'.repeat(1001) }, 'about', 'О себе: не больше 1000 знаков.'],
    [{ about: '\0' }, 'about', 'О себе: недопустимый знак с кодом 0.'],
    [{ is_superuser: true }, 'is_superuser', 'Неизвестное поле.'],
    [{ regions: [77] }, 'regions', 'Неизвестное поле.'],
  ])('%j is refused at its field', async (wrong, field, sentence) =>
    expect(said(await register({ username: 'ветрогонова', ...wrong }))).toEqual([400, { [field]: [sentence] }]),
  )
  it('gives no more rights than it asks for: none', async () => {
    const row = await db.selectFrom('account').selectAll().where('username', '=', 'первая').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ approved_at: null, groups: [], is_superuser: false })
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  })
  it('costs ever longer pauses from one address, said in headers, and not from another', async () => {
    const ask = (n: number, remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/users/register/',
        remoteAddress,
        payload: { username: `гость-${n}`, password: testPassword },
      })
    let last = await ask(0, '2001:db8::1')
    for (let n = 1; n < 31; n++) last = await ask(n, `2001:db8::${n}`)
    expect(last.statusCode).toBe(429)
    expect(last.json()).toEqual({ detail: 'Слишком много заявок с вашего адреса. Повторите через 1\u00a0с.' })
    expect(last.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-limit': '60', 'ratelimit-remaining': '0' })
    expect((await ask(99, '2001:db9::1')).statusCode).toBe(201)
  })
})

describe('deciding (§7)', () => {
  it('lets the person in with the groups and regions given, tells them by mail, and is written down', async () => {
    const answer = await decide({ username: 'Анна', groups: ['tag_editor'], regions: [77, 78, 77] })
    expect(said(answer)).toEqual([200, { detail: 'Учётная запись «анна» одобрена. Письмо отправляется.' }])
    const token = ((await signIn('анна')).body as { token: string }).token
    expect((await guest('users/me/', { headers: { authorization: `Bearer ${token}` } })).body).toEqual({
      username: 'анна',
      groups: ['tag_editor'],
      is_superuser: false,
      regions: [77, 78],
    })
    await mailerIsIdle()
    expect(post.letters.at(-1)).toEqual({
      from: 'sud@example.org',
      to: ['anna@post.example'],
      subject: 'Судмонитор: учётная запись одобрена',
      text: 'Здравствуйте, анна!\n\nАдминистратор одобрил вашу учётную запись. Теперь можно войти: https://sud.example/login\n\nСудмонитор',
    })
    expect(await lastActs(1)).toMatchObject([
      {
        username: 'администратор',
        action: 'account_approved',
        sentence: 'Одобрена учётная запись «анна»: не администратор; группы: tag_editor; регионы: 77, 78.',
      },
    ])
  })
  it('declines: the person is told on signing in and by mail; the request is forgotten after a month', async () => {
    await register({ username: 'борис', email: 'boris@post.example' })
    expect((await decide({ username: 'борис', approve: false })).status).toBe(200)
    expect((await signIn('борис')).body).toEqual({
      non_field_errors: ['Заявку на учётную запись отклонил администратор.'],
    })
    expect((await signIn('борис', 'не тот пароль')).body).toEqual({ non_field_errors: [refusals.wrong] })
    expect((await waiting()).map(({ username }) => username)).not.toContain('борис')
    await mailerIsIdle()
    expect(post.letters.at(-1)).toMatchObject({ to: ['boris@post.example'], subject: 'Судмонитор: заявка отклонена' })
    expect((await lastActs(1))[0]?.sentence).toBe('Отклонена заявка «борис».')
    const known = () => db.selectFrom('account').where('username', '=', 'борис').select('id').executeTakeFirst()
    await deleteDeclined(db)
    expect(await known()).toBeDefined()
    await db
      .updateTable('account')
      .set({ declined_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('username', '=', 'борис')
      .execute()
    await deleteDeclined(db)
    expect(await known()).toBeUndefined()
  })
  it('is done once, and only of what waits', async () => {
    await register({ username: 'решённая' })
    const both = await Promise.all([decide({ username: 'решённая' }), decide({ username: 'решённая', approve: false })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    for (const username of ['решённая', 'никого', 'администратор'])
      expect(said(await decide({ username }))).toEqual([400, notSolved])
  })
  it.each([
    [{ regions: [1000] }, 'regions', 'Нет такого региона.'],
    [{ groups: ['root'] }, 'groups', 'Возможные группы: tag_editor.'],
    [{ approve: 'yes' }, 'approve', 'Нужно true или false.'],
    [{ id: 1 }, 'id', 'Неизвестное поле.'],
  ])('refuses %j', async (wrong, field, sentence) =>
    expect(said(await decide({ username: 'первая', ...wrong }))).toEqual([400, { [field]: [sentence] }]),
  )
  it('goes through where the mail server is not there, or no mail is set up at all', async () => {
    await register({ username: 'вера', email: 'vera@post.example' })
    await register({ username: 'глеб', email: 'gleb@post.example' })
    const failures: unknown[] = []
    const broken = makeMailer({
      smtpUrl: 'smtp://127.0.0.1:9',
      from: 'a@b.example',
      onError: error => failures.push(error),
    })
    const authorization = `Bearer ${((await signIn('администратор')).body as { token: string }).token}`
    for (const [username, mailerOfIt, detail] of [
      ['вера', broken, 'Учётная запись «вера» одобрена. Письмо отправляется.'],
      ['глеб', undefined, 'Учётная запись «глеб» одобрена. Почта не настроена, письмо не отправлено.'],
    ] as const) {
      const other = await buildApp({ db, mailer: mailerOfIt })
      const answer = await other.inject({
        method: 'POST',
        url: '/api/v1/users/approve/',
        headers: { authorization },
        payload: { username },
      })
      expect([answer.statusCode, answer.json()]).toEqual([200, { detail }])
      await other.close()
      expect((await signIn(username)).status).toBe(200)
    }
    await broken.close()
    expect(failures).toHaveLength(1)
  })
})

const mailerIsIdle = (): Promise<void> => mailer.close()
