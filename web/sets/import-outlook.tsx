import type { ReactNode } from 'react'
import type { ImportPreview } from '#shared/api/set-import.ts'
import type { FullSet } from '#shared/api/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import styles from './import-page.module.css'
import { type outlook as outlookOf, rowForms } from './table-import.ts'

const mostNamed = 5
/** A warning before anything is stored: rows may name people without any court case. `team`: of an existing set. */
export const ImportAudience = ({ team }: { team: FullSet['team'] | undefined }) => {
  if (team === undefined || team.length < 2) return <p>Кто видит: только вы, пока не пригласите других.</p>
  const names = team.slice(0, mostNamed).map(({ username }) => username)
  const more = team.length - names.length
  return (
    <p>
      Кто видит: <b className="strong">{names.join(', ')}</b>
      {more > 0 && ` и ещё ${showNumber(more)}`}. Дела&nbsp;— каждый в своих регионах, строки «Не найдено» и записанное
      в них&nbsp;— все участники.
    </p>
  )
}

/** «Что получится»: rows by outcome, and courts recognised from short names. */
type Props = { preview: ImportPreview; outlook: ReturnType<typeof outlookOf>; children: ReactNode }
const kinds = [
  ['found', 'найдено точно', 'дело одно, и ничто в строке этому не противоречит'],
  ['perhaps', 'найдено, проверьте', 'выберите дело, или строка останется в «Не найдено»'],
  ['not_found', 'не найдено', 'причины\u00a0— у строк; строки останутся в «Не найдено»'],
] as const

export const ImportOutlook = ({ preview: { rows, courts }, outlook: { cases, waiting, left }, children }: Props) => {
  const short = courts.filter(({ written, titles }) => titles.length !== 1 || titles[0] !== written)
  return (
    <aside className={styles.side} aria-labelledby="outlook">
      <h2 id="outlook">Что получится</h2>
      <ul className={styles.outcome}>
        {kinds.map(([kind, name, note]) => (
          <li key={kind}>
            <span>{showNumber(rows.filter(({ outcome }) => outcome === kind).length)}</span>
            <div>
              <b className="strong">{name}</b>
              <p className="second">{note}</p>
            </div>
          </li>
        ))}
      </ul>
      <p role="status">
        В подборку {cases === 1 ? 'войдёт' : 'войдут'} <b className="strong">{counted(cases, caseForms)}</b>
        {waiting > 0 && `; в «Не найдено»\u00a0— ${counted(waiting, rowForms)}`}.
        {left > 0 && ` Не выбрано: ${counted(left, rowForms)}.`}
      </p>
      {short.length > 0 && (
        <details>
          <summary>Как прочитаны суды</summary>
          <ul className={styles.outcome}>
            {short.map(({ written, titles }) => (
              <li key={written} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
                <div className="small">
                  {written}&nbsp;— {titles.length === 0 ? 'такого суда не знаем' : titles.join(' или ')}
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </aside>
  )
}
