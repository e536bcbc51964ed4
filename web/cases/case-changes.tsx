import { useState } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { plural } from '#shared/domain/wording.ts'
import { calmTitle } from '../filters/calm-title.ts'
import { buttonClass } from '../ui/button.tsx'
import styles from './case-changes.module.css'
import { showInstant } from './court-time.ts'

/** What has changed on the card since it was first read, the latest first. */
const fieldNames: Readonly<Record<string, string>> = {
  type: 'Кодекс',
  stage: 'Инстанция',
  court: 'Суд',
  judge: 'Судья',
  case_number: 'Номер дела',
  case_uid: 'УИД',
  protocol_number: 'Протокол',
  entry_date: 'Поступило',
  result_date: 'Решено',
  result_published_date: 'Опубликовано',
  result_valid_date: 'Вступило в силу',
  appeal_date: 'Обжаловано',
  appeal_result: 'Обжалование',
  result: 'Результат',
  articles: 'Статьи',
  defendants: 'Лица',
  participants: 'Участники',
  events: 'Движение дела',
  penalties: 'Наказание',
  defence_params: 'Сведения о защите',
  text: 'Текст решения',
  text_url: 'Адрес текста',
  url: 'Адрес карточки',
}
const shownAtOnce = 4
/** A text is never shown whole here, only that it changed. */
const longest = 300

export const CaseChanges = ({ one }: { one: FullCase }) => {
  const [whole, setWhole] = useState(false)
  const revisions = one.revisions.filter(revision => revision.changes.length > 0)
  if (revisions.length === 0) return null
  const shown = whole ? revisions : revisions.slice(0, shownAtOnce)
  const hidden = revisions.length - shown.length
  return (
    <section className={styles.changes} aria-labelledby="changes">
      <h3 id="changes">Изменения карточки</h3>
      <ul>
        {shown.map(revision => (
          <li key={revision.number}>
            <span className="quiet small">{showInstant(revision.seen_at)}</span>
            <div>
              {revision.changes.map(change => (
                <p key={change.field} className={styles.change}>
                  <span className={styles.field}>{fieldNames[change.field] ?? change.field}</span>
                  {change.before !== null && (
                    <del>
                      <span className="sr">было: </span>
                      {said(change.field, change.before)}
                    </del>
                  )}
                  {change.after !== null && (
                    <ins>
                      <span className="sr">стало: </span>
                      {said(change.field, change.after)}
                    </ins>
                  )}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={`${buttonClass('link')} small`} onClick={() => setWhole(true)}>
          Ещё {hidden} {plural(hidden, ['изменение', 'изменения', 'изменений'])}
        </button>
      )}
    </section>
  )
}

const said = (field: string, text: string): string => {
  if (field === 'text') return 'текст'
  const dated = text.replace(/\b(\d{4}-\d{2}-\d{2})\b/g, day => showDate(day))
  const calm = field === 'result' || field === 'appeal_result' ? calmTitle(dated) : dated
  return calm.length > longest ? `${calm.slice(0, longest)}…` : calm
}
