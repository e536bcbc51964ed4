import { useQuery } from '@tanstack/react-query'
import type { FullCase } from '#shared/api/full-case.ts'
import { caseTextQueryOptions } from '../api/case-details.ts'
import { Icon } from '../ui/icon.tsx'
import record from '../ui/record-page.module.css'
import styles from './case-source.module.css'
import { citationOf } from './citation.ts'
import { showInstant } from './court-time.ts'
import { EvidenceButton } from './evidence.tsx'

const origins: Readonly<Record<string, string>> = {
  demo: 'демонстрационные данные',
  registry: 'выгрузка реестра',
  file: 'загруженный файл',
  import: 'загруженный файл',
  collector: 'сайт суда',
}
const isOfSite = (origin: string): boolean => origin === 'collector'

export const SourceFooter = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const citation = useCitation(one)
  const uid = instances.find(({ case_uid }) => case_uid)?.case_uid
  return (
    <footer className={`${record.foot} ${styles.foot}`}>
      <div>
        {instances.map(instance => (
          <p key={instance.id}>
            <b className="strong">
              {instances.length > 1 ? `Источник, ${instance.stage}-я\u00a0инстанция:` : 'Источник:'}
            </b>{' '}
            <Source one={instance} />{' '}
            <span className="screen-only">
              <EvidenceButton id={instance.id}>Доказательство</EvidenceButton>
            </span>
          </p>
        ))}
        <p>
          <b className="strong">Как сослаться:</b> <Cited text={citation} />.
        </p>
        <p>
          {one.sources.some(({ origin }) => isOfSite(origin)) ? 'По данным сайта суда; не' : 'Не'} является официальным
          документом.
        </p>
        <p className="paper-only">
          Напечатано {showInstant(new Date().toISOString())} с {one.sm_url}.
        </p>
      </div>
      {uid && (
        <p>
          УИД <span className={styles.uid}>{uid}</span>
        </p>
      )}
    </footer>
  )
}

const Cited = ({ text }: { text: string }) =>
  text.split(/(№\u00a0[^\s,]+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="together">
        {part}
      </span>
    ),
  )

const Source = ({ one }: { one: FullCase }) => {
  const last = one.sources.toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at))[0]
  return (
    <>
      {one.url && last?.origin !== 'demo' && (
        <>
          карточка на сайте <ExternalLink href={one.url} />
          {last && ', '}
        </>
      )}
      {last && (
        <>
          {isOfSite(last.origin) && one.url ? '' : `${origins[last.origin] ?? last.origin}, `}прочитано{' '}
          {showInstant(last.last_seen_at)}
        </>
      )}
      {one.gone_at && <>; с {showInstant(one.gone_at)} карточки на сайте суда нет</>}.
    </>
  )
}

export const ExternalLink = ({ href }: { href: string }) => {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return href
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {url.host}
      <Icon name="out" size={12} />
    </a>
  )
}

/** The heading of the text is more reliable than the site's result, once the text is loaded. */
export const useCitation = (one: FullCase): string => {
  const { data } = useQuery({ ...caseTextQueryOptions(one.id), enabled: false })
  return citationOf(one, data?.text)
}
