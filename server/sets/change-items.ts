import { type Kysely, sql, type Transaction } from 'kysely'
import type { ItemChange, SetItem } from '#shared/api/sets.ts'
import { maxItemLabels, maxSetLabels } from '#shared/domain/sets.ts'
import { recordset } from '../db/bulk-parameters.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError, HttpError } from '../http/errors.ts'
import type { SetScope } from './access.ts'
import { columnsOf } from './columns.ts'
import { amongCases, presentItem, shownItems } from './items.ts'

/** What a team notes about cases of a set: status, assignee, note, own columns, labels. */
type Undo = Partial<ItemChange> & { case_id: number }
type Changed = { changed: number; items: SetItem[]; undo: Undo[] }
type Noted = Pick<SetItem, 'status' | 'note' | 'columns' | 'labels'> & { assignee: number | null }

const noted = ({ status, note, columns, labels, assignee }: SetItem): Noted => ({
  status,
  note,
  columns,
  labels,
  assignee: assignee?.id ?? null,
})
const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The state after the change. Labels are unique regardless of letter case; an empty text clears the column. */
function changedTo(before: Noted, change: ItemChange): Noted {
  const { status, assignee, note, columns, labels, add_labels = [], remove_labels = [] } = change
  const kept = (labels ?? before.labels).filter(label => !remove_labels.some(gone => sameText(gone, label)))
  const all = [...kept, ...add_labels]
  return {
    status: status ?? before.status,
    assignee: assignee === undefined ? before.assignee : assignee,
    note: note ?? before.note,
    columns: Object.fromEntries(
      Object.entries({ ...before.columns, ...columns })
        .filter(([, text]) => text !== '')
        .toSorted(([one], [other]) => one.localeCompare(other)),
    ),
    labels: all.filter((label, n) => all.findIndex(other => sameText(other, label)) === n).toSorted(byLetters),
  }
}
const byLetters = (one: string, other: string): number => one.toLowerCase().localeCompare(other.toLowerCase(), 'ru')

type Key = keyof Noted
const keys = ['status', 'assignee', 'note', 'columns', 'labels'] as const satisfies readonly Key[]
const canonical = (value: Noted[Key]): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)))
    : JSON.stringify(Array.isArray(value) ? value.map(text => text.toLowerCase()).toSorted() : value)
const differing = (before: Noted, after: Noted): Key[] =>
  keys.filter(key => canonical(before[key]) !== canonical(after[key]))

/**
 * All or nothing. Texts carry the version they are based on, so that concurrent edits are not overwritten: 409 returns
 * the current text. A change already made is a no-op. @throws HttpError 400, 409
 */
export async function changeItems(
  trx: Transaction<DB>,
  { scope, setId }: { scope: SetScope; setId: number },
  changes: readonly ItemChange[],
): Promise<Changed> {
  const ids = [...new Set(changes.map(({ case_id }) => case_id))]
  if (ids.length < changes.length) throw fieldError('items', 'Дело названо дважды.')
  const now = await itemsByCase(trx, scope, setId, ids)
  const missing = ids.filter(id => !now.has(id))
  if (missing.length > 0)
    throw fieldError('items', `В подборке нет дел с такими номерами: ${missing.slice(0, 10).join(', ')}.`)
  await refuseForeign(trx, setId, changes)
  const wanted = changes.flatMap(change => {
    const item = now.get(change.case_id)
    if (item === undefined) return []
    const [before, after] = [noted(item), changedTo(noted(item), change)]
    const differ = differing(before, after)
    return differ.length === 0 ? [] : [{ change, item, before, after, differ }]
  })
  const overtaken = wanted.filter(({ change: { version }, item }) => version !== undefined && version !== item.version)
  if (overtaken.length > 0) throw itemsConflict(overtaken.map(({ item }) => item))
  for (const { change, differ } of wanted)
    if (change.version === undefined && differ.some(key => key === 'note' || key === 'columns'))
      throw fieldError('version', 'Чтобы изменить текст, нужна version, которую вы видели.')
  if (wanted.some(({ after }) => after.labels.length > maxItemLabels))
    throw fieldError('labels', `Не больше ${maxItemLabels} меток у дела.`)
  await write(
    trx,
    { setId, accountId: scope.accountId },
    wanted.map(({ change, after }) => ({ case_id: change.case_id, ...after })),
  )
  const relabelled = wanted.filter(({ differ }) => differ.includes('labels'))
  if (relabelled.length > 0)
    await placeLabels(trx, setId, new Map(relabelled.map(({ change, after }) => [change.case_id, after.labels])))
  const after = await itemsByCase(trx, scope, setId, ids)
  return {
    changed: wanted.length,
    items: [...after.values()],
    undo: wanted.map(({ change: { case_id }, before, after: made, differ }) => ({
      case_id,
      version: after.get(case_id)?.version ?? 0,
      ...Object.fromEntries(differ.map(key => [key, key === 'columns' ? emptied(before, made) : before[key]])),
    })),
  }
}

/** Columns as they were; new ones are emptied. */
const emptied = (before: Noted, made: Noted): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(made.columns).map(key => [key, ''])),
  ...before.columns,
})

const itemsConflict = (items: readonly SetItem[]): HttpError =>
  new HttpError(
    409,
    { detail: 'Это дело уже изменил кто-то другой. Посмотрите, что записано теперь, и решите, что оставить.' },
    {},
    { items },
  )

async function itemsByCase(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  ids: readonly number[],
): Promise<Map<number, SetItem>> {
  const rows = await shownItems(db, scope, setId).where(amongCases('item.case_id', ids)).execute()
  return new Map(rows.map(row => [row.case_id, presentItem(row)]))
}

async function refuseForeign(trx: Transaction<DB>, setId: number, changes: readonly ItemChange[]): Promise<void> {
  const columns = new Set(changes.flatMap(({ columns = {} }) => Object.keys(columns)))
  const known = columns.size === 0 ? [] : (await columnsOf(trx, setId)).map(({ key }) => key)
  const unknown = [...columns].find(key => !known.includes(key))
  if (unknown !== undefined) throw fieldError('columns', `Столбца «${unknown}» в подборке нет.`)
  const people = [...new Set(changes.flatMap(({ assignee }) => assignee ?? []))]
  if (people.length === 0) return
  const team = trx.selectFrom('case_set_member').where('set_id', '=', setId).where(amongCases('account_id', people))
  if ((await countRows(team)) < people.length)
    throw fieldError('assignee', 'Дело можно поручить только участнику подборки.')
}

async function write(
  trx: Transaction<DB>,
  { setId, accountId }: { setId: number; accountId: number },
  rows: readonly ({ case_id: number } & Noted)[],
): Promise<void> {
  if (rows.length === 0) return
  // Values of dropped columns are hidden but kept.
  await sql`
    update case_set_item item set status = r.status, assignee = r.assignee, note = r.note,
      columns = r.columns || (item.columns - array(select key from case_set_column where set_id = ${setId} and dropped_at is null)),
      version = nextval('case_set_item_version'), changed_at = now(), changed_by = ${accountId}::integer
    from ${recordset(rows, 'case_id integer, status text, assignee integer, note text, columns jsonb')}
    where item.set_id = ${setId} and item.case_id = r.case_id`.execute(trx)
}

/** Labels are created when first used, and deleted with the last case that has them. @throws HttpError 400 */
export async function placeLabels(
  trx: Transaction<DB>,
  setId: number,
  labelsOf: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const rows = [...labelsOf].flatMap(([case_id, labels]) => labels.map(title => ({ case_id, title })))
  await trx
    .deleteFrom('case_set_item_label')
    .where('set_id', '=', setId)
    .where(amongCases('case_id', [...labelsOf.keys()]))
    .execute()
  await sql`
    insert into case_set_label (set_id, title)
    select distinct on (lower(r.title)) ${setId}::integer, r.title from ${recordset(rows, 'title text')}
    on conflict (set_id, lower(title)) do nothing`.execute(trx)
  await sql`
    insert into case_set_item_label (set_id, case_id, label_id)
    select ${setId}::integer, r.case_id, label.id
    from ${recordset(rows, 'case_id integer, title text')}
    join case_set_label label on label.set_id = ${setId} and lower(label.title) = lower(r.title)
    on conflict do nothing`.execute(trx)
  await sql`
    delete from case_set_label label where set_id = ${setId}
      and not exists (select from case_set_item_label own where own.label_id = label.id)`.execute(trx)
  if ((await countRows(trx.selectFrom('case_set_label').where('set_id', '=', setId))) > maxSetLabels)
    throw fieldError('labels', `Разных меток в подборке не больше ${maxSetLabels}.`)
}
