import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { changeAccount, createAccount, listAccounts } from './accounts.ts'
import { generatePassword } from './passwords.ts'

/** `sudmonitor account`: what an administrator does with accounts from the command line. */
export async function showAccounts(db: Kysely<DB>): Promise<void> {
  for (const account of await listAccounts(db))
    console.log(
      [
        account.username,
        account.is_superuser ? 'администратор' : account.groups.join(', ') || 'без групп',
        account.regions === null ? 'все регионы' : `регионы: ${account.regions.join(', ') || 'нет'}`,
        ...(account.blocked_at === null ? [] : ['заблокирован']),
        ...(account.approved_at === null ? ['не утверждён'] : []),
      ].join(' · '),
    )
}

export type NewAccountOptions = { superuser?: true; email?: string; groups?: string; regions?: string }

export async function addAccount(db: Kysely<DB>, username: string, options: NewAccountOptions): Promise<void> {
  const { superuser = false, email, groups, regions } = options
  const password = generatePassword()
  const created = await createAccount(db, {
    username,
    password,
    email,
    groups: itemsOf(groups),
    isSuperuser: superuser,
    regions: regions === undefined ? null : itemsOf(regions).map(Number),
  })
  console.log(`Создана учётная запись ${created.username}, пароль ${password}. Он показан один раз.`)
}

export async function renewPassword(db: Kysely<DB>, username: string): Promise<void> {
  const password = generatePassword()
  const changed = await changeAccount(db, username, { password })
  console.log(`Новый пароль для ${changed.username}: ${password}. Он показан один раз.`)
}

const itemsOf = (list = ''): string[] =>
  list
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
