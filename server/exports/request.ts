import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { AskedExport } from '#shared/api/export-requests.ts'
import type { exportRequest } from '#shared/api/exports.ts'
import { storedParams } from '#shared/api/saved.ts'
import { chatIdPattern } from '#shared/api/telegram.ts'
import { columnsInOrder, foreignColumns, isExportColumn } from '#shared/domain/export-columns.ts'
import { maxKeptExports, maxWaitingExports } from '#shared/domain/limits.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { maySignIn } from '../accounts/sessions.ts'
import { wordsToRank } from '../cases/ranked-cases.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { fieldError, requestError } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { sendJob } from '../jobs/send-job.ts'
import { isChatMuted, recordSendResult } from '../messenger/telegram-chats.ts'
import { checkFilters, readFilters } from '../saved/checked-filters.ts'
import { describeAll } from '../saved/readable.ts'
import { refuseForeignColumns } from './settings.ts'

/** Exports that an account has requested, visible only to it. */
type Row = Selectable<DB['export_request']>
type Bot = Pick<FeatureOptions, 'hasBot' | 'reachChat'>
type GivenExport = z.output<typeof exportRequest>

/** @throws HttpError 400, 403 that names the field */
export async function askForExport(
  db: Kysely<DB>,
  owner: AccountRights,
  given: GivenExport,
  { origin, ...bot }: Bot & { origin: string },
): Promise<AskedExport> {
  const { stored, values } = checkFilters(given.filters, owner, { name: 'filters' })
  wordsToRank(given.ordering, values)
  refuseForeignColumns(owner, given.selected_columns)
  if (given.telegram !== null) await refuseChat(db, given.telegram, bot)
  const made = await withAccountLock(db, owner.id, async trx => {
    await refuseTooMany(trx, owner.id)
    const row = await trx
      .insertInto('export_request')
      .values({
        account_id: owner.id,
        selected_columns: columnsInOrder(given.selected_columns),
        filters: JSON.stringify(stored),
        cases: given.cases ?? null,
        telegram: given.telegram,
        format: given.format,
        ordering: given.ordering,
        origin,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await sendJob(trx, 'write-export', { id: row.id })
    return row
  })
  const [asked] = await presentExports(db, owner, [made])
  if (asked === undefined) throw new Error('an export was neither made nor found')
  return asked
}

async function refuseChat(db: Kysely<DB>, telegram: string, { hasBot, reachChat }: Bot): Promise<void> {
  if (!hasBot) throw fieldError('telegram', 'Бот не настроен. Файл можно получить на странице «Мои выгрузки».')
  const chatId = chatIdOf(telegram)
  if (chatId === undefined) throw fieldError('telegram', 'Такого номера в Telegram не бывает.')
  if (await isChatMuted(db, chatId))
    throw fieldError('telegram', 'В этом чате боту сказали /stop. Напишите ему /start и попробуйте ещё раз.')
  const reached = await reachChat?.(chatId)
  if (reached === undefined) return
  await recordSendResult(db, chatId, reached)
  // Other failures may be temporary: sending is retried.
  if (!reached.ok && (reached.why === 'blocked' || reached.why === 'chat_not_found'))
    throw fieldError('telegram', unreachable[reached.why])
}
const unreachable = {
  chat_not_found: 'Бот не знает такого чата: сначала напишите ему /start.',
  blocked: 'Бот заблокирован в этом чате. Разблокируйте его и попробуйте ещё раз.',
} as const

/** Undefined: not a valid chat id. */
export const chatIdOf = (telegram: string): number | undefined => {
  const id = chatIdPattern.test(telegram) ? Number(telegram) : 0
  return Number.isSafeInteger(id) && id !== 0 ? id : undefined
}

async function refuseTooMany(trx: Kysely<DB>, accountId: number): Promise<void> {
  const { waiting, kept } = await trx
    .selectFrom('export_request')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', 'in', ['waiting', 'writing', 'sending']).as('waiting'),
      fn.countAll<number>().as('kept'),
    ])
    .executeTakeFirstOrThrow()
  const forms = ['выгрузка', 'выгрузки', 'выгрузок'] as const
  if (waiting >= maxWaitingExports)
    throw requestError(`Уже готовится ${counted(waiting, forms)}. Дождитесь их или удалите лишние.`)
  if (kept >= maxKeptExports)
    throw requestError(`Хранится ${counted(kept, forms)} — больше нельзя. Удалите ненужные на странице «Мои выгрузки».`)
}

export const exportsOf = async (db: Kysely<DB>, owner: AccountRights): Promise<AskedExport[]> => {
  const rows = await db
    .selectFrom('export_request')
    .where('account_id', '=', owner.id)
    .selectAll()
    .orderBy('id', 'desc')
    .execute()
  return presentExports(db, owner, rows)
}

/** Undefined: the account has no such export, or it has no file. */
export const readyExport = (db: Kysely<DB>, accountId: number, id: number): Promise<Row | undefined> =>
  db
    .selectFrom('export_request')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .selectAll()
    .executeTakeFirst()

/** False: the account has no such export. A job that is writing it notices and stops. */
export const deleteExport = async (db: Kysely<DB>, accountId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('export_request')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const rightsChanged = 'Ваши права с тех пор изменились: закажите выгрузку заново.'
const keptFilters = (row: Row, account: AccountRights) =>
  readFilters(storedParams.catch({}).parse(row.filters), account)

/** Whether the account may still see the regions, columns and filters of the file. */
export const mayReceive = (row: Row, account: AccountRights): boolean =>
  (account.regions === null || row.regions?.every(region => account.regions?.includes(region)) === true) &&
  foreignColumns(account, row.selected_columns.filter(isExportColumn)).length === 0 &&
  !keptFilters(row, account).isNarrowed

const lines = z.array(z.tuple([z.string(), z.string()])).catch([])
export const aboutLines = (kept: unknown): [string, string][] => lines.parse(kept)

/** Filters are described by the account's current rights; a file that it may no longer receive shows no figures. */
async function presentExports(db: Kysely<DB>, owner: AccountRights, rows: readonly Row[]): Promise<AskedExport[]> {
  const described = await describeAll(
    db,
    rows.map(row => keptFilters(row, owner).values),
    scopeOf(owner),
  )
  return rows.map((row, n) => ({
    // The response schema drops the other columns.
    ...withIsoDates(row),
    selected_columns: row.selected_columns.filter(isExportColumn),
    readable: [
      ...(row.cases === null ? [] : [['Отбор', `Выбрано ${counted(row.cases.length, caseForms)}`] as [string, string]]),
      ...(described[n]?.each ?? []).map(({ label, text }): [string, string] => [label, text]),
    ],
    file_url: row.bytes === null ? null : `/api/v1/exports/${row.id}/file/`,
    ...(row.bytes !== null && !mayReceive(row, owner) && closedFile),
  }))
}
const closedFile = {
  status: 'failed',
  error: rightsChanged,
  ...{ count: null, written: 0, bytes: null, file_url: null },
} as const

/** The account that requested the export, with its current rights; undefined: it may no longer sign in. */
export const exportOwner = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where(maySignIn)
    .select(['id', 'groups', 'is_superuser', 'regions'])
    .executeTakeFirst()
