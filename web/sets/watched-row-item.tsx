import type { WatchCase, WatchEvidence, WatchRow } from '#shared/api/set-watch.ts'
import { articleName } from '#shared/domain/codex.ts'
import { showDate } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { type WatchVerdict, watchFacts, watchSpellings } from '#shared/domain/set-watch.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { articleInCell } from '#shared/tables/cells.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { Button } from '../ui/button.tsx'
import styles from './import-page.module.css'

export type WatchActs = {
  busy: boolean
  decide: (row: WatchRow, one: WatchCase, verdict: WatchVerdict) => void
  remove: (row: WatchRow) => void
}
/** `acts`: undefined for readers. `isSearching`: some rows of the list are still being searched, possibly this one. */
type Props = { row: WatchRow; place: number; isSearching: boolean; acts: WatchActs | undefined }
export const WatchedRowItem = ({ row, place, isSearching, acts }: Props) => {
  const of = (...states: readonly WatchCase['state'][]) => row.cases.filter(({ state }) => states.includes(state))
  const [found, perhaps, refused] = [of('found', 'confirmed'), of('perhaps'), of('refused')]
  const list = (cases: readonly WatchCase[]) => (
    <ul className={styles.candidates}>
      {cases.map(one => (
        <WatchedCase
          key={one.case_id}
          one={one}
          act={acts && (said => acts.decide(row, one, said))}
          busy={acts?.busy}
        />
      ))}
    </ul>
  )
  const { court, region, article, day, unread } = row
  const beside = [
    court,
    region === null ? '' : regionTitle(region),
    article === '' ? '' : writtenArticle(article),
    day === null ? '' : showDate(day),
  ]
  return (
    <li>
      <span className="faint">{showNumber(place)}</span>
      <div>
        <p className="strong">{row.text}</p>
        <p className="second">{beside.filter(Boolean).join(' · ')}</p>
        {row.from_table.length > 0 && (
          <p className="second">Из таблицы. {row.from_table.map(({ head, text }) => `${head}: ${text}`).join(' · ')}</p>
        )}
        {found.length > 0 && (
          <>
            <p>Найдено: {showNumber(found.length)}</p>
            {list(found)}
          </>
        )}
        {perhaps.length > 0 && (
          <>
            <p className={styles.why}>Возможно: {showNumber(perhaps.length)}</p>
            {list(perhaps)}
          </>
        )}
        {row.is_cut && <p className="quiet small">{cutWords(row.state)}</p>}
        {row.state === 'nothing' && <p className="quiet">{nothingWords(row, isSearching)}</p>}
        {row.hidden > 0 && (
          <p className="quiet small">В регионах, закрытых для вас: {counted(row.hidden, caseForms)}.</p>
        )}
        {unread !== null && unread.count > 0 && <p className={`small ${styles.why}`}>{unreadWords(unread)}</p>}
        {refused.length > 0 && (
          <details>
            <summary>Отклонено: {showNumber(refused.length)}</summary>
            {list(refused)}
          </details>
        )}
        {acts && (
          <Button
            look="link"
            busy={acts.busy}
            aria-label={`Убрать строку: ${row.text}`}
            onClick={() => acts.remove(row)}
          >
            Убрать строку
          </Button>
        )}
      </div>
    </li>
  )
}
/** Matching cases are compared first, so that more facts in the row lead to other cases. */
const cutWords = (state: WatchRow['state']): string =>
  `${state === 'cut' ? 'Среди просмотренных дел ничего не найдено, но показаны' : 'Показаны'} не все похожие дела: их слишком много. Добавьте строку с судом, регионом, статьёй или датой.`
const unreadWords = ({ count, of, courts }: NonNullable<WatchRow['unread']>): string =>
  count === courts.length
    ? `Суды не проверены за последнюю неделю: ${courts.join(', ')}.`
    : `Суды не проверены за последнюю неделю: ${showNumber(count)} из ${showNumber(of)}, среди них ${courts.join(', ')}.`
/**
 * Names and УИДs are searched in all regions of the set's owner: courts outside the reader's regions are hidden from
 * the reader, not unsearched.
 */
const nothingWords = ({ kind, court, region, hidden, unread }: WatchRow, isSearching: boolean): string => {
  if (isSearching) return 'Ищем…'
  const saysWhere = kind === 'uid' || court !== '' || region !== null
  if (saysWhere && unread?.of === 0)
    return 'В открытых вам регионах ничего не найдено. Суды этой строки — вне этих регионов: что в них, вам не видно.'
  return hidden > 0 ? 'В открытых вам регионах ничего не найдено' : 'Ничего не найдено'
}

type CaseProps = { one: WatchCase; act: ((verdict: WatchVerdict) => void) | undefined; busy: boolean | undefined }
const WatchedCase = ({ one, act, busy = false }: CaseProps) => {
  const { case_id, case_number, court, region, day, articles, state, evidence, decided_by } = one
  const facts = [
    regionTitle(region),
    articles.length === 0 ? '' : articles.map(storedArticle).join(', '),
    day === null ? '' : showDate(day),
  ]
  const button = (label: string, verdict: WatchVerdict) =>
    act && (
      <Button busy={busy} aria-label={`${label}: ${case_number}`} onClick={() => act(verdict)}>
        {label}
      </Button>
    )
  return (
    <li>
      <div>
        <LinkToCase id={case_id} className="strong">
          {case_number}
        </LinkToCase>{' '}
        {court}
        <p className="second">{facts.filter(Boolean).join(' · ')}</p>
        <p className="second">{evidenceWords(evidence)}</p>
        {decided_by !== null && (state === 'confirmed' || state === 'refused') && (
          <p className="second">
            {state === 'confirmed' ? 'Подтверждено' : 'Отклонено'}: {decided_by}
          </p>
        )}
      </div>
      {act && (
        <span className="acts">
          {state === 'perhaps' && button('Подтвердить', 'confirmed')}
          {state === 'refused' ? button('Вернуть', 'open') : button('Отклонить', 'refused')}
        </span>
      )}
    </li>
  )
}

const labelIn = <V extends string>(all: readonly { value: V; label: string }[], value: V): string =>
  all.find(one => one.value === value)?.label ?? value
const evidenceWords = ({ spelling, name, agrees, differs, several, is_accused }: WatchEvidence): string =>
  [
    spelling === null ? '' : `В деле «${name}»: ${labelIn(watchSpellings, spelling)}`,
    agrees.length === 0 ? '' : `Совпадает: ${agrees.map(one => labelIn(watchFacts, one)).join(', ')}`,
    differs.length === 0 ? '' : `Не совпадает: ${differs.map(one => labelIn(watchFacts, one)).join(', ')}`,
    several ? 'Известны однофамильцы с тем же именем и отчеством' : '',
    spelling === null || is_accused ? '' : 'Роль в деле не указана',
  ]
    .filter(Boolean)
    .join(' · ')

const articleWords = (article_number: string, part: string): string =>
  noBreak(`ст. ${articleName({ article_number, part })}`)
const storedArticle = (article: string): string => {
  const [number = '', part = ''] = article.split(' ')
  return articleWords(number, part)
}
const writtenArticle = (article: string): string => {
  const read = articleInCell(article)
  return read === undefined ? article : articleWords(read.number, read.part)
}
