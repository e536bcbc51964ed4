import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { plural } from '#shared/domain/wording.ts'
import type { Reading } from '#shared/questions/reading.ts'
import { longestTyped } from '../api/search.ts'
import type { Edited } from '../filters/edit-in-words.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { recallFound } from '../filters/recent-choices.ts'
import { menuItems } from '../layout/menu-items.tsx'
import { menuOf, useSigningOut } from '../layout/own-menu.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { useThemeChoice } from '../ui/theme.tsx'
import { listValues, questionTarget, useChoosing } from './choose.ts'
import { commandRows, type MenuPage, pageRows, sameWords } from './commands.ts'
import { takeLetters } from './early-letters.ts'
import { QueryField, QueryKeys, spansIn } from './query-field.tsx'
import styles from './search-box.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import type { FoundRow, RowGroup } from './suggestion-rows.ts'
import { useFound } from './use-found.ts'
import { leftOut, useEditedWords, useQuestion } from './use-question.ts'
import { useCheckedWords, wordsFilter, wordsRow } from './words-row.ts'

const FollowQuestion = lazyPart(() => import('./follow-question.tsx'), 'FollowQuestion')
const MistakePart = lazyPart(() => import('./mistake-part.tsx'), 'MistakePart')
const QuestionPart = lazyPart(() => import('./question-part.tsx'), 'QuestionPart')

/** `edited`: filters whose sentence is edited in the box. */
type Props = { user: CurrentUser; edited?: Edited | undefined; onHelp: () => void; onClose: () => void }
/** The search box (decision 0099): people, subjects and places, found while typing; the focus stays in its field. */
export const SearchBox = ({ user, edited, onHelp, onClose }: Props) => {
  const pages: readonly MenuPage[] = [...menuItems, ...menuOf(user)]
  const leaving = useSigningOut()
  const [text, setText] = useState('')
  useLayoutEffect(() => setText(takeLetters()), [])
  const known = useEditedWords(edited, user, setText)
  const [walkedTo, setWalkedTo] = useState<string>()
  const [readAt, setReadAt] = useState(0)
  const [wantsFirst, setWantsFirst] = useState(false)
  const [followed, setFollowed] = useState<Reading>()
  const isNarrow = useMedia(narrow)
  const { choose, hrefOf, within } = useChoosing()
  const { choose: onTheme } = useThemeChoice()
  const [listId, mistakeId] = [useId(), useId()]
  const found = useFound(text, within)
  const typed = text.trim()

  const leave = (row: Pick<FoundRow, 'id' | 'lead' | 'title' | 'target'>): void => {
    onClose()
    choose(row)
  }
  const { searchWords, wrong } = useCheckedWords(typed, known === undefined, leave)

  const commands = commandRows({ pages, onTheme, onHelp, onSignOut: () => leaving.mutate() }, found.readAs ?? typed)
  const { question: read, isRead } = useQuestion(typed, user, known)
  // «Сегодня» is a page: its exact name is not a question about days.
  const isCommand = commands.some(({ title }) => sameWords(title, typed))
  const question = isCommand && !known ? undefined : read
  const reading = question?.readings[readAt] ?? question
  const groups = typed === '' ? atHand(pages) : withOwn(found.groups, commands, typed)
  // Below a question only non-empty groups are shown.
  const shown = question ? groups.filter(group => group.rows.length > 0) : wrong ? withoutWordsRow(groups) : groups
  const rows = shown.flatMap(group => (group.isStale ? [] : group.rows))
  const walked = rows.find(({ id }) => id === walkedTo)
  const isAnswered = !found.isAsked || found.isFresh || found.failed !== undefined
  // For a question, Enter answers it unless a row is chosen. Signing out requires an explicit choice.
  const active = walked ?? (question || !isAnswered ? undefined : rows.find(({ id }) => id !== 'sign-out'))
  const shownReading = useRef<Reading>(undefined)

  const go = (row: FoundRow): void => {
    if (row.id === 'words' && typed !== '') void searchWords()
    else leave(row)
  }
  const answer = (one: Pick<Reading, 'values' | 'view'>): void => {
    if (edited && one.view.kind === 'list') {
      // Edited filters stay in their view: the list, favourites, charts or table.
      onClose()
      edited.onValues(listValues(one.values))
    } else leave({ id: 'question-all', lead: '', title: '', target: questionTarget(one) })
  }
  const onType = (next: string): void => {
    setText(next)
    setWalkedTo(undefined)
    setReadAt(0)
    setWantsFirst(false)
  }
  const walk = (by: 1 | -1): void => {
    setWantsFirst(false)
    const at = rows.findIndex(({ id }) => id === active?.id) + by
    setWalkedTo(rows[Math.max(0, Math.min(at, rows.length - 1))]?.id)
  }
  // The results may still be for the previous letters: Enter then does not navigate.
  const isSettled = walked !== undefined || (isRead && (isAnswered || question !== undefined))
  const enter = (): void => {
    if (!isSettled) setWantsFirst(true)
    else if (active) go(active)
    // What will be ignored has to be shown first.
    else if (reading && (reading.unread.length === 0 || shownReading.current === reading)) answer(reading)
  }
  useEffect(() => {
    if (!wantsFirst || !isSettled) return
    setWantsFirst(false)
    const isSeenFirst = reading ? reading.unread.length > 0 : found.failed || (active && 'act' in active.target)
    if (!isSeenFirst) enter()
  })
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.ctrlKey && !event.metaKey) enter()
      else if (typed !== '') void searchWords()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    walk(event.key === 'ArrowDown' ? 1 : -1)
  }
  if (followed) return <FollowQuestion values={followed.values} onClose={() => setFollowed(undefined)} />
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
          spans={spansIn(text, reading, wrong?.mistake)}
          listId={listId}
          activeId={active && optionId(listId, active.id)}
          hasOptions={rows.length > 0}
          describedBy={wrong && mistakeId}
        />
      }
      size={1040}
      fillsScreen={isNarrow}
      flush
      footer={isNarrow ? undefined : <QueryKeys />}
    >
      <div className={styles.body}>
        <p className="sr" role="status">
          {isSettled && typed !== '' && statusOf(found, reading)}
        </p>
        {found.readAs && <p className={styles.readAs}>Показано для «{found.readAs}»: похоже, раскладка была другой.</p>}
        {typed.length > longestTyped && (
          <p className={styles.readAs}>Для имени или названия это слишком длинно. Можно искать эти слова в текстах.</p>
        )}
        {wrong && (
          <MistakePart
            id={mistakeId}
            wrong={wrong}
            onSearch={words => answer({ values: wordsFilter(words), view: { kind: 'list' } })}
            onLeave={onClose}
          />
        )}
        {found.failed && (
          <div className={styles.failed}>
            <RetryAlert of={found.failed} />
          </div>
        )}
        {question && reading && (
          <QuestionPart
            question={question}
            chosen={readAt}
            onReading={setReadAt}
            onShown={one => {
              shownReading.current = one
            }}
            text={typed}
            onText={onType}
            onFind={() => answer(reading)}
            onFollow={() => setFollowed(reading)}
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
        {/* The result of a question is shown in its actions: a note about the whole line as a name would be useless. */}
        {(found.isSearching || (found.notFound && !reading && !wrong && !isCommand)) && (
          <p className={styles.rest}>{found.isSearching || !isRead ? 'Ищем…' : found.notFound}</p>
        )}
      </div>
    </Dialog>
  )
}

/** For screen readers: what was found, and what is unknown. */
const statusOf = (
  { readAs, isFresh, count, groups, notFound }: ReturnType<typeof useFound>,
  reading?: Reading,
): string =>
  [
    readAs && `Показано для «${readAs}».`,
    reading && 'Прочитано как вопрос.',
    reading && reading.unread.length > 0 && leftOut(reading),
    isFresh &&
      count > 0 &&
      `${plural(count, ['Найдена', 'Найдено', 'Найдено'])} ${count} ${plural(count, ['строка', 'строки', 'строк'])}.`,
    isFresh && groups.filter(({ note }) => note).map(({ title, note }) => `${title}: ${note}`),
    isFresh && !reading && notFound,
  ]
    .flat()
    .filter(Boolean)
    .join(' ')

/** Before anything is typed. */
const atHand = (pages: readonly MenuPage[]): RowGroup[] => {
  const recent = recallFound().map(one => ({ ...one, lead: '', second: '', aside: '' }))
  return [
    ...(recent.length > 0 ? [{ kind: 'recent', title: 'Недавнее', rows: recent }] : []),
    { kind: 'pages', title: 'Разделы', rows: pageRows({ pages }) },
  ]
}

/** Server results with local ones: commands, and a search of the words in texts. */
const withOwn = (found: readonly RowGroup[], commands: readonly FoundRow[], typed: string): RowGroup[] => {
  const words = wordsRow(typed)
  const texts = found.find(({ kind }) => kind === 'text')
  const others = found.filter(({ kind }) => kind !== 'text')
  const acts = commands.length > 0 ? [{ kind: 'command', title: 'Команды', rows: commands }] : []
  const isNamed = commands.some(({ title }) => sameWords(title, typed))
  return [
    ...(isNamed ? [...acts, ...others] : [...others, ...acts]),
    texts?.rows.some(({ id }) => id === 'text-all')
      ? texts
      : { kind: 'text', title: 'В текстах решений', ...texts, rows: [...(texts?.rows ?? []), words] },
  ]
}
/** Invalid words are not searched: the error is shown above. */
const withoutWordsRow = (groups: readonly RowGroup[]): RowGroup[] =>
  groups
    .map(group => ({ ...group, rows: group.rows.filter(({ id }) => id !== 'words') }))
    .filter(({ kind, rows, note }) => kind !== 'text' || rows.length > 0 || note !== undefined)
