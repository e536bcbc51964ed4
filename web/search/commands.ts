import type { ThemeChoice } from '../ui/theme.tsx'
import type { FoundRow } from './suggestion-rows.ts'

/** Pages of the menu and commands, by the words people use. */
export type MenuPage = { to: string; label: string }
type Given = {
  pages: readonly MenuPage[]
  onTheme: (choice: ThemeChoice) => void
  onHelp: () => void
  onSignOut: () => void
}
const also: Readonly<Record<string, string>> = {
  '/': 'список главная',
  '/today': 'заседания изменения новое',
  '/favorites': 'звезда',
  '/defendants': 'люди подсудимые',
  '/presets': 'сохранённые фильтры пресеты',
  '/subscriptions': 'уведомления сообщения рассылка',
  '/data': 'сводная конструктор',
  '/stats': 'статистика диаграммы',
  '/exports': 'csv xlsx файлы скачать',
  '/changepassword': 'пароль настройки',
  '/sessions': 'токены api',
  '/approve': 'заявки пользователи',
  '/manual': 'руководство помощь инструкция',
}
const more: readonly MenuPage[] = [
  { to: '/stats', label: 'Графики' },
  { to: '/defendants/expiring', label: 'Истекает срок повторности' },
  { to: '/manual', label: 'Справка' },
]
const themes: readonly { choice: ThemeChoice; label: string; words: string }[] = [
  { choice: 'dark', label: 'Тёмное оформление', words: 'тёмная тема ночь' },
  { choice: 'light', label: 'Светлое оформление', words: 'светлая тема день' },
  { choice: 'auto', label: 'Оформление как в системе', words: 'тема' },
]

const row = (id: string, title: string, target: FoundRow['target']): FoundRow => ({
  id,
  lead: '',
  title,
  second: '',
  aside: '',
  target,
})
const pageRow = ({ to, label }: MenuPage): FoundRow => row(`page-${to}`, label, { to })

export const pageRows = ({ pages }: Pick<Given, 'pages'>): FoundRow[] => pages.map(pageRow)

/** Those with a word beginning with each typed word. */
export const commandRows = ({ pages, onTheme, onHelp, onSignOut }: Given, typed: string): FoundRow[] => {
  const all: { row: FoundRow; words: string }[] = [
    ...[...pages, ...more].map(page => ({ row: pageRow(page), words: also[page.to] ?? '' })),
    ...themes.map(({ choice, label, words }) => ({
      row: row(`theme-${choice}`, label, { act: () => onTheme(choice) }),
      words,
    })),
    { row: row('help', 'Клавиши', { act: onHelp }), words: 'горячие клавиатура' },
    { row: row('sign-out', 'Выйти', { act: onSignOut }), words: 'выход разлогиниться' },
  ]
  const wanted = wordsOf(typed)
  return all
    .filter(({ row: { title }, words }) => {
      const known = wordsOf(`${title} ${words}`)
      return wanted.length > 0 && wanted.every(word => known.some(one => one.startsWith(word)))
    })
    .map(one => one.row)
}
export const sameWords = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ')
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\d]+/gu) ?? []
