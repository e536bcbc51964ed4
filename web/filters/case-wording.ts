import type { CaseRow } from '#shared/api/cases.ts'
import { codexOfType, codexTitle } from '#shared/domain/codex.ts'
import { showDate, showDayMonth, yearOf } from '#shared/domain/dates.ts'
import { withSaid } from '#shared/domain/hearing-said.ts'
import { penaltyKinds } from '#shared/domain/penalty-wording.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { counted } from '#shared/domain/wording.ts'
import type { StatusSign } from '../ui/status.tsx'

/** Wording of a case in the list: two lines per cell, the first for scanning. */
export type TwoLines = { first: string; second: string }

const space = '\u00a0'

const caseTypeTitle = (type: CaseRow['type']): string => codexTitle(codexOfType(type))

/** No-break spaces keep initials with their surname. */
export const personName = noBreak

/** «Ветрогонов И.\u00a0А.» from a full name; any other name stays as it is. */
export const shortName = (name: string): string => {
  const [surname, given, patronymic, more] = name.split(' ')
  const isWhole =
    surname && given && patronymic && !more && [given, patronymic].every(word => /^[А-ЯЁ][а-яё]+$/.test(word))
  return isWhole ? personName(`${surname} ${given.charAt(0)}.${patronymic.charAt(0)}.`) : personName(name)
}

/** «Ветрогонов» over «Илья Аркадьевич»; a name that cannot be split stays whole. */
export const nameLines = (name: string): TwoLines => {
  const [surname, ...rest] = name.split(/\s+/)
  return rest.length > 0 && surname
    ? { first: surname, second: personName(rest.join(' ')) }
    : { first: name, second: '' }
}

const peopleCount = (count: number): string => counted(count, ['лицо', 'лица', 'лиц'])

/** The people of a case. `hidden`: the court has masked the only name. */
export const defendantLines = (
  row: Pick<CaseRow, 'defendants' | 'defendants_hidden' | 'roles_unknown'>,
): TwoLines & { hidden: boolean } => {
  const [first, ...others] = row.defendants
  if (!first)
    return row.roles_unknown > 0
      ? { first: 'Роль не сообщена', second: peopleCount(row.roles_unknown), hidden: false }
      : { first: row.defendants_hidden ? 'Информация скрыта' : '', second: '', hidden: row.defendants_hidden }
  const more = others.length > 0 ? `и ещё ${peopleCount(others.length)}` : ''
  if (first.hidden) return { first: first.name || 'Информация скрыта', second: more, hidden: true }
  return more
    ? { first: personName(first.name), second: more, hidden: false }
    : { ...nameLines(first.name), hidden: false }
}

export const articleLines = (row: Pick<CaseRow, 'codex_articles' | 'type'>): TwoLines => {
  const codex = caseTypeTitle(row.type)
  const [first, ...others] = row.codex_articles
  if (!first) return { first: '', second: codex }
  return {
    first: `ст.${space}${noBreak(first.name)}`,
    second: others.length > 0 ? `${codex} и ещё ${others.length}` : codex,
  }
}
export const articlesLine = (row: Pick<CaseRow, 'codex_articles' | 'type'>): string =>
  row.codex_articles.length > 0
    ? `ст.${space}${row.codex_articles.map(article => noBreak(article.name)).join(', ')}${space}${caseTypeTitle(row.type)}`
    : caseTypeTitle(row.type)

type Penalty = CaseRow['penalties'][number]
export const isImposed = (penalty: Penalty): boolean => penaltyKinds[penalty.type] !== undefined
/** Includes penalties that the text imposes without a known name. */
export const isPenaltyShown = (penalty: Penalty): boolean =>
  isImposed(penalty) || (penalty.by_text && penalty.type === 'no_data')

const stateSigns: Record<CaseRow['state'], { sign: StatusSign; label: string }> = {
  is_planned: { sign: 'next', label: 'Назначено' },
  in_past: { sign: 'past', label: 'Было' },
  no_info: { sign: 'none', label: 'Не назначено' },
}
export const hearingOf = (
  row: Pick<
    CaseRow,
    'state' | 'possible_hearing' | 'hearing_said' | 'last_scheduled_hearing_date' | 'last_scheduled_hearing_time'
  >,
): { sign: StatusSign; label: string; when: string } => {
  const { last_scheduled_hearing_date, last_scheduled_hearing_time, state, possible_hearing: possible } = row
  const date = possible?.date ?? last_scheduled_hearing_date
  const time = possible?.time ?? last_scheduled_hearing_time
  const day = date === null ? '' : isThisYear(date) ? showDayMonth(date) : showDate(date)
  const when = withSaid(day && time && state === 'is_planned' ? `${day}, ${time}` : day, row.hearing_said)
  if (possible !== null) return { sign: 'open', label: possibleHearing, when }
  return { ...stateSigns[state], ...(row.hearing_said !== null && { sign: 'open' }), when }
}
const possibleHearing = 'Вероятно, заседание'

const isThisYear = (date: string): boolean => yearOf(date) === String(new Date().getFullYear())

/** «20 ноября» over «2026» */
export const dayLines = (date: string | null): TwoLines =>
  date === null ? { first: '', second: '' } : { first: showDayMonth(date), second: yearOf(date) }

const dayLength = 86_400_000
/** Registered yesterday or today. */
export const isNew = (entry_date: string | null, now: Date): boolean =>
  entry_date !== null && now.getTime() - Date.parse(`${entry_date}T00:00:00`) < 2 * dayLength

export const stageName = (stage: CaseRow['stage']): string => `${stage}-я${space}инстанция`

/** The same wording wherever a possibly annulled penalty is shown. */
export const questionTitle = `Похоже, это решение отменено: связь с${space}делом вышестоящего суда не${space}подтверждена`
