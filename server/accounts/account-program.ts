import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { AccessOptions, LetterOptions, NewAccountOptions } from './account-command.ts'
import type { AccountChange } from './accounts.ts'

type WithAccounts = (work: (db: Kysely<DB>, post: LetterOptions) => Promise<void>) => Promise<void>
const load = () => import('./account-command.ts')

export function addAccountCommands(program: Command, withAccounts: WithAccounts): void {
  const account = program
    .command('account')
    .description('учётные записи: показать, создать, одобрить, ограничить, сменить пароль')

  account
    .command('list')
    .description('показать все')
    .action(() => withAccounts(async db => (await load()).showAccounts(db)))

  const ofOne = (name: string, description: string): Command =>
    account.command(name).description(description).argument('<ИМЯ>')

  withAccess(ofOne('create', 'создать; пароль придумывается и показывается один раз'))
    .option('--email <АДРЕС>', 'электронная почта')
    .action((username: string, options: NewAccountOptions) =>
      withAccounts(async db => (await load()).addAccount(db, username, options)),
    )

  withAccess(ofOne('approve', 'одобрить заявку, хотя бы и отклонённую')).action(
    (username: string, options: AccessOptions) =>
      withAccounts(async (db, post) => (await load()).approve(db, username, options, post)),
  )

  ofOne('decline', 'отклонить заявку').action((username: string) =>
    withAccounts(async (db, post) => (await load()).decline(db, username, post)),
  )

  for (const [name, description, asked, said] of simpleChanges)
    ofOne(name, description).action((username: string) =>
      withAccounts(async db => (await load()).change(db, username, asked, said)),
    )

  ofOne('limit', 'ограничить регионами')
    .argument('<РЕГИОНЫ>', 'номера через запятую, «все» или «нет»')
    .action((username: string, regions: string) =>
      withAccounts(async db => (await load()).limit(db, username, regions)),
    )

  ofOne('groups', 'задать группы')
    .argument('<ГРУППЫ>', 'через запятую или «нет»')
    .action((username: string, groups: string) =>
      withAccounts(async db => (await load()).regroup(db, username, groups)),
    )

  ofOne('password', 'придумать новый пароль; открытые сеансы завершаются')
    .alias('reset')
    .action((username: string) => withAccounts(async db => (await load()).renewPassword(db, username)))
}

const simpleChanges: readonly (readonly [string, string, AccountChange, (name: string) => string])[] = [
  ['promote', 'сделать администратором', { isSuperuser: true }, name => `${name} теперь администратор.`],
  ['demote', 'лишить прав администратора', { isSuperuser: false }, name => `${name} больше не администратор.`],
  [
    'block',
    'заблокировать; открытые сеансы завершаются',
    { blocked: true },
    name => `Учётная запись ${name} заблокирована, её сеансы завершены, ключи отозваны.`,
  ],
  [
    'reset-code',
    'сбросить вход с кодом: владелец потерял устройство и коды восстановления',
    { secondFactor: false },
    name => `${name} входит по одному паролю; открытые сеансы завершены.`,
  ],
  ['unblock', 'разблокировать', { blocked: false }, name => `Учётная запись ${name} разблокирована.`],
]

const withAccess = (command: Command): Command =>
  command
    .option('--superuser', 'с правами администратора')
    .option('--groups <СПИСОК>', 'группы через запятую')
    .option('--regions <СПИСОК>', 'номера регионов через запятую; без ключа — все регионы')
