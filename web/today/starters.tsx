import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FollowClient } from './follow-client.tsx'
import { LoadList } from './load-list.tsx'
import { Starter } from './starter.tsx'
import styles from './starters.module.css'
import { StudyArticle } from './study-article.tsx'

/**
 * `isMore`: for accounts that already watch something. `onTold`: a message has to be read here before the page changes.
 */
type Props = { isMore?: boolean; onTold?: () => void }
export const Starters = ({ isMore = false, onTold = () => {} }: Props) =>
  isMore ? <AddMore /> : <Beginning onTold={onTold} />

/** First steps for an account that watches nothing: each ends on a page with content. */
const Beginning = ({ onTold }: { onTold: () => void }) => (
  <>
    <p className={`prose ${styles.lead}`}>
      Судмонитор читает сайты судов и&nbsp;следит за&nbsp;делами, которые вы&nbsp;ему укажете. Начните с&nbsp;одного
      из&nbsp;трёх.
    </p>
    <div className={styles.starters}>
      <FollowClient onTold={onTold} />
      <StudyArticle />
      <LoadOwnList onTold={onTold} />
    </div>
    <section className={styles.coming} aria-labelledby="coming">
      <h2 id="coming">Что появится на&nbsp;этой странице</h2>
      <ul>
        <li>
          <h3>Заседания моих дел</h3>
          <p className="quiet">По&nbsp;дням, по&nbsp;времени суда и&nbsp;вашему, с&nbsp;залом. Пересечения отмечены.</p>
        </li>
        <li>
          <h3>Что изменилось</h3>
          <p className="quiet">По&nbsp;делам: было и&nbsp;стало. Число непрочитанных видно в&nbsp;меню.</p>
        </li>
        <li>
          <h3>Сроки</h3>
          <p className="quiet">
            Обжалование, давность, повторность. У&nbsp;каждого срока названы допущение и&nbsp;правило.
          </p>
        </li>
        <li>
          <h3>Сводки</h3>
          <p className="quiet">
            За&nbsp;день или неделю, если вы&nbsp;их заведёте. Ни&nbsp;бота, ни&nbsp;почты не&nbsp;нужно.
          </p>
        </li>
      </ul>
    </section>
  </>
)

const LoadOwnList = ({ onTold }: { onTold: () => void }) => (
  <Starter
    icon="table"
    title="Загрузить список"
    about="Номера дел с судами, УИД или ссылки. Найденное станет избранным и ляжет в новую подборку, о ненайденном скажем почему."
  >
    <LoadList onUnfound={onTold} />
  </Starter>
)

const ways = [
  { value: 'client', label: 'клиента' },
  { value: 'article', label: 'статью' },
  { value: 'list', label: 'список' },
] as const
type Way = (typeof ways)[number]['value']
/** The same for accounts that already watch something. */
const AddMore = () => {
  const [way, setWay] = useState<Way>()
  return (
    <div className={`screen-only ${styles.more}`}>
      <p className={`small ${styles.examples}`}>
        <span className="quiet">Добавить:</span>
        {ways.map(({ value, label }) => (
          <Button
            key={value}
            look="link"
            aria-expanded={way === value}
            onClick={() => setWay(way === value ? undefined : value)}
          >
            {label}
          </Button>
        ))}
      </p>
      {way && (
        <div className={styles.one}>
          {way === 'client' ? (
            <FollowClient onTold={stays} />
          ) : way === 'article' ? (
            <StudyArticle />
          ) : (
            <LoadOwnList onTold={stays} />
          )}
        </div>
      )}
    </div>
  )
}
const stays = (): void => {}
