import { useState } from 'react'
import type { TagAction, TagLine, TagOutcome, TagUploadAnswer } from '#shared/api/tags.ts'
import { counted, ofCaseForms, plural, showNumber, upperFirst } from '#shared/domain/wording.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { Button } from '../ui/button.tsx'
import list from '../ui/rows.module.css'
import { Segmented } from '../ui/segmented.tsx'
import styles from './load-tags-page.module.css'

const atOnce = 100

type LinesProps = { lines: readonly TagLine[]; action: TagAction; isDone?: boolean }
export const UploadLines = ({ lines, action, isDone = false }: LinesProps) => {
  const found: Record<LinesView, TagLine[]> = {
    refused: linesInView(lines, 'refused'),
    change: linesInView(lines, 'change'),
    idle: linesInView(lines, 'idle'),
  }
  const options = (
    [
      { value: 'refused', label: 'Не распознаны' },
      { value: 'change', label: isDone ? 'Изменено' : 'Изменится' },
      { value: 'idle', label: 'Без изменений' },
    ] as const
  ).filter(({ value }) => found[value].length > 0)
  const [chosen, setChosen] = useState<LinesView>()
  const [shown, setShown] = useState(atOnce)
  const view = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value
  if (view === undefined) return null
  const rows = found[view]
  return (
    <>
      {options.length > 1 && (
        <Segmented
          label="Какие строки"
          value={view}
          options={options.map(option => ({ ...option, count: showNumber(found[option.value].length) }))}
          onChange={next => {
            setChosen(next)
            setShown(atOnce)
          }}
        />
      )}
      <ul className={`${list.rows} ${styles.lines}`} aria-label="Строки таблицы">
        {rows.slice(0, shown).map(line => (
          <li key={`${line.line} ${line.tag}`}>
            <span className="faint">{showNumber(line.line)}</span>
            <span>
              {line.case ? (
                <>
                  <LinkToCase id={line.case.id}>{line.case.case_number}</LinkToCase>
                  <span className="second">{line.case.court}</span>
                </>
              ) : (
                line.asked || '—'
              )}
            </span>
            <span className="strong">{line.tag || '—'}</span>
            <span className="second">{lineOutcomeText(line, action, isDone)}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + atOnce)}>
          Показать ещё {showNumber(Math.min(atOnce, rows.length - shown))}
        </Button>
      )}
    </>
  )
}

const cases = (count: number): string => counted(count, ['дело', 'дела', 'дел'])
const toCases = (count: number): string => counted(count, ['делу', 'делам', 'делам'])
const ofCases = (count: number): string => counted(count, ofCaseForms)
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
    refused > 0 ? `${upperFirst(refusedText({ refused }))}.` : '',
  ]
    .filter(Boolean)
    .join(' ')

export const refusedText = ({ refused }: Pick<TagUploadAnswer, 'refused'>): string =>
  `${plural(refused, ['не распознана', 'не распознаны', 'не распознано'])} ${lines(refused)}`

export const applyLabel = ({ cases: count }: TagUploadAnswer, action: TagAction): string =>
  action === 'add' ? `Поставить метки на ${cases(count)}` : `Снять метки с ${ofCases(count)}`

export const appliedText = ({ cases: count, changes }: TagUploadAnswer, action: TagAction): string =>
  changes === 0
    ? 'Ничего не изменилось.'
    : action === 'add'
      ? `Метки поставлены на ${cases(count)}.`
      : `Метки сняты с ${ofCases(count)}.`

type LinesView = 'refused' | 'change' | 'idle'
const viewOf: Readonly<Record<TagOutcome, LinesView>> = {
  change: 'change',
  same: 'idle',
  repeated: 'idle',
  not_found: 'refused',
  ambiguous: 'refused',
  no_tag: 'refused',
  unreadable: 'refused',
}
const linesInView = (all: readonly TagLine[], view: LinesView): TagLine[] =>
  all.filter(({ outcome }) => viewOf[outcome] === view)

const lineOutcomeText = ({ outcome, why, is_new_tag }: TagLine, action: TagAction, isDone: boolean): string =>
  outcome === 'change'
    ? `${changeText(action, isDone)}${is_new_tag ? ', метка новая' : ''}`
    : outcome === 'same'
      ? action === 'add'
        ? 'Уже стоит'
        : 'Её и так нет'
      : why
const changeText = (action: TagAction, isDone: boolean): string =>
  action === 'add' ? (isDone ? 'Поставлена' : 'Будет поставлена') : isDone ? 'Снята' : 'Будет снята'
