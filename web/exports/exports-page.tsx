import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AskedExport, isExportUnderWay } from '#shared/api/export-requests.ts'
import type { BotCode } from '#shared/api/telegram.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { exportKeptDays } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { askedExportsQueryOptions, askForCode, botQueryOptions, deleteExport, unlinkChat } from '../api/exports.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import { Status } from '../ui/status.tsx'
import { exportContents, exportSign, exportSize, exportStatusText, exportTitle } from './export-wording.ts'
import styles from './exports-page.module.css'

export const ExportsPage = () => (
  <PartedPage
    title="Мои выгрузки"
    lead={`Файлы, заказанные из списка дел. Хранятся ${counted(exportKeptDays, ['день', 'дня', 'дней'])}.`}
  >
    <ExportList />
    <BotChat />
  </PartedPage>
)

const ExportList = () => {
  const list = useQuery(askedExportsQueryOptions)
  const { data } = list
  const [doomed, setDoomed] = useState<AskedExport>()
  const deleting = useAct(({ id }: AskedExport) => deleteExport(id), {
    done: (_, { status }) => (isExportUnderWay(status) ? 'Выгрузка отменена.' : 'Выгрузка удалена.'),
    changes: [askedExportsQueryOptions.queryKey],
    onSettled: () => setDoomed(undefined),
  })
  const take = (item: AskedExport) => {
    if (item.file_url !== null) setDoomed(item)
    else if (!deleting.isPending) deleting.mutate(item)
  }
  return (
    <PagePart id="exports" title="Выгрузки" busy={list.isPending}>
      {!data && <RetryAlert of={list} />}
      {data?.count === 0 && (
        <p className="prose">
          Пока ничего нет. Откройте <Link to="/">список дел</Link>, выберите фильтры и нажмите «CSV» в панели над
          списком.
        </p>
      )}
      <ul className={`${rows.rows} ${styles.rows}`}>
        {data?.results.map(item => (
          <ExportRow key={item.id} item={item} onDelete={() => take(item)} />
        ))}
      </ul>
      <Confirm
        opened={doomed !== undefined}
        title="Удалить выгрузку?"
        act="Удалить"
        busy={deleting.isPending}
        onAct={() => doomed && deleting.mutate(doomed)}
        onClose={() => setDoomed(undefined)}
      >
        <p>Файл удалится сразу. Такой же можно заказать снова, но дела в нём будут уже сегодняшние.</p>
      </Confirm>
    </PagePart>
  )
}

const ExportRow = ({ item, onDelete }: { item: AskedExport; onDelete: () => void }) => {
  const title = exportTitle(item)
  const underWay = isExportUnderWay(item.status)
  return (
    <li>
      <div>
        <p className="strong">{title}</p>
        <p className="quiet small">{exportContents(item)}</p>
        {item.telegram !== null && <p className="quiet small">Для чата {item.telegram}</p>}
      </div>
      <div>
        <p aria-live="polite">
          <Status sign={exportSign(item)}>{exportStatusText(item)}</Status>
        </p>
        {item.status === 'writing' ? (
          <span className={styles.bar}>
            <progress aria-label="Записано дел" value={item.written} max={Math.max(1, item.count ?? 1)} />
          </span>
        ) : (
          <p className="quiet small">{exportSize(item) || '\u00a0'}</p>
        )}
        {item.error !== null && <p className="quiet small">{item.error}</p>}
        {item.expires_at !== null && item.file_url !== null && (
          <p className="quiet small">Хранится до {showMoment(item.expires_at)}</p>
        )}
      </div>
      <div className={`acts fill-phone ${styles.rowActs}`}>
        {item.file_url !== null && (
          <a className={buttonClass()} href={item.file_url} download aria-label={`Скачать: ${title}`}>
            Скачать
          </a>
        )}
        <Button look="bare" onClick={onDelete} aria-label={`${underWay ? 'Отменить' : 'Удалить'}: ${title}`}>
          {underWay ? 'Отменить' : 'Удалить'}
        </Button>
      </div>
    </li>
  )
}

const pollMs = 2_000

const BotChat = () => {
  const asking = useAct(askForCode)
  const waits = asking.data !== undefined
  const { data } = useQuery({ ...botQueryOptions, refetchInterval: waits ? pollMs : false })
  const unlinking = useAct(unlinkChat, {
    done: 'Чат отвязан.',
    onDone: () => asking.reset(),
    changes: [botQueryOptions.queryKey],
  })
  const chat = data?.chat ?? null
  const isFresh = chat !== null && (asking.data === undefined || isSince(chat.linked_at, asking.submittedAt))
  return (
    <PagePart id="bot" title="Telegram">
      {data?.is_set_up === false && (
        <p className="prose">Бот не настроен: файлы можно получить только на этой странице.</p>
      )}
      {data?.is_set_up && chat === null && (
        <p className="prose">
          Бот пришлёт файл, когда он будет готов. Свяжите с ним свой чат, и номер подставится в форму выгрузки сам.
        </p>
      )}
      {data?.is_set_up && chat !== null && (
        <>
          <p className="prose">
            Чат {chat.id} связан {showMoment(chat.linked_at)}.
          </p>
          {chat.blocked_at !== null && (
            <p className="prose">
              Бот заблокирован в этом чате {showMoment(chat.blocked_at)}: разблокируйте его и напишите /start.
            </p>
          )}
        </>
      )}
      {data?.is_set_up && (
        <div className={`acts ${styles.acts}`}>
          <Button busy={asking.isPending} onClick={() => asking.mutate()}>
            {asking.data !== undefined && !isFresh
              ? 'Получить новый код'
              : chat === null
                ? 'Связать с Telegram'
                : 'Связать другой чат'}
          </Button>
          {chat !== null && (
            <Button busy={unlinking.isPending} onClick={() => unlinking.mutate()}>
              Отвязать
            </Button>
          )}
        </div>
      )}
      {data?.is_set_up && asking.data !== undefined && !isFresh && <Steps code={asking.data} />}
    </PagePart>
  )
}

/** Maximum clock difference of two machines. */
const tolerance = 60_000
const isSince = (moment: string, since: number): boolean => new Date(moment).getTime() > since - tolerance

const Steps = ({ code: { code, url, expires_at } }: { code: BotCode }) => (
  <>
    <ol className={styles.steps}>
      {url === null ? (
        <li>Откройте бота в Telegram.</li>
      ) : (
        <li>
          <a className={buttonClass('main')} href={url} target="_blank" rel="noreferrer">
            Открыть бота
          </a>
        </li>
      )}
      <li>
        Нажмите «Старт» или отправьте: <code>/start {code}</code>
      </li>
    </ol>
    <p className="prose" role="status">
      Жду ответа бота. Код действует до {showMoment(expires_at)}.
    </p>
  </>
)
