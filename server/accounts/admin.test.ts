import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { type AuditAction, type AuditActs, recordAudit } from '../db/audit.ts'
import { addAccountCommands } from './account-program.ts'
import { auditSentence } from './audit-list.ts'
import { register } from './requests.ts'
import type { Account } from './sessions.ts'

const { db, guest, as } = await testApp()
const chief = await buildAccount(db, { username: 'начальница', isSuperuser: true })
const admin = await as(chief)
const change = (account: Pick<Account, 'id'>, body: object) => admin(`users/${account.id}/`, { method: 'PATCH', body })
const journal = async (size = 1) =>
  ((await admin(`audit/?size=${size}`)).body as { results: { username: string | null; sentence: string }[] }).results
const signIn = (username: string, password = testPassword) =>
  guest('token/', { method: 'POST', body: { username, password } })
const lastOne = 'Это последний администратор: сначала назначьте другого.'

describe('what administrators change (§6)', () => {
  it('holds at once, for open sessions too, and is written down', async () => {
    const account = await buildAccount(db)
    const theirs = await as(account)
    expect(await change(account, { groups: ['tag_editor'], regions: [50] })).toMatchObject({
      status: 200,
      body: { username: account.username, groups: ['tag_editor'], regions: [50], blocked_at: null },
    })
    expect((await theirs('users/me/')).body).toMatchObject({ groups: ['tag_editor'], regions: [50] })
    expect(await journal()).toMatchObject([
      {
        username: 'начальница',
        sentence: `Изменена учётная запись «${account.username}»: группы: tag_editor; регионы: 50.`,
      },
    ])
  })
  it('by a block ends sessions and keeps the person out until it is lifted', async () => {
    const account = await buildAccount(db)
    const theirs = await as(account)
    expect((await change(account, { blocked: true })).body).toMatchObject({ blocked_at: expect.any(String) })
    expect((await theirs('users/me/')).status).toBe(401)
    expect((await signIn(account.username)).body).toEqual({
      non_field_errors: ['Учётная запись заблокирована. Обратитесь к администратору.'],
    })
    await change(account, { blocked: false })
    expect((await signIn(account.username)).status).toBe(200)
    expect((await journal(2)).map(({ sentence }) => sentence)).toEqual([
      `Разблокирована учётная запись «${account.username}».`,
      `Заблокирована учётная запись «${account.username}».`,
    ])
  })
  it('leaves an administrator, even when the last two undo each other at once', async () => {
    expect(await change(chief, { is_superuser: false })).toMatchObject({
      status: 400,
      body: { non_field_errors: [lastOne] },
    })
    expect(await change(chief, { blocked: true })).toMatchObject({ status: 400, body: { non_field_errors: [lastOne] } })
    const second = await buildAccount(db, { isSuperuser: true })
    const theirs = await as(second)
    const answers = await Promise.all([
      change(second, { is_superuser: false }),
      theirs(`users/${chief.id}/`, { method: 'PATCH', body: { is_superuser: false } }),
    ])
    expect(answers.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
    await db.updateTable('account').set({ is_superuser: true }).where('id', '=', chief.id).execute()
    await db.updateTable('account').set({ is_superuser: false }).where('id', '=', second.id).execute()
  })
  it.each([
    [{}, { non_field_errors: ['Не сказано, что изменить.'] }],
    [{ regions: [0] }, { regions: ['Нет такого региона.'] }],
    [{ groups: ['root'] }, { groups: ['Возможные группы: tag_editor.'] }],
    [{ password: testPassword }, { password: ['Неизвестное поле.'] }],
  ])('refuses %j', async (body, errors) =>
    expect(await change(await buildAccount(db), body)).toMatchObject({ status: 400, body: errors }),
  )
  it('is not for those who wait: they are approved first', async () => {
    const waiting = await buildAccount(db, { approved: false })
    expect((await change(waiting, { is_superuser: true })).status).toBe(404)
  })
  it('are shown by pages, those who wait apart', async () => {
    const all = (await admin('users/?size=100')).body as { count: number; results: { username: string }[] }
    expect(all.count).toBe(all.results.length)
    const { next } = (await admin('users/?size=1')).body as { next: string }
    expect(next).toBe('http://localhost/api/v1/users/?size=1&page=2')
    const waiting = await db.selectFrom('account').where('approved_at', 'is', null).select('username').execute()
    expect(waiting.length).toBeGreaterThan(0)
    for (const { username } of waiting) expect(all.results.map(one => one.username)).not.toContain(username)
    expect(JSON.stringify(all)).not.toContain('argon2')
  })
})

describe('the journal', () => {
  it('keeps an entry only if the act is done', async () => {
    const before = await journal()
    await expect(
      db.transaction().execute(async trx => {
        await recordAudit(trx, { accountId: chief.id }, 'tags_uploaded', { cases: 1, tags: 1 })
        throw new Error('the act failed')
      }),
    ).rejects.toThrow()
    await change(chief, { is_superuser: false })
    expect(await journal()).toEqual(before)
  })
  it('has a sentence for every act', () => {
    const acts: AuditActs = {
      account_created: { username: 'анна', groups: [], regions: null, is_superuser: true },
      account_approved: { username: 'анна', groups: ['tag_editor'], regions: [77], is_superuser: false },
      account_declined: { username: 'анна' },
      account_changed: { username: 'анна', regions: [] },
      account_blocked: { username: 'анна' },
      account_unblocked: { username: 'анна' },
      password_changed: { username: 'анна' },
      password_reset: { username: 'анна' },
      second_factor_enabled: { username: 'анна' },
      second_factor_disabled: { username: 'анна' },
      second_factor_reset: { username: 'анна' },
      recovery_code_used: { username: 'анна' },
      token_created: { name: 'таблицы', days: 2 },
      token_revoked: { name: 'таблицы' },
      cases_exported: { rows: 1204, columns: ['id'], way: 'link' },
      messenger_linked: { chat_id: 501 },
      tags_uploaded: { cases: 12, tags: 3, action: 'remove' },
      person_forgotten: { forgetting_id: 3, grounds: 'subject', cases: 2 },
      forgetting_undone: { forgetting_id: 3 },
      tags_undone: { upload_id: 7, cases: 12, tags: 3 },
      tag_renamed: { before: 'пикет', after: 'пикеты' },
      tag_merged: { gone: 'пикет', kept: 'пикеты' },
      tag_deleted: { value: 'пикет' },
      link_decided: { first: '5-1/2026', second: '12-3/2026', first_id: 1, second_id: 2, is_same: false },
      people_decided: { left: 'Песцветов Г.И.', right: 'Песцветов Глеб Ильич', verdict: 'same' },
      people_parted: { left: 'Песцветов Г.И.', right: 'Песцветов Глеб Ильич' },
      people_split: { name: 'Песцветов Глеб Ильич', cases: 2 },
      figures_published: { id: 'abc', title: 'Дела' },
      figures_closed: { id: 'abc', title: 'Дела' },
      set_shared: { set_id: 12, role: 'editor', days: 7 },
      set_link_revoked: { set_id: 12, role: 'reader' },
      set_joined: { set_id: 12, role: 'reader' },
      set_left: { set_id: 12 },
      set_watch_added: { set_id: 12, rows: 3 },
      set_watch_removed: { set_id: 12, rows: 3 },
      set_watch_restored: { set_id: 12, rows: 3 },
      set_watch_decided: { set_id: 12, confirmed: 2, refused: 1 },
      set_watch_kept: { set_id: 12 },
      set_watch_seen: { set_id: 12 },
      set_member_changed: { set_id: 12, username: 'анна', role: 'editor' },
      set_member_removed: { set_id: 12, username: 'анна' },
      set_deleted: { set_id: 12, members: 2 },
      set_restored: { set_id: 12, members: 2 },
      case_refreshed: { case_id: 5, case_number: '5-1/2026' },
    }
    const names = Object.keys(acts) as AuditAction[]
    expect(names.map(name => auditSentence(name, acts[name]))).toEqual([
      'Создана учётная запись «анна»: администратор; без групп; все регионы.',
      'Одобрена учётная запись «анна»: не администратор; группы: tag_editor; регионы: 77.',
      'Отклонена заявка «анна».',
      'Изменена учётная запись «анна»: ни одного региона.',
      'Заблокирована учётная запись «анна».',
      'Разблокирована учётная запись «анна».',
      'Пароль изменён владельцем: учётная запись «анна».',
      'Пароль задан заново: учётная запись «анна».',
      'Включён вход с кодом: учётная запись «анна».',
      'Выключен вход с кодом: учётная запись «анна».',
      'Сброшен вход с кодом: учётная запись «анна».',
      'Использован код восстановления: учётная запись «анна».',
      'Создан личный ключ «таблицы» на 2\u00a0дня.',
      'Отозван личный ключ «таблицы».',
      'Выгружено строк: 1\u00a0204 (по ссылке).',
      'Учётная запись связана с чатом Telegram 501.',
      'Сняты метки: дел — 12, меток — 3.',
      'Имя лица удалено по решению №\u00a03: дел — 2.',
      'Отменено решение №\u00a03 об удалении имени.',
      'Отменена загрузка меток №\u00a07: дел — 12, меток — 3.',
      'Метка «пикет» переименована в «пикеты».',
      'Метка «пикет» объединена с «пикеты».',
      'Удалена метка «пикет».',
      'Решено: дела 5-1/2026 и 12-3/2026 — разные дела.',
      'Решено, что это одно лицо: «Песцветов Г.И.» и «Песцветов Глеб Ильич».',
      'Лица разъединены: «Песцветов Г.И.» и «Песцветов Глеб Ильич».',
      'Отделён однофамилец лица «Песцветов Глеб Ильич»: дел — 2.',
      'Цифры открыты всем: «Дела» (abc).',
      'Цифры закрыты от всех: «Дела» (abc).',
      'Создана ссылка в подборку №\u00a012 (редактор) на 7\u00a0дней.',
      'Отозвана ссылка в подборку №\u00a012 (читатель).',
      'Вход в подборку №\u00a012 по ссылке (читатель).',
      'Выход из подборки №\u00a012.',
      'Наблюдение подборки №\u00a012: добавлено строк — 3.',
      'Наблюдение подборки №\u00a012: убрано строк — 3.',
      'Наблюдение подборки №\u00a012: возвращено строк — 3.',
      'Наблюдение подборки №\u00a012: подтверждено дел — 2, отклонено — 1.',
      'Наблюдение подборки №\u00a012 продлено.',
      'Просмотр подборки №\u00a012, которая ведёт наблюдение.',
      'Изменена роль в подборке №\u00a012: «анна» — редактор.',
      'Закрыт доступ к подборке №\u00a012: «анна».',
      'Удалена общая подборка №\u00a012: участников — 2.',
      'Возвращена общая подборка №\u00a012: участников — 2.',
      'Запрошено обновление дела 5-1/2026 (№\u00a05).',
    ])
  })
})

describe('sudmonitor account', () => {
  /** The command as it is typed; answers what it printed. */
  const run = async (...words: string[]): Promise<string[]> => {
    const said: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation(line => void said.push(String(line)))
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    addAccountCommands(program, work => work(db, { mailer: undefined, publicUrl: undefined }))
    try {
      await program.parseAsync(['account', ...words], { from: 'user' })
    } finally {
      log.mockRestore()
    }
    return said
  }
  const lineOf = async (username: string) => (await run('list')).find(line => line.startsWith(`${username} ·`))

  it('creates an account whose password works', async () => {
    const [line = ''] = await run(
      'create',
      'семён',
      '--groups',
      'tag_editor',
      '--regions',
      '77,78',
      '--email',
      's@post.example',
    )
    const password = /^Создана учётная запись семён, пароль (\w{16})\. Он показан один раз\.$/.exec(line)?.[1]
    expect((await signIn('семён', password)).status).toBe(200)
    expect(await lineOf('семён')).toBe('семён · tag_editor · регионы: 77, 78')
    expect(await journal()).toMatchObject([
      {
        username: null,
        sentence:
          'Создана учётная запись «семён»: не администратор; группы: tag_editor; регионы: 77, 78 (из командной строки).',
      },
    ])
  })
  it('changes it', async () => {
    expect(await run('promote', 'Семён')).toEqual(['семён теперь администратор.'])
    expect(await lineOf('семён')).toBe('семён · администратор · регионы: 77, 78')
    expect(await run('demote', 'семён')).toEqual(['семён больше не администратор.'])
    expect(await run('limit', 'семён', 'все')).toEqual(['семён: все регионы.'])
    expect(await run('limit', 'семён', 'нет')).toEqual(['семён: регионы: нет.'])
    expect(await run('limit', 'семён', '36, 50')).toEqual(['семён: регионы: 36, 50.'])
    expect(await run('groups', 'семён', 'нет')).toEqual(['семён: без групп.'])
    expect(await run('block', 'семён')).toEqual([
      'Учётная запись семён заблокирована, её сеансы завершены, ключи отозваны.',
    ])
    expect(await lineOf('семён')).toBe('семён · без групп · регионы: 36, 50 · заблокирован')
    expect(await run('unblock', 'семён')).toEqual(['Учётная запись семён разблокирована.'])
  })
  it.each(['password', 'reset'])('%s makes a new password and ends the sessions', async command => {
    const account = await buildAccount(db)
    const theirs = await as(account)
    const [line = ''] = await run(command, account.username)
    expect((await theirs('users/me/')).status).toBe(401)
    expect((await signIn(account.username, /: (\w{16})\./.exec(line)?.[1])).status).toBe(200)
    expect((await journal())[0]?.sentence).toBe(
      `Пароль задан заново: учётная запись «${account.username}» (из командной строки).`,
    )
  })
  it('decides on requests, and takes a decline back', async () => {
    await register(db, { username: 'тихон', password: testPassword })
    expect(await lineOf('тихон')).toBe('тихон · без групп · все регионы · ждёт одобрения')
    expect(await run('decline', 'тихон')).toEqual(['Заявка тихон отклонена.'])
    expect(await lineOf('тихон')).toBe('тихон · без групп · все регионы · отклонён')
    expect(await run('approve', 'тихон', '--regions', '77')).toEqual(['Учётная запись тихон одобрена.'])
    expect((await signIn('тихон')).status).toBe(200)
    await expect(run('approve', 'тихон')).rejects.toThrow('Заявки «тихон» нет, или она уже решена.')
  })
  it.each([
    [['promote', 'никого'], 'Нет учётной записи «никого».'],
    [['limit', 'семён', '77,Москва'], '«Москва» — не номер региона.'],
    [['limit', 'семён', '1000'], 'Нет региона с номером 1000.'],
    [['groups', 'семён', 'root'], 'Нет группы root. Группы: tag_editor.'],
    [['create', 'две сестры'], 'Имя пользователя: от 1 до 150 букв'],
    [['create', 'се\u3164мён'], 'Имя пользователя: от 1 до 150 букв'],
    [['create', 'семён'], 'Имя «семён» или почта уже заняты.'],
    [['create', 'новая', '--email', 'не почта'], '«не почта» — не адрес почты.'],
    [['demote', 'начальница'], lastOne],
  ])('%j is refused', async (words, sentence) => expect(run(...words)).rejects.toThrow(sentence))
})
