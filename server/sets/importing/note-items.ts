import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { maxNoteText } from '#shared/domain/limits.ts'
import { maxColumnText, maxColumnTitle, maxItemLabels, maxLabelTitle } from '#shared/domain/sets.ts'
import type { TableColumnKind } from '#shared/tables/column-kinds.ts'
import { recordset } from '../../db/bulk-parameters.ts'
import type { DB } from '../../db/schema.ts'
import { fieldError } from '../../http/errors.ts'
import type { SetScope } from '../access.ts'
import { placeLabels } from '../change-items.ts'
import { columnsTitled } from '../columns.ts'
import { amongCases } from '../items.ts'
import { type ImportedRow, type ImportedTable, keptOfRow } from './read-rows.ts'

/** What a table says about cases besides naming them. */
export type NotedRow = { row: ImportedRow; case_id: number | null }

/** Texts not written because the set had another value, and their rows. */
type LeftOut = { texts: number; rows: ReadonlySet<ImportedRow> }

/**
 * Rows for the same case are merged; existing values of the set are not overwritten, and texts left out are reported.
 */
export async function noteItems(
  trx: Transaction<DB>,
  { accountId }: SetScope,
  setId: number,
  table: ImportedTable,
  outcomes: readonly NotedRow[],
): Promise<LeftOut> {
  const kept = outcomes.flatMap(({ row, case_id }) =>
    case_id === null ? [] : [{ case_id, row, line: row.line, ...keptOfRow(table, row) }],
  )
  const team = await membersByName(trx, setId)
  const people = assigneeHead(table)
  const told = kept.map(({ columns, assignee, ...said }) => {
    const person = team.get(assignee.toLowerCase())
    // An assignee outside the team is kept as text.
    const word = assignee !== '' && person === undefined ? [{ title: people, text: assignee }] : []
    return { ...said, assignee: person, columns: [...columns, ...word] }
  })
  const columns = await columnsTitled(
    trx,
    setId,
    checkedTitles(told.flatMap(row => row.columns.map(({ title }) => title))),
  )
  const keyOf = new Map(columns.map(({ key, title }) => [title.toLowerCase(), key]))
  const items = [...Map.groupBy(told, ({ case_id }) => case_id)].map(([case_id, same]) => {
    const texts = Map.groupBy(
      same.flatMap(row => row.columns),
      ({ title }) => keyOf.get(title.toLowerCase()) ?? '',
    )
    return {
      case_id,
      note: checkedText('Заметка', maxNoteText, same, joined(same.map(({ note }) => note))),
      assignee: same.find(({ assignee }) => assignee !== undefined)?.assignee ?? null,
      columns: Object.fromEntries(
        [...texts].map(([key, cells]) => [
          key,
          checkedText('Столбец', maxColumnText, same, joined(cells.map(({ text }) => text))),
        ]),
      ),
      labels: [
        ...new Map(
          same
            .flatMap(({ labels }) => labels)
            .map(label => [label.toLowerCase(), checkedText('Метка', maxLabelTitle, same, label)]),
        ).values(),
      ],
    }
  })
  if (items.length === 0) return { texts: 0, rows: new Set() }
  const standing = await standingOf(
    trx,
    setId,
    items.map(({ case_id }) => case_id),
  )
  const assigned = new Map(items.map(({ case_id, assignee }) => [case_id, assignee]))
  const leftOut = new Set<string>()
  const rows = new Set<ImportedRow>()
  for (const { row, case_id, columns: texts, note, assignee } of told) {
    const item = standing.get(case_id)
    if (item === undefined) continue
    const places = [
      ...texts.map(({ title, text }) => ({ place: keyOf.get(title.toLowerCase()) ?? '', text })),
      { place: 'note', text: note },
    ]
    const lost = places.filter(({ place, text }) => isLeftOut(place === 'note' ? item.note : item.columns[place], text))
    if (assignee !== undefined && assignee !== (item.assignee ?? assigned.get(case_id)))
      lost.push({ place: 'assignee', text: String(assignee) })
    if (lost.length > 0) rows.add(row)
    for (const { place, text } of lost) leftOut.add(JSON.stringify([case_id, place, text]))
  }
  await sql`
    update case_set_item item set columns = r.columns || item.columns, note = case when item.note = '' then r.note else item.note end,
      assignee = coalesce(item.assignee, r.assignee), version = nextval('case_set_item_version'), changed_at = now(), changed_by = ${accountId}::integer
    from ${recordset(items, 'case_id integer, note text, assignee integer, columns jsonb')}
    where item.set_id = ${setId} and item.case_id = r.case_id
      and (item.columns <> r.columns || item.columns or (item.note = '' and r.note <> '') or (item.assignee is null and r.assignee is not null))`.execute(
    trx,
  )
  await addLabels(trx, { setId, accountId }, items)
  return { texts: leftOut.size, rows }
}

const ownTexts = z.record(z.string(), z.string())
async function standingOf(trx: Transaction<DB>, setId: number, cases: readonly number[]) {
  const rows = await trx
    .selectFrom('case_set_item')
    .where('set_id', '=', setId)
    .where(amongCases('case_id', cases))
    .select(['case_id', 'note', 'assignee', 'columns'])
    .execute()
  return new Map(rows.map(({ columns, ...item }) => [item.case_id, { ...item, columns: ownTexts.parse(columns) }]))
}
/** Texts of several rows are joined. */
const isLeftOut = (standing: string | undefined, text: string): boolean =>
  text !== '' &&
  standing !== undefined &&
  standing !== '' &&
  standing !== text &&
  !standing.split(between).includes(text)
const between = '; '

const joined = (texts: readonly string[]): string => [...new Set(texts.filter(text => text !== ''))].join(between)
const checkedText = (what: string, most: number, [row]: readonly { line: number }[], text: string): string => {
  if (text.length > most)
    throw fieldError(
      'rows',
      `${what}: длиннее ${most} знаков, строка ${row?.line ?? 0}. Сократите её или не берите столбец.`,
    )
  return text
}
const checkedTitles = (titles: readonly string[]): string[] => {
  const long = titles.find(title => title.length > maxColumnTitle)
  if (long !== undefined)
    throw fieldError('heads', `Заголовок столбца длиннее ${maxColumnTitle} знаков: «${long.slice(0, 40)}…».`)
  return [...new Set(titles)]
}
export const assigneeHead = ({ heads, kinds }: ImportedTable): string => {
  const at = kinds.indexOf('assignee' satisfies TableColumnKind)
  return (heads[at] ?? '').trim() || 'Кому'
}
async function membersByName(trx: Transaction<DB>, setId: number): Promise<Map<string, number>> {
  const team = await trx
    .selectFrom('case_set_member')
    .innerJoin('account', 'account.id', 'case_set_member.account_id')
    .where('set_id', '=', setId)
    .select(['account.id', 'username'])
    .execute()
  return new Map(team.map(({ id, username }) => [username.toLowerCase(), id]))
}

async function addLabels(
  trx: Transaction<DB>,
  { setId, accountId }: { setId: number; accountId: number },
  items: readonly { case_id: number; labels: readonly string[] }[],
): Promise<void> {
  const given = items.filter(({ labels }) => labels.length > 0)
  if (given.length === 0) return
  const before = await trx
    .selectFrom('case_set_item_label as own')
    .innerJoin('case_set_label as label', 'label.id', 'own.label_id')
    .where('own.set_id', '=', setId)
    .where(
      amongCases(
        'own.case_id',
        given.map(({ case_id }) => case_id),
      ),
    )
    .select(['own.case_id', 'label.title'])
    .execute()
  const known = Map.groupBy(before, ({ case_id }) => case_id)
  const all = new Map(
    given.map(({ case_id, labels }) => [
      case_id,
      [...new Set([...(known.get(case_id) ?? []).map(({ title }) => title), ...labels])],
    ]),
  )
  if ([...all.values()].some(labels => labels.length > maxItemLabels))
    throw fieldError('rows', `Не больше ${maxItemLabels} меток у дела.`)
  await placeLabels(trx, setId, all)
  const relabelled = given.filter(({ case_id, labels }) => {
    const there = new Set((known.get(case_id) ?? []).map(({ title }) => title.toLowerCase()))
    return labels.some(label => !there.has(label.toLowerCase()))
  })
  await trx
    .updateTable('case_set_item')
    .set({
      version: sql<number>`nextval('case_set_item_version')`,
      changed_at: sql<Date>`now()`,
      changed_by: accountId,
    })
    .where('set_id', '=', setId)
    .where(
      amongCases(
        'case_id',
        relabelled.map(({ case_id }) => case_id),
      ),
    )
    .execute()
}
