import { z } from 'zod'
import { maxId, maxNoteText, maxPageSize } from '../domain/limits.ts'
import {
  givenRoles,
  invitationDays,
  itemStatusNames,
  maxColumnText,
  maxColumnTitle,
  maxInvitationDays,
  maxItemLabels,
  maxLabelTitle,
  maxListedSets,
  maxSetCases,
  maxSetColumns,
  maxSetTitle,
  setRoles,
} from '../domain/sets.ts'
import {
  bodyObject,
  detailError,
  flagParam,
  givenText,
  idParam,
  listOf,
  pageParam,
  repeated,
  requiredText,
  rowNumber,
  sizeParam,
  strictQuery,
} from './lists.ts'
import { givenParams } from './saved.ts'

/** Working sets of cases (decision 0102). */
const id = z.number().int()
const role = z.enum(setRoles.map(({ value }) => value))
const status = z.enum(itemStatusNames)
const someone = z.object({ id, username: z.string() })

/** `ends_on`: the day on which watching ends unless prolonged; announced a month before. */
export const watchingEnd = z.object({ ends_on: z.string().nullable(), is_ended: z.boolean() })
/**
 * Counts cover cases that the reader may see today; `hidden` is the number of the others. `watching`: set for a watch
 * list that is about to end or has ended.
 */
export const workingSet = z.object({
  id,
  title: z.string(),
  role,
  owner: z.string(),
  created_at: z.string(),
  changed_at: z.string(),
  count: id,
  hidden: id,
  progress: z.object({ unseen: id, working: id, checked: id, disputed: id }),
  members: id,
  // The previous version omits it.
  watching: watchingEnd.nullable().default(null),
})
export type WorkingSet = z.infer<typeof workingSet>
export const workingSetList = listOf(workingSet)
/** The whole list unless a page is requested. */
export const setListQuery = strictQuery({ page: pageParam, size: sizeParam(maxListedSets, maxListedSets) })

const setColumn = z.object({ key: z.string(), title: z.string() })
export type SetColumn = z.infer<typeof setColumn>
const setMember = someone.extend({ role, joined_at: z.string() })
/** `at_case`: where the reader stopped. */
export const fullSet = workingSet.extend({
  columns: z.array(setColumn),
  labels: z.array(z.string()),
  team: z.array(setMember),
  at_case: id.nullable(),
})
export type FullSet = z.infer<typeof fullSet>

const setItem = z.object({
  case_id: id,
  position: id,
  status,
  assignee: someone.nullable(),
  note: z.string(),
  columns: z.record(z.string(), z.string()),
  labels: z.array(z.string()),
  added_by: z.string().nullable(),
  added_at: z.string(),
  changed_by: z.string().nullable(),
  changed_at: z.string(),
  version: id,
})
export type SetItem = z.infer<typeof setItem>
export const setItemList = listOf(setItem)

const noCase = 'Нужны номера дел.'
const tooMany = `В подборке не больше ${maxSetCases.toLocaleString('ru-RU')} дел.`
const cases = z.array(rowNumber(noCase), { error: noCase }).max(maxSetCases, { error: tooMany })
const title = requiredText('Название', maxSetTitle)
const gathered = { cases: cases.optional(), get_params: givenParams.optional() }

export const setRequest = bodyObject({ title, ...gathered }, 'Нужно название подборки.')
const columnKey = z.string({ error: 'Нужен ключ столбца.' }).regex(/^c\d{1,9}$/, { error: 'Нужен ключ столбца.' })
const columnKeys = z.array(columnKey).max(maxSetColumns, { error: `Своих столбцов не больше ${maxSetColumns}.` })
/**
 * `columns` in order; one without a key is new. `dropped_columns`: keys of columns to remove with their texts;
 * `restored_columns`: columns to restore within a day.
 */
export const setChange = bodyObject(
  {
    title: title.optional(),
    columns: z
      .array(
        bodyObject(
          { key: columnKey.optional(), title: requiredText('Столбец', maxColumnTitle) },
          'Нужны key и title столбца.',
        ),
      )
      .max(maxSetColumns, { error: `Своих столбцов не больше ${maxSetColumns}.` })
      .optional(),
    dropped_columns: columnKeys.optional(),
    restored_columns: columnKeys.optional(),
  },
  'Нужно название или столбцы.',
)
export const gatheredRequest = bodyObject(gathered, 'Нужны cases или get_params.')
export const casesRequest = bodyObject({ cases }, noCase)

const version = z.int({ error: 'Нужен номер версии.' }).min(0).max(maxId, { error: 'Такой версии не бывает.' })
/** `version`: cases changed after it stay. */
export const removalRequest = bodyObject({ cases, version: version.optional() }, noCase)
const label = requiredText('Метка', maxLabelTitle)
const labels = z
  .array(label, { error: 'Нужны метки.' })
  .max(maxItemLabels, { error: `Не больше ${maxItemLabels} меток у дела.` })
const changed = {
  status: z.enum(itemStatusNames, { error: 'Такого состояния нет.' }).optional(),
  assignee: rowNumber('Нужен номер учётной записи или null.').nullable().optional(),
  note: givenText('Заметка', maxNoteText).optional(),
  columns: z
    .record(z.string().max(20), givenText('Значение', maxColumnText), { error: 'Нужны тексты по ключам столбцов.' })
    .optional(),
  labels: labels.optional(),
  add_labels: labels.optional(),
  remove_labels: labels.optional(),
}
const itemChange = bodyObject({ case_id: rowNumber(noCase), version: version.optional(), ...changed }, noCase)
export type ItemChange = z.output<typeof itemChange>
/** `items`: a change per case; `cases` with `change`: one change for all. */
export const itemsChange = bodyObject(
  {
    items: z.array(itemChange, { error: 'Нужен список изменений.' }).max(maxSetCases, { error: tooMany }).optional(),
    cases: cases.optional(),
    change: bodyObject(changed, 'Нужно изменение.').optional(),
  },
  'Нужны items или cases и change.',
)
/** `undo`: `items` that reverse the change, unless somebody has changed them since. */
export const itemsChanged = z.object({
  changed: id,
  items: z.array(setItem),
  undo: z.array(z.looseObject({ case_id: id })),
})
export const itemsConflict = detailError.extend({ items: z.array(setItem) })
/** `version`: of the set after the addition, for undoing it. */
export const itemsAdded = z.object({ added: z.array(id), already: id, version: id, set: workingSet })
export const itemsRemoved = z.object({ removed: z.array(id), set: workingSet })

const caseParam = z
  .string({ error: noCase })
  .regex(/^[1-9]\d{0,8}$/, { error: noCase })
  .transform(Number)
export const setItemsQuery = strictQuery({
  case: repeated(
    z
      .array(caseParam)
      .max(maxPageSize, { error: `Не больше ${maxPageSize} дел за раз.` })
      .optional(),
  ),
  page: pageParam,
  size: sizeParam(),
})

export const setPlace = bodyObject({ case_id: rowNumber(noCase).nullable() }, 'Нужен номер дела или null.')
/** Without a case: from where its reader stopped. */
export const setNeighboursQuery = strictQuery({
  case: caseParam.optional(),
  status: repeated(z.array(z.enum(itemStatusNames, { error: 'Такого состояния нет.' })).optional()),
  mine: flagParam('Только порученные спрашивающему'),
})
/** In the reading queue: `place` of the case among `count`; null when the case is not in it. */
export const setNeighbours = z.object({ previous: id.nullable(), next: id.nullable(), place: id.nullable(), count: id })

const givenRole = z.enum(givenRoles, { error: 'Роль: editor или reader.' })
export const memberParams = z.object({ id: idParam, account: idParam })
export const memberChange = bodyObject({ role: givenRole }, 'Нужна роль.')
export const invitationParams = z.object({ id: idParam, invitation: idParam })
export const invitationRequest = bodyObject(
  {
    role: givenRole,
    days: z
      .int({ error: 'Нужно целое число дней.' })
      .min(1, { error: 'Не меньше дня.' })
      .max(maxInvitationDays, { error: `Не больше ${maxInvitationDays} дней.` })
      .default(invitationDays),
  },
  'Нужна роль.',
)
const invitation = z.object({
  id,
  role: z.enum(givenRoles),
  created_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
})
export const invitationList = listOf(invitation)
/** `token`: shown once. */
export const newInvitation = invitation.extend({ token: z.string() })
const noLink = 'Ссылка неполная: скопируйте её целиком.'
export const invitationToken = bodyObject(
  { token: z.string({ error: noLink }).regex(/^[\w-]{43}$/, { error: noLink }) },
  noLink,
)
/** What an invitation is for, before acceptance. `set`: the asker is already a member. */
export const invitedTo = z.object({
  title: z.string(),
  role: z.enum(givenRoles),
  owner: z.string(),
  set: id.nullable(),
})
