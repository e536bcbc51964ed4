import { Link } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import type { KeyName } from '../ui/keys.ts'
import styles from './keys-help.module.css'

type Key = KeyName | 'Enter' | 'Esc' | 'Tab'
export const keyGroups: readonly { title: string; keys: readonly (readonly [keys: readonly Key[], what: string])[] }[] =
  [
    {
      title: 'Везде',
      keys: [
        [['/'], 'искать по словам из решения'],
        [['f'], 'открыть фильтры'],
        [['?'], 'эта подсказка'],
        [['Esc'], 'закрыть окно, ничего не меняя'],
      ],
    },
    {
      title: 'Список дел',
      keys: [
        [['j', 'k'], 'следующая и предыдущая строка'],
        [['Enter'], 'открыть дело'],
        [['s'], 'в избранное и обратно'],
        [['x'], 'выбрать строку'],
      ],
    },
    {
      title: 'Лица',
      keys: [
        [['/'], 'искать по фамилии'],
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
        [['s'], 'в избранное и обратно'],
      ],
    },
    {
      title: 'Текст решения',
      keys: [
        [['n', 'p'], 'следующее и предыдущее найденное место'],
        [['c'], 'скопировать реквизиты решения'],
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

/** What «?» opens, pressed on the keyboard or in the head. `chapter`: of the manual, about the page that is open. */
export const KeysHelp = ({ chapter, onClose }: { chapter: string; onClose: () => void }) => (
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
