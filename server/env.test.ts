import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot, readEnv } from './env.ts'

describe('the environment (design §8)', () => {
  it('has a value for everything that is not said', () =>
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      databaseReadUrls: [],
      dataDir: join(packageRoot, 'data'),
      dataDirGiven: false,
      adminUsername: 'admin',
      adminPassword: undefined,
      superuserSecondFactor: false,
      demo: true,
      roles: new Set(['web', 'worker', 'copy']),
      replica: true,
      copyMemory: 12,
      collecting: { scheduled: false },
      publicUrl: undefined,
      otherUrls: [],
      trustedProxies: undefined,
      exportDirectLimit: 250,
      diskReserve: 1_073_741_824,
      outgoing: { allowed: [] },
      links: {},
    }))

  it('takes an empty variable for an absent one', () => {
    const empty = { HOST: '', PORT: '', DATABASE_URL: '', DATA_DIR: '', ADMIN_PASSWORD: '', DEMO: '', PUBLIC_URL: '' }
    expect(readEnv(empty)).toEqual(readEnv({}))
  })

  it('brings no demonstration to a PostgreSQL of one’s own unless told so', () => {
    const DATABASE_URL = 'postgres://name@db.example/base'
    expect(readEnv({ DATABASE_URL }).demo).toBe(false)
    expect(readEnv({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
    expect(readEnv({ DEMO: '0' }).demo).toBe(false)
  })

  it('reads a folder from where the command was called, and an address without its last slash', () => {
    const { dataDir, dataDirGiven, publicUrl } = readEnv({ DATA_DIR: 'x/y', PUBLIC_URL: 'https://court.example/' })
    expect([dataDir, dataDirGiven, publicUrl]).toEqual([join(process.cwd(), 'x/y'), true, 'https://court.example'])
  })

  it('takes a list of own addresses, the first of which stands in messages, and of proxies', () => {
    const { publicUrl, otherUrls, trustedProxies } = readEnv({
      PUBLIC_URL: 'https://court.example/, http://court.onion',
      TRUSTED_PROXIES: '192.0.2.10/32, fd00::/8',
    })
    expect([publicUrl, otherUrls]).toEqual(['https://court.example', ['http://court.onion']])
    expect(trustedProxies).toEqual(['192.0.2.10/32', 'fd00::/8'])
    expect(() => readEnv({ PUBLIC_URL: 'https://court.example, court.onion' })).toThrow('PUBLIC_URL: это не адрес вида')
    expect(() => readEnv({ TRUSTED_PROXIES: 'proxy.example' })).toThrow('TRUSTED_PROXIES: нужны сети через запятую')
  })

  it.each([
    ['worker', ['worker'], false],
    ['web', ['web'], false],
    ['copy, web', ['copy', 'web'], true],
    ['web,worker,copy', ['web', 'worker', 'copy'], true],
  ])('gives a node the roles it is told: %s', (ROLES, roles, replica) => {
    expect(readEnv({ ROLES })).toMatchObject({ roles: new Set(roles), replica })
    expect(readEnv({ ROLES, REPLICA: '0' }).replica).toBe(false)
  })

  it('refuses roles that there are not, and a copy that nobody would ask', () => {
    for (const ROLES of ['job', 'web,', 'web worker', ','])
      expect(() => readEnv({ ROLES })).toThrow(`ROLES=${ROLES}: роли узла — web, worker и copy, через запятую.`)
    for (const ROLES of ['copy', 'copy,worker'])
      expect(() => readEnv({ ROLES })).toThrow('столбцовая копия нужна узлу, который отвечает людям')
  })

  it('asks for timestamps only where an authority is named, in the networks that webhooks may call too', () => {
    expect(readEnv({}).timestamping).toBeUndefined()
    const named = { TSA_URL: 'http://tsa.example/tsr', WEBHOOK_NETWORKS: '10.20.0.0/16' }
    expect(readEnv(named).timestamping).toEqual({ url: named.TSA_URL, guard: { allowed: ['10.20.0.0/16'] } })
    expect(() => readEnv({ TSA_URL: 'tsa.example' })).toThrow('TSA_URL: это не адрес вида')
    expect(readEnv({ OTS_CALENDAR: 'https://calendar.example/' }).calendar).toEqual({
      ...{ url: 'https://calendar.example', guard: { allowed: [] } },
    })
    expect(() => readEnv({ OTS_CALENDAR: 'x' })).toThrow('OTS_CALENDAR: это не адрес вида')
  })

  it('speaks to a bot only where it has a token, and never repeats it', () => {
    const token = '123456789:AAE-abcdefghijklmnopqrstuvwxyz01234'
    expect(readEnv({}).bot).toBeUndefined()
    expect(readEnv({ TELEGRAM_BOT_TOKEN: token }).bot).toEqual({ token, apiRoot: undefined })
    expect(readEnv({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: 'http://bots.example:8081/' }).bot).toEqual({
      token,
      apiRoot: 'http://bots.example:8081',
    })
    expect(() => readEnv({ TELEGRAM_BOT_TOKEN: 'my-secret' })).toThrow(
      /^(?!.*my-secret)TELEGRAM_BOT_TOKEN: это не токен/,
    )
  })

  it('writes letters only where both a mail server and a sender are named', () => {
    const mail = { SMTP_URL: 'smtp://name:secret@mail.example:587', MAIL_FROM: 'Судмонитор <sud@mail.example>' }
    expect(readEnv(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(readEnv({}).mail).toBeUndefined()
    expect(() => readEnv({ SMTP_URL: mail.SMTP_URL })).toThrow('Для писем нужны обе переменные: SMTP_URL и MAIL_FROM.')
    expect(() => readEnv({ ...mail, SMTP_URL: 'mail.example' })).toThrow('SMTP_URL: это не адрес вида')
  })

  it('keeps exports in S3 only where it has keys; keys alone read and delete what is there', () => {
    const keys = { S3_ACCESS_KEY_ID: 'KEY', S3_SECRET_ACCESS_KEY: 'my/secret+1=' }
    const read = { accessKeyId: 'KEY', secretAccessKey: 'my/secret+1=' }
    expect(readEnv({}).exportStore).toBeUndefined()
    expect(readEnv(keys).exportStore).toEqual({ ...read, region: 'us-east-1', root: undefined })
    const region = { ...keys, S3_REGION: 'ru-central1' }
    for (const [EXPORTS_URL, path] of [
      ['s3://bucket', 'bucket'],
      ['s3://bucket.of-court/a/b_1/', 'bucket.of-court/a/b_1'],
    ]) {
      expect(readEnv({ ...keys, EXPORTS_URL }).exportStore?.root).toBe(`https://s3.us-east-1.amazonaws.com/${path}`)
      for (const S3_ENDPOINT of ['http://store.example:9000', 'http://store.example:9000/'])
        expect(readEnv({ ...region, EXPORTS_URL, S3_ENDPOINT }).exportStore).toEqual({
          ...{ ...read, region: 'ru-central1', root: `http://store.example:9000/${path}` },
        })
    }
    for (const EXPORTS_URL of [
      'https://bucket',
      's3://',
      's3://B',
      's3://bucket/../a',
      's3://bucket//a',
      's3://k:x@bucket',
      's3://bucket/ж',
    ])
      expect(() => readEnv({ ...keys, EXPORTS_URL })).toThrow('EXPORTS_URL: нужен адрес вида s3://корзина/папка')
    for (const S3_ENDPOINT of ['store.example', 'https://k:secret@store.example', 'https://store.example/a'])
      expect(() => readEnv({ ...keys, S3_ENDPOINT })).toThrow(/^(?!.*secret)S3_ENDPOINT: /)
    expect(() => readEnv({ ...keys, S3_SECRET_ACCESS_KEY: 'my secret' })).toThrow(
      /^(?!.*my secret)S3_SECRET_ACCESS_KEY: /,
    )
    expect(() => readEnv({ EXPORTS_URL: 's3://bucket' })).toThrow('Для EXPORTS_URL нужны ключи S3')
    expect(() => readEnv({ S3_ACCESS_KEY_ID: 'KEY' })).toThrow('Для S3 нужны оба ключа')
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT=abc: порт — это целое число от 0 до 65535.'],
    [{ PORT: '65536' }, 'PORT=65536: порт — это целое число от 0 до 65535.'],
    [{ PORT: '-1' }, 'PORT=-1: порт — это целое число от 0 до 65535.'],
    [{ PORT: '8e3' }, 'PORT=8e3: порт — это целое число от 0 до 65535.'],
    [{ DEMO: 'yes' }, 'DEMO=yes: допустимы значения 0 и 1.'],
    [{ PUBLIC_URL: 'court.example' }, 'PUBLIC_URL: это не адрес вида https://sudmonitor.example.'],
    [
      { DATABASE_URL: 'mysql://name:secret@db' },
      'DATABASE_URL: это не адрес вида postgres://имя:пароль@узел:5432/база.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://name@db.example/base' },
      'DATABASE_DIRECT_URL — второй адрес базы из DATABASE_URL, а её нет.',
    ],
    [
      { DATABASE_READ_URL: 'postgres://name@db.example/base' },
      'DATABASE_READ_URL — резервные серверы базы из DATABASE_URL, а её нет.',
    ],
    [{ FORGETTING_KEY: 'секрет' }, 'FORGETTING_KEY: нужны 64 шестнадцатеричные цифры, их даёт openssl rand -hex 32.'],
    [{ WEBHOOK_PORTS: '443, x' }, 'WEBHOOK_PORTS: нужны номера портов через запятую, например 443, 8443.'],
    [{ COPY_MEMORY: '0' }, 'COPY_MEMORY=0: нужно целое число от 1 до 80'],
    [{ COPY_MEMORY: '81' }, 'COPY_MEMORY=81: нужно целое число от 1 до 80'],
    [{ COPY_MEMORY: '4GB' }, 'COPY_MEMORY=4GB: нужно целое число от 1 до 80'],
    [{ WEBHOOK_PORTS: '0' }, 'WEBHOOK_PORTS: нужны номера портов через запятую, например 443, 8443.'],
    [{ PORT: 'a', DEMO: 'b' }, 'PORT=a: порт — это целое число от 0 до 65535.\nDEMO=b: допустимы значения 0 и 1.'],
  ])('refuses %o in a sentence', (source, sentence) => expect(() => readEnv(source)).toThrow(sentence))
})
