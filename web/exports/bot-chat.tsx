import { useQuery } from '@tanstack/react-query'
import type { BotCode } from '#shared/api/telegram.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { askForCode, botQueryOptions, unlinkChat } from '../api/exports.ts'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PagePart } from '../ui/parted-page.tsx'
import styles from './exports-page.module.css'

const lookEvery = 2_000

export const BotChat = () => {
  const asking = useAct(askForCode)
  const waits = asking.data !== undefined
  const { data } = useQuery({ ...botQueryOptions, refetchInterval: waits ? lookEvery : false })
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

/** Clocks of two machines differ by less than this. */
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
