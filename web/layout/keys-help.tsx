import { Link, useRouterState } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import type { KeyName } from '../ui/keys.ts'
import styles from './keys-help.module.css'

type Key = KeyName | 'Enter' | 'Esc' | 'Tab' | 'Ctrl' | '↑' | '↓'
export const keyGroups: readonly { title: string; keys: readonly (readonly [keys: readonly Key[], what: string])[] }[] =
  [
    {
      title: 'Везде',
      keys: [
        [['/', 'Ctrl K'], 'поиск по имени, номеру, статье или фразе'],
        [['f'], 'открыть фильтры'],
        [['?'], 'справка и клавиши'],
        [['Esc'], 'закрыть окно, ничего не меняя'],
      ],
    },
    {
      title: 'Поиск',
      keys: [
        [['↑', '↓'], 'выбрать строку'],
        [['Enter'], 'открыть выбранное'],
        [['Ctrl', 'Enter'], 'искать эти слова в текстах решений'],
      ],
    },
    {
      title: 'Список дел',
      keys: [
        [['w'], 'искать по словам из решения'],
        [['j', 'k'], 'следующая и предыдущая строка'],
        [['Enter'], 'открыть дело'],
        [['s'], 'в избранное и обратно'],
        [['x'], 'выбрать строку; Shift и щелчок — все строки до неё'],
        [['l'], 'метки дела или выбранных дел'],
      ],
    },
    {
      title: 'Подборка и чтение по порядку',
      keys: [
        [['1', '2', '3', '4'], 'не смотрели, в работе, проверено, спорно'],
        [['l'], 'метки подборки у дела или выбранных дел'],
        [['j', 'k'], 'следующее и предыдущее решение'],
        [['m'], 'запись команды и метки подборки'],
      ],
    },
    {
      title: 'Лица',
      keys: [
        [['w'], 'искать по фамилии'],
        [['j', 'k'], 'следующая и предыдущая строка'],
        [['Enter'], 'открыть лицо'],
      ],
    },
    {
      title: 'Дело',
      keys: [
        [['j', ']'], 'следующее дело списка'],
        [['k', '['], 'предыдущее дело списка'],
        [['t'], 'читать решение'],
        [['c'], 'скопировать реквизиты дела'],
        [['l'], 'метки дела'],
        [['s'], 'в избранное и обратно'],
      ],
    },
    {
      title: 'Текст решения',
      keys: [
        [['n', 'p'], 'следующее и предыдущее найденное место'],
        [['c'], 'скопировать реквизиты решения'],
        [['l'], 'метки дела'],
        [['s'], 'в избранное и обратно'],
      ],
    },
    {
      title: 'Возможные дубли лиц',
      keys: [
        [['l'], 'одно лицо (клавиша «д»)'],
        [['y'], 'разные лица (клавиша «н»)'],
        [['?'], 'не знаю'],
      ],
    },
  ]

/** Opened by «?», by key or in the header. */
export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const chapter = useRouterState({ select: state => chapterAbout(state.location.pathname) })
  return (
    <Dialog opened onClose={onClose} title="Справка и клавиши" size={520} isText>
      <div className="stack">
        <p>
          <Link to="/manual/{-$chapter}" params={{ chapter }} onClick={onClose}>
            Справка об этой странице
          </Link>
        </p>
        {keyGroups.map(group => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div key={what} className={styles.line}>
                  <dt>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="quiet small">
          Буквы работают и в русской раскладке: важно место клавиши. Пока вы печатаете в поле, клавиши печатают.
        </p>
      </div>
    </Dialog>
  )
}

/** The manual chapter opened by «?» on a page; the first chapter for pages without one. */
const about: readonly (readonly [page: RegExp, chapter: string])[] = [
  [/^\/cases\/text\//, 'text'],
  [/^\/cases\//, 'case'],
  [/^\/$/, 'cases'],
  [/^\/favorites/, 'favourites'],
  [/^\/sets/, 'sets'],
  [/^\/defendants/, 'people'],
  [/^\/presets/, 'presets'],
  [/^\/exports/, 'exports'],
  [/^\/subscriptions/, 'subscriptions'],
  [/^\/stats/, 'stats'],
  [/^\/data/, 'data'],
  [/^\/loadtags/, 'tags'],
  [/^\/(changepassword|sessions)/, 'account'],
  [/^\/(approve|people|forgetting|audit|captcha|debug|courts)/, 'admin'],
]
export const chapterAbout = (path: string): string => about.find(([page]) => page.test(path))?.[1] ?? 'begin'
