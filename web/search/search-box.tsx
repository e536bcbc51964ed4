import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { type TextSearchType, textSearchTypes } from '#shared/domain/outcomes.ts'
import { plural } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { Reading } from '#shared/questions/reading.ts'
import { longestTyped } from '../api/search.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { recallFound } from '../filters/recent-choices.ts'
import { menuItems } from '../layout/menu-items.tsx'
import { menuOf, useSigningOut } from '../layout/own-menu.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { useThemeChoice } from '../ui/theme.tsx'
import { questionTarget, useChoosing } from './choose.ts'
import { commandRows, type MenuPage, pageRows } from './commands.ts'
import { takeLetters } from './early-letters.ts'
import { type MarkedSpan, QueryField } from './query-field.tsx'
import styles from './search-box.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import type { FoundRow, RowGroup } from './suggestion-rows.ts'
import { useFound } from './use-found.ts'
import { useQuestion } from './use-question.ts'

const QuestionPart = lazyPart(() => import('./question-part.tsx'), 'QuestionPart')

type Props = { user: CurrentUser; onHelp: () => void; onClose: () => void }
/** The one box (decision 0099): who, what and where, found as one types; the focus stays in its field. */
export const SearchBox = ({ user, onHelp, onClose }: Props) => {
  const pages: readonly MenuPage[] = [...menuItems, ...menuOf(user)]
  const leaving = useSigningOut()
  const [text, setText] = useState('')
  useLayoutEffect(() => setText(takeLetters()), [])
  const [walkedTo, setWalkedTo] = useState<string>()
  const [readAt, setReadAt] = useState(0)
  const [wantsFirst, setWantsFirst] = useState(false)
  const isNarrow = useMedia(narrow)
  const { choose, hrefOf } = useChoosing()
  const { choose: onTheme } = useThemeChoice()
  const listId = useId()
  const found = useFound(text)
  const typed = text.trim()

  const commands = commandRows({ pages, onTheme, onHelp, onSignOut: () => leaving.mutate() }, found.readAs ?? typed)
  const { question, isRead } = useQuestion(typed, user)
  const reading = question?.readings[readAt] ?? question
  const groups = typed === '' ? atHand(pages) : withOwn(found.groups, commands, typed)
  // Under a question stands only what was found.
  const shown = question ? groups.filter(group => group.rows.length > 0) : groups
  const rows = shown.flatMap(group => group.rows)
  // Enter under a question answers it, until a row is chosen.
  const active = rows.find(({ id }) => id === walkedTo) ?? (question ? undefined : rows[0])

  const go = (row: Pick<FoundRow, 'id' | 'lead' | 'title' | 'target'>): void => {
    onClose()
    choose(row)
  }
  const answer = (one: Reading): void => go({ id: 'question-all', lead: '', title: '', target: questionTarget(one) })
  const onType = (next: string): void => {
    setText(next)
    setWalkedTo(undefined)
    setReadAt(0)
    setWantsFirst(false)
  }
  const walk = (by: 1 | -1): void => {
    const at = rows.findIndex(({ id }) => id === active?.id) + by
    setWalkedTo(rows[Math.max(0, Math.min(at, rows.length - 1))]?.id)
  }
  // What stands there may still answer the letters before: nobody is taken to where they did not mean to go.
  const isSettled =
    walkedTo !== undefined ||
    (isRead && (found.isFresh || !found.isAsked || found.asking.isError || question !== undefined))
  const enter = (): void => {
    if (!isSettled) setWantsFirst(true)
    else if (active) go(active)
    else if (reading) answer(reading)
  }
  useEffect(() => {
    if (!wantsFirst || !isSettled) return
    setWantsFirst(false)
    enter()
  })
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.ctrlKey && !event.metaKey) enter()
      else if (typed !== '') go(wordsRow(typed))
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    walk(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Поиск"
      tabs={
        <QueryField
          value={text}
          onChange={onType}
          onKeyDown={onKey}
          spans={reading ? spansOf(reading, text) : []}
          listId={listId}
          activeId={active && optionId(listId, active.id)}
          hasOptions={rows.length > 0}
        />
      }
      size={1040}
      fillsScreen={isNarrow}
      flush
      footer={isNarrow ? undefined : <Keys />}
    >
      <div className={styles.body}>
        <p className="sr" role="status">
          {typed === '' || !isSettled ? '' : countWords(rows.length)}
        </p>
        {found.readAs && <p className={styles.readAs}>Показано для «{found.readAs}»: похоже, раскладка была другой.</p>}
        {typed.length > longestTyped && (
          <p className={styles.readAs}>Для имени или названия это слишком длинно. Можно искать эти слова в текстах.</p>
        )}
        {found.isAsked && found.asking.isError && (
          <div className={styles.failed}>
            <RetryAlert of={found.asking} />
          </div>
        )}
        {found.isAsked && found.asking.isPending && <p className={styles.readAs}>Ищем…</p>}
        {question && reading && (
          <QuestionPart
            question={question}
            chosen={readAt}
            onReading={setReadAt}
            text={typed}
            onText={onType}
            onFind={() => answer(reading)}
          />
        )}
        <SuggestionList
          id={listId}
          groups={shown}
          activeId={active?.id}
          typed={found.readAs ?? typed}
          hrefOf={hrefOf}
          onChoose={go}
        />
      </div>
    </Dialog>
  )
}

/** In the field, which may begin with spaces that are not read. */
const spansOf = ({ understood, unread }: Reading, text: string): MarkedSpan[] => {
  const start = text.length - text.trimStart().length
  const look =
    (as: MarkedSpan['look']) =>
    ({ from, to }: { from: number; to: number }): MarkedSpan => ({ from: from + start, to: to + start, look: as })
  return [...understood.map(look('read')), ...unread.map(look('unread'))]
}

const countWords = (count: number): string =>
  `${plural(count, ['Найдена', 'Найдено', 'Найдено'])} ${count} ${plural(count, ['строка', 'строки', 'строк'])}`

/** Before anything is typed. */
const atHand = (pages: readonly MenuPage[]): RowGroup[] => {
  const recent = recallFound().map(one => ({ ...one, lead: '', second: '', aside: '' }))
  return [
    ...(recent.length > 0 ? [{ kind: 'recent', title: 'Недавнее', rows: recent }] : []),
    { kind: 'pages', title: 'Разделы', rows: pageRows({ pages }) },
  ]
}

/** What was found, with what the browser knows by itself: acts, and looking for the words in texts. */
const withOwn = (found: readonly RowGroup[], commands: readonly FoundRow[], typed: string): RowGroup[] => {
  const words = wordsRow(typed)
  const texts = found.find(({ kind }) => kind === 'text')
  const others = found.filter(({ kind }) => kind !== 'text')
  return [
    ...others,
    ...(commands.length > 0 ? [{ kind: 'command', title: 'Команды', rows: commands }] : []),
    texts?.rows.some(({ id }) => id === 'text-all')
      ? texts
      : { kind: 'text', title: 'В текстах решений', ...texts, rows: [...(texts?.rows ?? []), words] },
  ]
}

/** Operators, where there are any. */
const wordsMode = (text: string): TextSearchType => (/[&|!()*]/.test(text) ? 'raw' : textSearchTypes[0].value)
const wordsRow = (typed: string): FoundRow => ({
  id: 'words',
  lead: '',
  title: `Искать «${typed}» в текстах решений`,
  second: '',
  aside: '',
  target: { adds: writeValues(caseListFields, { result_text_search: { text: typed, mode: wordsMode(typed) } }) },
})

const Keys = () => (
  <p className={styles.keys}>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> выбрать
    </span>
    <span>
      <kbd>Enter</kbd> открыть
    </span>
    <span>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> искать слова в текстах
    </span>
    <span>
      <kbd>Esc</kbd> закрыть
    </span>
  </p>
)
