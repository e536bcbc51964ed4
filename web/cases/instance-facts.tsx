import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { showDate } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { personName } from '../filters/case-wording.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { caseOutcome, courtTitle, sentenceCase } from '../filters/titles.ts'
import { Status } from '../ui/status.tsx'
import { FromText } from './by-text.tsx'
import styles from './instance.module.css'
import { penaltyParts } from './penalty-parts.ts'

export const InstanceFacts = ({ one, current }: { one: FullCase; current: FullCase }) => {
  const titleId = useId()
  const isOther = one.id !== current.id
  const link = current.linked_cases.find(linked => linked.id === one.id)
  return (
    <section className={styles.instance} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className="h3">
          {one.stage === 1 ? 'Первая инстанция' : 'Вторая инстанция'}
        </h2>
        {isOther ? (
          <LinkToCase id={one.id}>№ {one.case_number}</LinkToCase>
        ) : (
          <span className="quiet">№ {one.case_number}</span>
        )}
      </header>
      <dl className={styles.facts}>
        <Fact name="Суд">
          <Link to="/courts/$id" params={{ id: String(one.court.id) }}>
            {courtTitle(one.court)}
          </Link>
          <br />
          <span className="quiet small">
            {[regionTitle(one.court.region), one.court.city]
              .filter((part, at, all) => part && all.indexOf(part) === at)
              .join(', ')}
          </span>
        </Fact>
        {one.judge && (
          <Fact name="Судья">
            <Link to="/judges/$id" params={{ id: String(one.judge.id) }}>
              {personName(one.judge.name)}
            </Link>
          </Fact>
        )}
        {one.codex_articles.length > 0 && (
          <Fact name="Статьи">
            {one.codex_articles.map(article => (
              <span key={article.id} className={styles.article}>
                ст.{'\u00a0'}
                {article.name}
                {'\u00a0'}
                {codexTitle(article.codex)}
                {article.title && <span className="quiet small"> {article.title}</span>}
              </span>
            ))}
          </Fact>
        )}
        {one.entry_date && <Fact name="Поступило">{showDate(one.entry_date)}</Fact>}
        {one.result_date && <Fact name="Решено">{showDate(one.result_date)}</Fact>}
        <Fact name="Результат">
          {one.result_type ? (
            <>
              <Status sign={caseOutcome(one.result_type.title).sign} plain>
                {caseOutcome(one.result_type.title).short}
              </Status>
              <br />
              <span className="court">{sentenceCase(one.result_type.title)}</span>
              {one.result_ground && (
                <>
                  <br />
                  <span className="quiet small">основание: {one.result_ground}</span>
                </>
              )}
            </>
          ) : (
            <Status sign="open">{one.result_date ? 'Не указан' : 'Рассматривается'}</Status>
          )}
        </Fact>
        {one.person_results
          .filter(({ result }) => one.person_results.length > 1 || result !== one.result_type?.title)
          .map(({ name, hidden, result, date }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people of a card stand in its order, and never move
            <Fact key={at} name="В отношении лица">
              {hidden ? <span className="masked">{name}</span> : personName(name)}
              <br />
              <span className="court">{sentenceCase(result)}</span>
              {date && date !== one.result_date && <span className="quiet small"> {showDate(date)}</span>}
            </Fact>
          ))}
        <PenaltyFacts one={one} />
        {one.result_published_date && <Fact name="Опубликовано">{showDate(one.result_published_date)}</Fact>}
        {one.result_valid_date && <Fact name="Вступило в силу">{showDate(one.result_valid_date)}</Fact>}
        {(one.appeal_date || one.appeal_result) && (
          <Fact name="Обжалование">
            {one.appeal_date && showDate(one.appeal_date)}
            {one.appeal_date && one.appeal_result && <br />}
            {one.appeal_result && <span className="court">{sentenceCase(one.appeal_result)}</span>}
          </Fact>
        )}
        {one.other_numbers.length > 0 && <Fact name="Другие номера">{one.other_numbers.join(', ')}</Fact>}
        {one.protocol_number && <Fact name="Протокол">{one.protocol_number}</Fact>}
        {link && <Fact name="Связь">{linkWords(link)}</Fact>}
        {untold(one).length > 0 && <Fact name="Не указано">{untold(one).join(', ')}</Fact>}
      </dl>
    </section>
  )
}

const untold = (one: FullCase): string[] =>
  [
    !one.judge && 'судья',
    one.codex_articles.length === 0 && 'статьи',
    !one.entry_date && 'дата поступления',
    one.result_type && !one.result_date && 'дата решения',
  ].flatMap(name => name || [])

const PenaltyFacts = ({ one }: { one: FullCase }) => (
  <>
    {penaltyParts(one).map(({ whose, items }) => (
      <Fact key={whose} name="Наказание">
        {whose && <p className="quiet small">{whose}</p>}
        {items.map(({ words, struck, byText, quote, note }) => (
          <Fragment key={words}>
            <p>
              {struck ? <s>{words}</s> : words}
              {byText && <FromText />}
            </p>
            {note && <p className="quiet small">{note}</p>}
            {quote && <p className="court">«{quote}»</p>}
          </Fragment>
        ))}
      </Fact>
    ))}
  </>
)

const reasons: Readonly<Record<string, string>> = {
  same_uid: 'тот же УИД',
  named_number: 'номер назван в карточке',
  same_person_protocol: 'то же лицо и тот же протокол',
  same_person_date: 'то же лицо и дата решения',
  same_person_time: 'то же лицо, и жалоба поступила вскоре после решения',
  quoted_number: 'номер назван в тексте решения',
  confirmed: 'подтверждено редактором',
}
export const linkReason = ({ why }: { why: string }): string => reasons[why] ?? 'по данным сайтов судов'
/** «тот же УИД — точная» */
export const linkWords = ({ why, certainty }: { why: string; certainty: number }): string =>
  `${linkReason({ why })} — ${certainty >= 1 ? 'точная' : 'вероятная'}`

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
