import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Mailer } from '../http/feature.ts'
import { type AccountChange, AccountError, changeAccount, createAccount, listAccounts } from './accounts.ts'
import { approvalLetter, declineLetter } from './letters.ts'
import { generatePassword } from './passwords.ts'
import { approveRegistration, type DecidedRegistration, declineRegistration } from './requests.ts'

export async function showAccounts(db: Kysely<DB>): Promise<void> {
  for (const account of await listAccounts(db))
    console.log(
      [
        account.username,
        account.is_superuser ? 'администратор' : account.groups.join(', ') || 'без групп',
        regionsInWords(account.regions),
        ...(account.blocked_at === null ? [] : ['заблокирован']),
        ...(account.declined_at !== null ? ['отклонён'] : account.approved_at === null ? ['ждёт одобрения'] : []),
      ].join(' · '),
    )
}

export type AccessOptions = { superuser?: true; groups?: string; regions?: string }
export type NewAccountOptions = AccessOptions & { email?: string }

export async function addAccount(db: Kysely<DB>, username: string, options: NewAccountOptions): Promise<void> {
  const password = generatePassword()
  const created = await createAccount(db, { username, password, email: options.email, ...accessOf(options) })
  console.log(`Создана учётная запись ${created.username}, пароль ${password}. Он показан один раз.`)
}

export type LetterOptions = { mailer: Mailer | undefined; publicUrl: string | undefined }

export async function approve(
  db: Kysely<DB>,
  username: string,
  options: AccessOptions,
  letterOptions: LetterOptions,
): Promise<void> {
  const approved = await approveRegistration(db, username, accessOf(options), {
    actor: 'command line',
    evenDeclined: true,
  })
  if (approved === undefined) throw noRequest(username)
  console.log(`Учётная запись ${approved.username} одобрена.`)
  tell(approved, letterOptions, to => approvalLetter(to, letterOptions.publicUrl))
}

export async function decline(db: Kysely<DB>, username: string, letterOptions: LetterOptions): Promise<void> {
  const declined = await declineRegistration(db, username, { actor: 'command line' })
  if (declined === undefined) throw noRequest(username)
  console.log(`Заявка ${declined.username} отклонена.`)
  tell(declined, letterOptions, declineLetter)
}

const noRequest = (username: string): AccountError =>
  new AccountError(`Заявки «${username}» нет, или она уже решена. Все учётные записи: npx sudmonitor account list`)

const tell = (
  { username, email }: DecidedRegistration,
  { mailer }: LetterOptions,
  letter: typeof declineLetter,
): void => {
  if (mailer !== undefined && email !== null) mailer.send(letter({ username, email }))
}

export async function change(
  db: Kysely<DB>,
  username: string,
  asked: AccountChange,
  said: (username: string) => string,
): Promise<void> {
  const changed = await changeAccount(db, { username }, asked)
  console.log(said(changed.username))
}

/** «77,78», «все» or «нет». */
export async function limit(db: Kysely<DB>, username: string, list: string): Promise<void> {
  const regions = list === 'все' ? null : list === 'нет' ? [] : numbersOf(list)
  await change(db, username, { regions }, name => `${name}: ${regionsInWords(regions)}.`)
}
/** «tag_editor» or «нет». */
export async function regroup(db: Kysely<DB>, username: string, list: string): Promise<void> {
  const groups = list === 'нет' ? [] : itemsOf(list)
  await change(db, username, { groups }, name => `${name}: ${groups.join(', ') || 'без групп'}.`)
}

export async function renewPassword(db: Kysely<DB>, username: string): Promise<void> {
  const password = generatePassword()
  await change(db, username, { password }, name => `Новый пароль для ${name}: ${password}. Он показан один раз.`)
}

const accessOf = ({ superuser, groups, regions }: AccessOptions) => ({
  groups: itemsOf(groups),
  isSuperuser: superuser === true,
  regions: regions === undefined ? null : numbersOf(regions),
})

const regionsInWords = (regions: readonly number[] | null): string =>
  regions === null ? 'все регионы' : `регионы: ${regions.join(', ') || 'нет'}`

const itemsOf = (list = ''): string[] =>
  list
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const numbersOf = (list: string): number[] =>
  itemsOf(list).map(item => {
    if (!/^\d{1,4}$/.test(item)) throw new AccountError(`«${item}» — не номер региона.`)
    return Number(item)
  })
