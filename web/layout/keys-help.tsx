import { Dialog } from '../ui/dialog.tsx'
import styles from './keys-help.module.css'

/** Every key the product listens to, said once. */
const groups: readonly { title: string; keys: readonly (readonly [keys: readonly string[], what: string])[] }[] = [
  {
    title: 'Список дел',
    keys: [
      [['/'], 'перейти к словам из решения'],
      [['f'], 'открыть фильтры'],
      [['j'], 'следующая строка'],
      [['k'], 'предыдущая строка'],
      [['Enter'], 'открыть дело'],
      [['s'], 'в избранное и обратно'],
    ],
  },
  {
    title: 'Дело',
    keys: [
      [['j'], 'следующее дело списка'],
      [['k'], 'предыдущее дело списка'],
      [['s'], 'в избранное и обратно'],
    ],
  },
  {
    title: 'Фильтры',
    keys: [[['Enter'], 'в поле: применить']],
  },
  {
    title: 'Везде',
    keys: [
      [['?'], 'эта подсказка'],
      [['Esc'], 'закрыть окно, не меняя ничего'],
    ],
  },
]

export const KeysHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Клавиши" size={480}>
    <div className={styles.help}>
      {groups.map(group => (
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
      <p className="quiet small">Пока вы печатаете в поле, эти клавиши печатают.</p>
    </div>
  </Dialog>
)
