import { useQuery } from '@tanstack/react-query'
import type { EvidencePackages } from '#shared/api/evidence.ts'
import { evidenceAddress, evidencePackagesQueryOptions, verifierAddress } from '../api/case-details.ts'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showInstant } from './court-time.ts'
import styles from './evidence-dialog.module.css'

type Props = { id: number; entry: number | undefined; onClose: () => void }

export const EvidenceDialog = ({ id, entry, onClose }: Props) => {
  const { data } = useQuery(evidencePackagesQueryOptions(id))
  return (
    <Dialog opened onClose={onClose} title="Доказательство" size={640}>
      <p>
        Пакет с{'\u00a0'}тем, что было прочитано{entry === undefined ? '' : ' при этом изменении'}, и{'\u00a0'}когда:
        журнал дела, страницы сайта суда, их SHA‑256, справка, страница проверки.
      </p>
      <p className="quiet small">
        По пакету видно, менялся{'\u00a0'}ли он. Что так было на{'\u00a0'}сайте суда, известно со{'\u00a0'}слов этой
        системы. Силу доказательства определяет суд.
      </p>
      <p className={styles.acts}>
        <a className={buttonClass('main')} href={evidenceAddress(id, entry)} download>
          Скачать пакет
        </a>
        <a className={buttonClass()} href={verifierAddress} target="_blank" rel="noopener">
          Проверить пакет
        </a>
      </p>
      {data !== undefined && data.results.length > 0 && <Given packages={data.results} />}
    </Dialog>
  )
}

const Given = ({ packages }: { packages: EvidencePackages['results'] }) => (
  <section className={styles.given}>
    <h3>Выданные пакеты</h3>
    <p className="quiet small">Передайте SHA‑256 отдельно от файла: по нему видно, тот ли это файл.</p>
    <ul>
      {packages.map(({ made_at, entry, sha256 }) => (
        <li key={`${made_at} ${sha256}`}>
          <span className="small">
            {showInstant(made_at)}
            {entry === null ? ', дело целиком' : `, запись №\u00a0${entry}`}
          </span>
          <code className={styles.hash}>{sha256}</code>
        </li>
      ))}
    </ul>
  </section>
)
