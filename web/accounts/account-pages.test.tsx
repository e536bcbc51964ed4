import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closePage, member, pageOfResults, renderPage } from '../../test/web-page.tsx'

/** The network is not real here; the pages, their addresses and guards are. */
type Reply = { status: number; body: unknown }
const ok = (body: unknown): Reply => ({ status: 200, body })
const done = ok({ detail: 'Готово.' })
const list = (...results: unknown[]) => ok(pageOfResults(...results))
const guest: Reply = { status: 401, body: { detail: 'Нужно войти.' } }
const superuser = { ...member, username: 'glavnaya', is_superuser: true }
const at = '2026-11-21T05:19:00.000Z'
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const session = { created_at: at, used_at: at, expires_at: at, address: '203.0.113.7', agent }

const account = {
  id: 7,
  email: null,
  groups: [],
  is_superuser: false,
  regions: [36],
  created_at: at,
  blocked_at: null,
  second_factor: false,
}

let server: Record<string, Reply>
let asked: string[]
beforeEach(() => {
  localStorage.clear()
  asked = []
  server = {
    'GET users/me/': ok(member),
    'GET releasedate/': ok({ ts: 1, is_demo: false }),
    'GET cases/': list(),
    'GET users/me/sessions/': list({ ...session, id: 3, is_current: false }, { ...session, id: 4, is_current: true }),
    'GET users/me/tokens/': list(),
    'GET users/pending/': list({ username: 'тихонова', email: null, about: 'Аспирантка.', created_at: at }),
    'GET users/': list(),
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const call = `${init.method} ${url.pathname.replace('/api/v1/', '')}`
    asked.push([`${call}${url.search}`, init.body].filter(Boolean).join(' '))
    const { status, body } = server[call] ?? { status: 404, body: { detail: 'Здесь ничего нет.' } }
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(closePage)

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const field = (label: string): HTMLElement => screen.getByLabelText(label)
/** What a screen reader says of a field beside its name. */
const notesOf = (label: string): string =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' | ')

describe('who may open the pages of accounts (§2)', () => {
  it.each(['/changepassword', '/sessions', '/approve', '/audit'])('sends a guest from %s to sign in', async path => {
    server['GET users/me/'] = guest
    const { address } = renderPage(path)
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`)
  })
  it('keeps the secret of a link behind «#», where no server reads it', async () => {
    server['GET users/me/'] = guest
    const { address } = renderPage('/sets/join#secret')
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe('/login?next=%2Fsets%2Fjoin#secret')
  })
  it.each(['/approve', '/audit', '/debug', '/captcha'])(
    'sends who is not a superuser from %s to the root',
    async path => {
      const { address } = renderPage(path)
      await waitFor(() => expect(address()).toBe('/?type=1&ordering=-entry_date'))
      expect(asked.filter(call => /pending|audit|GET users\/\?/.test(call))).toEqual([])
    },
  )
  it('sends who is signed in from registration home', async () => {
    const { address } = renderPage('/signup')
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=-entry_date'))
  })
  it('offers administrators’ pages to administrators only', async () => {
    renderPage('/changepassword')
    await press('Меню, m.orlova')
    expect((await screen.findByRole('link', { name: 'Сменить пароль' })).getAttribute('href')).toBe('/changepassword')
    expect(screen.queryByRole('link', { name: 'Учётные записи' })).toBeNull()
    cleanup()
    server['GET users/me/'] = ok(superuser)
    renderPage('/changepassword')
    await press('Меню, glavnaya')
    expect((await screen.findByRole('link', { name: 'Учётные записи' })).getAttribute('href')).toBe('/approve')
    expect(screen.getByRole('link', { name: 'Журнал' }).getAttribute('href')).toBe('/audit')
  })
})

describe('asking for an account', () => {
  beforeEach(() => {
    server['GET users/me/'] = guest
  })
  it('says what is wrong next to each field, and goes to the first', async () => {
    renderPage('/signup')
    await type('Имя пользователя', 'a')
    await type('Почта (необязательно)', 'нет')
    await type('Пароль', 'короткий')
    await press('Отправить заявку')
    await waitFor(() => expect(document.activeElement).toBe(field('Имя пользователя')))
    expect(notesOf('Имя пользователя')).toMatch(/^От 3 до 150 букв/)
    expect(notesOf('Почта (необязательно)')).toMatch(/^Нужен адрес вида/)
    expect(notesOf('Пароль')).toMatch(/^Не короче 10 знаков\. \| /)
    expect(field('Пароль').getAttribute('aria-invalid')).toBe('true')
    expect(field('Кто вы и зачем вам доступ').getAttribute('aria-invalid')).toBeNull()
    expect(asked.filter(call => call.startsWith('POST'))).toEqual([])
  })
  it('says next to its field what only the server knows', async () => {
    server['POST users/register/'] = { status: 400, body: { username: ['Это имя занято.'] } }
    renderPage('/signup')
    await type('Имя пользователя', 'тихонова')
    await type('Пароль', 'длинная фраза')
    await press('Отправить заявку')
    await waitFor(() => expect(notesOf('Имя пользователя')).toMatch(/^Это имя занято\./))
    expect(document.activeElement).toBe(field('Имя пользователя'))
  })
  it('says that the request waits, and lets nobody in', async () => {
    server['POST users/register/'] = { status: 201, body: { detail: 'Заявка принята.' } }
    const { address } = renderPage('/signup')
    await type('Имя пользователя', ' тихонова ')
    await type('Кто вы и зачем вам доступ', 'Аспирантка.')
    await type('Пароль', 'длинная фраза')
    await press('Отправить заявку')
    const heading = await screen.findByRole('heading', { name: 'Заявка отправлена' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByText(/Имя для входа — «тихонова»/)).toBeTruthy()
    expect(screen.queryByText(/вход об этом скажет/)).toBeNull()
    expect(asked).toContain(
      'POST users/register/ {"username":"тихонова","password":"длинная фраза","email":"","about":"Аспирантка."}',
    )
    expect(address()).toBe('/signup')
  })
  it('tells at sign-in that approval is pending', async () => {
    server['POST token/'] = {
      status: 400,
      body: { non_field_errors: ['Учётную запись ещё не одобрил администратор.'] },
    }
    renderPage('/login')
    await type('Имя пользователя', 'тихонова')
    await type('Пароль', 'длинная фраза')
    await press('Войти')
    expect((await screen.findByRole('alert')).textContent).toBe('Учётную запись ещё не одобрил администратор.')
    expect(screen.getByRole('link', { name: 'Зарегистрироваться' }).getAttribute('href')).toBe('/signup')
  })
  it('tells password managers which password is which', async () => {
    renderPage('/signup')
    await screen.findByRole('heading', { name: 'Регистрация' })
    expect(field('Имя пользователя').getAttribute('autocomplete')).toBe('username')
    expect(field('Пароль').getAttribute('autocomplete')).toBe('new-password')
    fireEvent.click(screen.getByRole('button', { name: 'Показать: пароль' }))
    expect(field('Пароль').getAttribute('type')).toBe('text')
  })
})

describe('deciding on a request (§6)', () => {
  beforeEach(() => {
    server['GET users/me/'] = ok(superuser)
    server['POST users/approve/'] = ok({ detail: 'Учётная запись «тихонова» одобрена. Письмо отправляется.' })
  })
  it('approves with the regions that were named', async () => {
    renderPage('/approve')
    fireEvent.click(await screen.findByRole('radio', { name: 'Выбранные' }))
    await press('Одобрить: тихонова')
    expect((await screen.findByRole('alert')).textContent).toBe('Назовите хотя бы один регион или откройте все.')
    expect(asked.filter(call => call.startsWith('POST'))).toEqual([])
    fireEvent.change(screen.getByRole('combobox', { name: 'Открытые регионы' }), { target: { value: 'воронеж' } })
    fireEvent.click(await screen.findByRole('option', { name: /Воронежская область/, hidden: true }))
    server['GET users/pending/'] = list()
    await press('Одобрить: тихонова')
    await screen.findByText('Никто не ждёт одобрения.')
    expect(asked).toContain(
      'POST users/approve/ {"username":"тихонова","approve":true,"groups":[],"regions":[36],"is_superuser":false}',
    )
    expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('одобрена. Письмо отправляется.')
    expect(document.activeElement?.textContent).toContain('Заявки')
  })
  it('asks before it declines', async () => {
    renderPage('/approve')
    await press('Отклонить: тихонова')
    const dialog = await screen.findByRole('dialog', { name: 'Отклонить заявку?' })
    expect(asked.filter(call => call.startsWith('POST'))).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отклонить' }))
    await waitFor(() => expect(asked.some(call => /approve\/ .*"approve":false/.test(call))).toBe(true))
  })
  it('says when somebody else has decided, and shows how things stand', async () => {
    server['POST users/approve/'] = { status: 400, body: { username: ['Такой заявки нет.'] } }
    renderPage('/approve')
    await screen.findByRole('heading', { name: 'тихонова' })
    server['GET users/pending/'] = list()
    await press('Одобрить: тихонова')
    await screen.findByText('Никто не ждёт одобрения.')
    expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('Такой заявки нет.')
  })
  it('changes an account, and does not offer to block oneself', async () => {
    server['GET users/'] = list(
      { ...account, username: 'белов' },
      { ...account, id: 8, username: 'glavnaya', is_superuser: true },
    )
    server['PATCH users/7/'] = ok({})
    renderPage('/approve')
    await press('Изменить: glavnaya')
    await screen.findByRole('dialog', { name: 'glavnaya' })
    expect(screen.queryByRole('button', { name: 'Заблокировать' })).toBeNull()
    await press('Отмена')
    await press('Изменить: белов')
    fireEvent.click(within(await screen.findByRole('dialog', { name: 'белов' })).getByLabelText('Редактор меток'))
    await press('Сохранить')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toContain('PATCH users/7/ {"groups":["tag_editor"],"regions":[36],"is_superuser":false}')
  })
})

describe('signing in with a code', () => {
  it('asks for the code once the password is right, beside what is typed already', async () => {
    server['GET users/me/'] = guest
    server['POST token/'] = { status: 400, body: { code: ['Введите код из приложения или код восстановления.'] } }
    renderPage('/login')
    await type('Имя пользователя', 'm.orlova')
    await type('Пароль', 'верный')
    expect(screen.queryByLabelText('Код из приложения')).toBeNull()
    await press('Войти')
    await waitFor(() => expect(document.activeElement).toBe(field('Код из приложения')))
    expect(notesOf('Код из приложения')).not.toContain('Введите')
    server['POST token/'] = { status: 400, body: { code: ['Неверный код.'] } }
    await type('Код из приложения', '123456')
    await press('Войти')
    await waitFor(() => expect(notesOf('Код из приложения')).toContain('Неверный код.'))
    expect(asked.filter(call => call.startsWith('POST token/'))).toEqual([
      'POST token/ {"username":"m.orlova","password":"верный"}',
      'POST token/ {"username":"m.orlova","password":"верный","code":"123456"}',
    ])
  })
  it('is all that opens to an administrator who has to enable it', async () => {
    server['GET users/me/'] = ok({ ...superuser, must_enable_second_factor: true })
    server['GET users/me/second-factor/'] = ok({ enabled_at: null, recovery_codes: 0, required: true })
    const { address } = renderPage('/approve')
    await screen.findByRole('heading', { name: 'Вход с кодом' })
    expect(address()).toBe('/second-factor')
    await screen.findByText(/^На этом сервере администраторы входят с кодом/)
  })
  it('asks before the recovery codes are left, until they are said to be kept', async () => {
    server['GET users/me/second-factor/'] = ok({ enabled_at: null, recovery_codes: 0, required: false })
    server['POST users/me/second-factor/'] = ok({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'data:,' })
    server['POST users/me/second-factor/confirm/'] = ok({ recovery_codes: ['код-первый'] })
    const { address } = renderPage('/second-factor')
    await type('Пароль', 'верный')
    await press('Включить вход с кодом')
    await type('Код из приложения', '123456')
    await press('Подтвердить')
    await screen.findByText('код-первый')
    const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Судмонитор' }))
    leave()
    const dialog = await screen.findByRole('dialog', { name: 'Коды сохранены?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отмена' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([address(), screen.queryByText('код-первый') !== null]).toEqual(['/second-factor', true])
    await press('Коды сохранены')
    leave()
    await waitFor(() => expect(address()).not.toBe('/second-factor'))
  })
  it('is reset for another by an administrator', async () => {
    server['GET users/me/'] = ok(superuser)
    server['GET users/'] = list({ ...account, username: 'белов', second_factor: true })
    server['PATCH users/7/'] = done
    renderPage('/approve')
    await press('Изменить: белов')
    await press('Сбросить вход с кодом')
    await waitFor(() => expect(asked).toContain('PATCH users/7/ {"second_factor":false}'))
  })
})

describe('one’s own password and sessions', () => {
  it('changes the password and stays', async () => {
    server['PATCH users/change-password/'] = done
    const { address } = renderPage('/changepassword')
    await type('Текущий пароль', 'прежняя фраза')
    await type('Новый пароль', 'новая длинная фраза')
    await press('Сменить пароль')
    await waitFor(() => expect(address()).toBe('/sessions'))
    expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('Пароль изменён')
    expect(asked).toContain(
      'PATCH users/change-password/ {"old_password":"прежняя фраза","new_password":"новая длинная фраза","keep_session":true,"keep_addresses":false}',
    )
  })
  it('says next to its field that the old password is wrong', async () => {
    server['PATCH users/change-password/'] = { status: 400, body: { old_password: ['Неверный текущий пароль.'] } }
    renderPage('/changepassword')
    await type('Текущий пароль', 'не та фраза')
    await type('Новый пароль', 'новая длинная фраза')
    await press('Сменить пароль')
    await waitFor(() => expect(document.activeElement).toBe(field('Текущий пароль')))
    expect(notesOf('Текущий пароль')).toBe('Неверный текущий пароль.')
  })
  it('signs out when one does not wish to stay, and says why', async () => {
    server['PATCH users/change-password/'] = done
    const { address } = renderPage('/changepassword')
    await type('Текущий пароль', 'прежняя фраза')
    await type('Новый пароль', 'новая длинная фраза')
    fireEvent.click(screen.getByLabelText('Остаться в системе на этом устройстве'))
    await press('Сменить пароль')
    await screen.findByText('Пароль изменён, все сеансы завершены. Войдите с новым паролем.')
    expect(address()).toBe('/login')
  })
  it('tells whose password it is to password managers', async () => {
    renderPage('/changepassword')
    expect((await screen.findByLabelText('Текущий пароль')).getAttribute('autocomplete')).toBe('current-password')
    const name = document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
    expect([name?.value, name?.hidden]).toEqual(['m.orlova', true])
  })
  it('shows the current session first and ends another', async () => {
    server['DELETE users/me/sessions/3/'] = done
    renderPage('/sessions')
    const [first, second] = within(await screen.findByRole('region', { name: 'Сеансы' })).getAllByRole('listitem')
    expect(first?.textContent).toContain('Этот сеанс')
    expect(second?.textContent).toContain('Firefox, Windows203.0.113.7')
    await press('Завершить: Firefox, Windows, 203.0.113.7')
    await waitFor(() => expect(asked.filter(call => call.startsWith('GET users/me/sessions/')).length).toBe(2))
    expect(asked).toContain('DELETE users/me/sessions/3/')
  })
  it('leaves everywhere only after asking', async () => {
    server['DELETE users/me/sessions/'] = done
    const { address } = renderPage('/sessions')
    await press('Выйти везде')
    const dialog = await screen.findByRole('dialog', { name: 'Выйти везде?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Выйти везде' }))
    await screen.findByText('Вы вышли на всех устройствах.')
    expect(address()).toBe('/login')
    expect(asked).toContain('DELETE users/me/sessions/')
  })
  it('says at the door that the session was over, and keeps the whole address', async () => {
    server['GET users/me/sessions/'] = guest
    const { address } = renderPage('/sessions?x=%D1%91&y=1')
    await screen.findByText('Сеанс закончился. Войдите снова — вы вернётесь туда, где были.')
    expect(new URL(address(), 'http://localhost').searchParams.get('next')).toBe('/sessions?x=%D1%91&y=1')
  })
  it('shows a new token once, to be copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const token = { id: 5, name: 'Отчёт', created_at: at, used_at: null, expires_at: at }
    server['POST users/me/tokens/'] = { status: 201, body: { ...token, token: 'секрет-ключа' } }
    renderPage('/sessions')
    await screen.findByText('Ключей нет.')
    await press('Создать ключ')
    await waitFor(() => expect(notesOf('Название нового ключа')).toBe('Заполните это поле.'))
    await type('Название нового ключа', 'Отчёт')
    server['GET users/me/tokens/'] = list(token)
    await press('Создать ключ')
    expect(await screen.findByDisplayValue('секрет-ключа')).toBeTruthy()
    expect(asked).toContain('POST users/me/tokens/ {"name":"Отчёт","days":90}')
    await press('Скопировать')
    expect(copied).toHaveBeenCalledWith('секрет-ключа')
    fireEvent.click(screen.getByRole('link', { name: 'Судмонитор' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ключ сохранён?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отмена' }))
    expect(screen.getByDisplayValue('секрет-ключа')).toBeTruthy()
    await press('Ключ сохранён')
    expect(screen.queryByDisplayValue('секрет-ключа')).toBeNull()
    await screen.findByRole('button', { name: 'Отозвать: Отчёт' })
  })
})

describe('the journal', () => {
  beforeEach(() => {
    server['GET users/me/'] = ok(superuser)
    const entry = { id: 1, username: null, action: 'x', sentence: 'Входов не было.', details: {}, happened_at: at }
    server['GET audit/'] = ok({ count: 120, next: null, previous: null, results: [entry] })
  })
  it('shows sentences by the page of the address', async () => {
    const { address } = renderPage('/audit?page=2')
    await screen.findByText('Входов не было.')
    expect(asked).toContain('GET audit/?page=2&size=50')
    fireEvent.click(screen.getByRole('link', { name: 'Страница 3' }))
    await waitFor(() => expect(asked).toContain('GET audit/?page=3&size=50'))
    expect(address()).toBe('/audit?page=3')
  })
  it.each(['0', '-1', 'x', '1e9'])('begins at the first page when the address says %s', async page => {
    renderPage(`/audit?page=${page}`)
    await screen.findByText('Входов не было.')
    expect(asked).toContain('GET audit/?page=1&size=50')
  })
})
