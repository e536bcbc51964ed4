import { describe, expect, it } from 'vitest'
import { cpuTimer } from '../../test/cpu-time.ts'
import { commonPasswords } from './common-passwords.ts'
import { passwordFault } from './password-rules.ts'

const owner = { username: 'ветрогонова', email: 'zarechnaya@post.example' }
const common = 'Такой пароль подберут быстро. Возьмите несколько несвязанных слов.'
const alike = 'Пароль слишком похож на имя пользователя или почту.'

describe('a password a person chooses', () => {
  it.each([
    'лодка плывёт к югу',
    'correct horse battery',
    'яблоко танкист зеркало',
    'следователь-пес7',
    'Шторм7вилок%едет',
    'пароль-для-проверок',
    'Xk7vQz92Lm',
    '8419275036481',
    '🦉🦊🐻🐼🐨🐸🐙🦋🐢🐬',
  ])('«%s» is taken', password => expect(passwordFault(password, owner)).resolves.toBeUndefined())
  it.each(['', 'короткий', 'Xk7vQz92L', '🦉🦊🐻🐼🐨'])('«%s» is too short', password =>
    expect(passwordFault(password, owner)).resolves.toBe('Пароль: не короче 10 знаков.'),
  )
  it('is at most 128 characters long', () =>
    expect(passwordFault('длинный пароль '.repeat(14), owner)).resolves.toBe('Пароль: не длиннее 128 знаков.'))
  it.each([
    'Password123',
    'password1!',
    'PASSWORD2026!!!',
    'passwordpassword',
    '123qwerty123',
    'qwertyuiop',
    'poiuytrewq',
    '1234567890',
    '0987654321',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '1212121212',
    'abcdefghij',
    '1qaz2wsx3edc',
    'Пароль2026',
    'парольпароль',
    'йцукенгшщз',
    'ЙЦУКЕН12345',
    'администратор',
    'Александр1990',
    'Gfhjkm12345', // «Пароль12345» in the Latin layout
    'ghbdtnghbdtn', // «приветпривет»
    'Судмонитор2026',
    'П@роль-2026',
    'п4р0ль12345',
    'Cпapтaк1922', // Latin letters that look alike
    'parolparol1',
    'lyubimaya1990',
    'Ktybyuhfl1703', // «Ленинград1703» in the Latin layout
    'зфыыцщкв123', // «password123» in the Russian layout
    'йцукен-qwerty',
    'яблоко1985',
    '19.07.1985-1985',
    'P@ssw0rd2026!',
    'etirovaf1234',
    // One word of the dictionary, whatever is around it and however it is written.
    'следователь2026',
    'журналистика',
    'безопасности1',
    'М@гнитофон-2',
    'sledovatel1',
    'kuznetsov1990',
    ',b,kbjntrf-7', // «библиотека-7» in the Latin layout
  ])('«%s» is guessed soon', password => expect(passwordFault(password, owner)).resolves.toBe(common))
  it('is judged within a second of work, whatever it is made of', () => {
    passwordFault('прогрев словаря', owner)
    const spent = cpuTimer()
    for (const unit of ['@4', '@4$0a', 'п@р0', '1!|l', '<>', 'ab']) passwordFault(unit.repeat(64).slice(0, 128), owner)
    expect(spent()).toBeLessThan(6_000)
  })
  it.each(['Ветрогонова', 'ветрогонова-2026', 'моя ВЕТРОГОНОВА', 'zarechnaya1', 'zarechnaya@post.example'])(
    '«%s» is the person’s own name',
    password => expect(passwordFault(password, owner)).resolves.toBe(alike),
  )
  it('is not a part of the name either', () =>
    expect(passwordFault('ветрогонов', { username: 'ветрогонов-старший' })).resolves.toBe(alike))
  it('may hold a name of three letters by chance', () =>
    expect(passwordFault('крокодил и чемодан', { username: 'дил' })).resolves.toBeUndefined())
})

it('the list is a few hundred words in their plainest form', () => {
  expect(commonPasswords.size).toBeGreaterThan(400)
  expect([...commonPasswords].filter(word => word !== word.toLowerCase() || word.includes('ё'))).toEqual([])
})
