import { describe, expect, it } from 'vitest'
import { agentTitle, regionsOf, roleOf } from './account-wording.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
describe('where a session was opened from', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/138.0 YaBrowser/25.8 Safari/537.36`, 'Яндекс Браузер, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, macOS'],
    [
      `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28 Chrome/130 Safari/537.36`,
      'Samsung Internet, Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['', 'Неизвестная программа'],
  ])('%s', (agent, title) => expect(agentTitle(agent)).toBe(title))
})

describe('what an account may see and do', () => {
  it.each([
    [null, 'Все регионы'],
    [[], 'Ни одного региона'],
    [[36, 77], 'Воронежская область, Москва'],
    [[36, 77, 78, 48, 50], 'Воронежская область, Москва, Санкт-Петербург и ещё 2'],
  ])('regions %j', (regions, words) => expect(regionsOf(regions)).toBe(words))
  it.each([
    [{ is_superuser: true, groups: ['tag_editor'] }, 'Администратор'],
    [{ is_superuser: false, groups: ['tag_editor'] }, 'Редактор меток'],
    [{ is_superuser: false, groups: [] }, 'Участник'],
  ])('%j', (account, role) => expect(roleOf(account)).toBe(role))
})
