import type { FullCase } from '#shared/api/cases.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './case-source.module.css'
import { showInstant } from './court-time.ts'
import { useCitation } from './use-citation.ts'

/** Where the case was read, when, its number through all instances, and how to cite it. */
const origins: Readonly<Record<string, string>> = {
  demo: 'демонстрационные данные',
  registry: 'выгрузка реестра',
  file: 'загруженный файл',
  import: 'загруженный файл',
  collector: 'сайт суда',
}
/** The address of the card says it already. */
const isOfSite = (origin: string): boolean => origin === 'collector'

export const SourceFooter = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const citation = useCitation(one)
  const uid = instances.find(({ case_uid }) => case_uid)?.case_uid
  return (
    <footer className={styles.source}>
      <div>
        {instances.map(instance => (
          <p key={instance.id}>
            <b className="strong">
              {instances.length > 1 ? `Источник, ${instance.stage}-я\u00a0инстанция:` : 'Источник:'}
            </b>{' '}
            <Source one={instance} />
          </p>
        ))}
        <p>
          <b className="strong">Как сослаться:</b> <Cited text={citation} />.
        </p>
        <p>По данным сайта суда; не является официальным документом.</p>
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

/** A number is never parted. */
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

/** An address of another site, by its host; only http and https are links. */
export const ExternalLink = ({ href, children }: { href: string; children?: string }) => {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return <>{children ?? href}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children ?? url.host}
      <Icon name="out" size={12} />
    </a>
  )
}
