import { Readable } from 'node:stream'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { SetItem } from '#shared/api/sets.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { type CellValue, type ExportColumn, exportColumnOf } from '#shared/domain/export-columns.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { itemStatuses, maxWordCases, type SetFileFormat } from '#shared/domain/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { openSnapshot, prefetched } from '../db/snapshot.ts'
import { aboutExport } from '../exports/about-export.ts'
import { caseValues } from '../exports/case-values.ts'
import { chosenColumns } from '../exports/settings.ts'
import { type AboutLine, columnWidths, xlsx } from '../exports/xlsx.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { fieldError } from '../http/errors.ts'
import { roleIn, type SetScope } from './access.ts'
import { columnsOf } from './columns.ts'
import { amongCases, presentItem, shownItems } from './items.ts'
import { oneSet } from './sets.ts'
import { chosenBy, wordFile } from './word-file.ts'

/**
 * A set as a file, in its own order: a workbook with the team's notes, or a list of cases for a filing, without notes
 * and outcomes. Changes are marked per reader, since their own last file.
 */
type Asked = {
  id: number
  format: SetFileFormat
  values: AnyValues
  /** Only these cases. */
  cases?: readonly number[] | undefined
  onlyChanged: boolean
  origin: string
  signal: AbortSignal
}
export type SetFile = { title: string; count: number; body: Readable; given: () => Promise<void> }

const secondsEach = 60
/** Texts are long: a batch stays within a few megabytes. */
const batchSize = 100

/** `given` is called when the whole file has been downloaded. @throws HttpError 400, 404 */
export async function openSetFile(db: Kysely<DB>, account: AccountRights, asked: Asked): Promise<SetFile> {
  const { id, format, cases, onlyChanged } = asked
  const scope = scopeOf(account)
  await roleIn(db, account.id, id)
  if (asked.values.as_of !== undefined)
    throw fieldError('as_of', 'Файл подборки собирается на сегодня: снимите фильтр «На дату».')
  const values: AnyValues = { ...asked.values, set: [id] }
  const at = await oldestOpen(db)
  const { trx, close } = await openSnapshot(db, { secondsEach, signal: asked.signal })
  try {
    const { title, hidden } = await oneSet(trx, scope, id)
    const isPart = hidden > 0 && scope.regions !== 'all' && cases === undefined
    const since = await lastFile(trx, account.id, id)
    const ids = await idsInOrder(trx, scope, { id, values, cases, since: onlyChanged ? since : null })
    if (format === 'docx' && ids.length > maxWordCases)
      throw fieldError(
        'format',
        `Документ Word вмещает ${showNumber(maxWordCases)} дел, а здесь ${showNumber(ids.length)}. Возьмите Excel или уточните фильтры.`,
      )
    const changed: AboutLine[] = onlyChanged
      ? [
          [
            'Только изменившиеся',
            since === null ? `Прошлого файла не было: здесь ${allOf(asked)}` : `После ${inMoscow(since)}`,
          ],
        ]
      : []
    const reading = { trx, scope, id, ids, origin: asked.origin }
    const body =
      format === 'docx'
        ? await wordFile(
            { ...reading, batches: batchesOf(reading) },
            // Each court is read on its own days, which differ from the day of the file.
            {
              title,
              lines: [
                ...(cases === undefined ? [] : ['Только выбранные дела подборки.']),
                ...(isNarrowed(asked) ? [await chosenBy(trx, scope, asked.values)] : []),
                ...(isPart ? [`${ofOpenRegions(hidden)}.`] : []),
                ...changed.map(([label, text]) => `${label}. ${text}.`),
                `Собрано в Судмониторе ${inMoscow(new Date())}. Карточки дел могли измениться: сверьте с ними перед подачей.`,
              ],
            },
          )
        : await workbook(reading, {
            values,
            cases,
            columns: await chosenColumns(trx, account),
            lines: [...(isPart ? [['Отбор', ofOpenRegions(hidden)] as const] : []), ...changed],
          })
    body.once('close', () => void close())
    // A partial file, or one without notes, does not count as the last file: the rest has not been shown.
    const isWhole = format === 'xlsx' && cases === undefined && !isNarrowed(asked)
    return {
      title,
      count: ids.length,
      body,
      given: () => (isWhole ? remember(db, account.id, id, at) : Promise.resolve()),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Shown when a set has cases that its reader may not see. */
const ofOpenRegions = (hidden: number): string =>
  `Только дела открытых вам регионов: из подборки скрыто ${counted(hidden, caseForms)}`
const isNarrowed = ({ values }: Asked): boolean => Object.keys(values).some(name => name !== 'set')
/** Describes a file that does not leave out unchanged cases. */
const allOf = (asked: Asked): string => {
  if (asked.cases !== undefined) return 'все выбранные дела'
  return isNarrowed(asked) ? 'все дела по фильтрам' : 'все дела'
}

/** A response body that calls `given` after it has been sent completely. */
export const notifyWhenSent = (body: Readable, given: () => Promise<void>): Readable =>
  Readable.from(
    (async function* () {
      yield* body
      await given()
    })(),
    { objectMode: false },
  )

const inMoscow = (at: Date): string => `${showMoment(at.toISOString(), 'Europe/Moscow')} по Москве`

/**
 * The start of the oldest open transaction. Rows carry the start time of their transaction, which may commit after the
 * snapshot, so the next file includes everything since this time again.
 */
async function oldestOpen(db: Kysely<DB>): Promise<Date> {
  const { at } = await db
    .selectNoFrom(
      sql<Date>`least(now(), (
        select min(xact_start) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()))`.as(
        'at',
      ),
    )
    .executeTakeFirstOrThrow()
  return at
}

async function lastFile(trx: Kysely<DB>, accountId: number, id: number): Promise<Date | null> {
  const { file_at } = await trx
    .selectFrom('case_set_member')
    .where('set_id', '=', id)
    .where('account_id', '=', accountId)
    .select('file_at')
    .executeTakeFirstOrThrow()
  return file_at
}

const remember = async (db: Kysely<DB>, accountId: number, id: number, at: Date): Promise<void> => {
  await db
    .updateTable('case_set_member')
    .set({ file_at: at })
    .where('set_id', '=', id)
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(file_at is null or file_at < ${at})`)
    .execute()
}

/** Cases that changed, joined the set or got another note. */
async function idsInOrder(
  trx: Kysely<DB>,
  scope: SetScope,
  { id, values, cases, since }: Pick<Asked, 'id' | 'values' | 'cases'> & { since: Date | null },
): Promise<number[]> {
  const rows = await selectCases(trx, scope, values)
    .innerJoin('case_set_item as item', 'item.case_id', 'court_case.id')
    .where('item.set_id', '=', id)
    .$if(cases !== undefined, query => query.where(amongCases('court_case.id', cases ?? [])))
    .$if(since !== null, query =>
      query.where(
        sql<SqlBool>`greatest(court_case.changed_at, item.changed_at, item.added_at) > ${since}::timestamptz`,
      ),
    )
    .select('item.case_id')
    .orderBy('item.position')
    .orderBy('item.case_id')
    .execute()
  return rows.map(({ case_id }) => case_id)
}

type Reading = { trx: Kysely<DB>; scope: SetScope; id: number; ids: readonly number[]; origin: string }

async function* batchesOf({ ids }: Reading): AsyncGenerator<readonly number[]> {
  for (let from = 0; from < ids.length; from += batchSize) yield ids.slice(from, from + batchSize)
}

const statusLabel = (status: string): string => itemStatuses.find(({ value }) => value === status)?.label ?? status

async function workbook(
  reading: Reading,
  {
    lines,
    ...told
  }: Pick<Asked, 'values' | 'cases'> & { columns: readonly ExportColumn[]; lines: readonly AboutLine[] },
): Promise<Readable> {
  const { trx, scope, id, ids, origin } = reading
  const { columns } = told
  const own = await columnsOf(trx, id)
  const noted: { label: string; kind: 'text' | 'texts'; read: (item: SetItem) => CellValue }[] = [
    { label: 'Работа в подборке', kind: 'text', read: ({ status }) => statusLabel(status) },
    { label: 'Поручено', kind: 'text', read: ({ assignee }) => assignee?.username ?? null },
    { label: 'Метки подборки', kind: 'texts', read: ({ labels }) => labels },
    { label: 'Заметка подборки', kind: 'text', read: ({ note }) => note || null },
    ...own.map(({ key, title }) => ({
      label: title,
      kind: 'text' as const,
      read: ({ columns: texts }: SetItem) => texts[key] ?? null,
    })),
  ]
  const orderText = 'Как в подборке'
  const about = await aboutExport(trx, scope, { ...told, ordering: defaultOrdering, orderText, count: ids.length })
  async function* rows(): AsyncGenerator<CellValue[][]> {
    for await (const batch of batchesOf(reading)) {
      const cells = await caseValues(trx, batch, columns, { scope, origin })
      const found = await shownItems(trx, scope, id).where(amongCases('item.case_id', batch)).execute()
      const items = new Map(found.map(row => [row.case_id, presentItem(row)]))
      yield cells.map((row, n) => {
        const item = items.get(batch[n] ?? 0)
        return [...row, ...noted.map(({ read }) => (item === undefined ? null : read(item)))]
      })
    }
  }
  const heads = [...columns.map(exportColumnOf), ...noted]
  return xlsx(
    { title: 'Дела', columns: heads.map(({ label, kind }) => ({ label, kind, width: columnWidths[kind] })) },
    prefetched(rows()),
    {
      title: 'О выгрузке',
      lines: [...lines, ...about, ['Столбцы подборки', noted.map(({ label }) => label).join(', ')]],
    },
  )
}
