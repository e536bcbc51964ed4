import type { TagAction, TagLine, TagOutcome, TagUploadAnswer } from '#shared/api/tags.ts'
import { counted, plural } from '#shared/domain/wording.ts'

/** What a table of tags comes to, in words. */
const cases = (count: number): string => counted(count, ['дело', 'дела', 'дел'])
const toCases = (count: number): string => counted(count, ['делу', 'делам', 'делам'])
const ofCases = (count: number): string => counted(count, ['дела', 'дел', 'дел'])
const lines = (count: number): string => counted(count, ['строка', 'строки', 'строк'])
const marks = (count: number): string => counted(count, ['метка', 'метки', 'меток'])

export const uploadSummary = ({ cases: count, changes, refused }: TagUploadAnswer, action: TagAction): string =>
  [
    changes > 0
      ? action === 'add'
        ? `${plural(changes, ['Будет добавлена', 'Будут добавлены', 'Будет добавлено'])} ${marks(changes)} к ${toCases(count)}.`
        : `${plural(changes, ['Будет снята', 'Будут сняты', 'Будет снято'])} ${marks(changes)} с ${ofCases(count)}.`
      : action === 'add'
        ? 'Всё, что нашлось, уже с этими метками.'
        : 'Этих меток на найденных делах и так нет.',
    refused > 0 ? `${plural(refused, ['Не распознана', 'Не распознаны', 'Не распознано'])} ${lines(refused)}.` : '',
  ]
    .filter(Boolean)
    .join(' ')

export const applyLabel = ({ cases: count }: TagUploadAnswer, action: TagAction): string =>
  action === 'add' ? `Поставить метки на ${cases(count)}` : `Снять метки с ${ofCases(count)}`

export const appliedText = ({ cases: count, changes }: TagUploadAnswer, action: TagAction): string =>
  changes === 0
    ? 'Ничего не изменилось.'
    : action === 'add'
      ? `Метки поставлены на ${cases(count)}.`
      : `Метки сняты с ${ofCases(count)}.`

/** Views of the lines: what needs attention comes first. */
export type LinesView = 'refused' | 'change' | 'idle'
const viewOf: Readonly<Record<TagOutcome, LinesView>> = {
  change: 'change',
  same: 'idle',
  repeated: 'idle',
  not_found: 'refused',
  ambiguous: 'refused',
  no_tag: 'refused',
  unreadable: 'refused',
}
export const linesInView = (all: readonly TagLine[], view: LinesView): TagLine[] =>
  all.filter(({ outcome }) => viewOf[outcome] === view)

export const lineOutcomeText = ({ outcome, why, is_new_tag }: TagLine, action: TagAction): string =>
  outcome === 'change'
    ? `${action === 'add' ? 'Будет поставлена' : 'Будет снята'}${is_new_tag ? ', метка новая' : ''}`
    : outcome === 'same'
      ? action === 'add'
        ? 'Уже стоит'
        : 'Её и так нет'
      : why
