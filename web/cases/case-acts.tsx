import { useNavigate } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/cases.ts'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './case-page.module.css'
import { useCitation } from './case-source.tsx'
import { useFavourite } from './favourite.tsx'
import { useListOrigin } from './list-origin.ts'
import { useRefresh } from './use-refresh.ts'

export const CaseActs = ({ one }: { one: FullCase }) => {
  const toggle = useFavourite()
  const navigate = useNavigate()
  const from = useListOrigin()
  const citation = useCitation(one)
  const refresh = useRefresh(one)
  const cite = () =>
    void copyText(
      citation,
      `Скопировано: ${citation}`,
      'Браузер не дал скопировать реквизиты: они стоят внизу страницы.',
    )
  const read = (): void => {
    if (one.has_result_text)
      void navigate({
        to: '/cases/text/$id',
        params: { id: String(one.id) },
        state: { ...(from && { openedFrom: from }) },
      })
    else showToast('Текста решения здесь нет.')
  }
  useShortcuts({ s: () => toggle(one), c: cite, t: read })
  return (
    <>
      <div className={`screen-only acts ${styles.acts}`}>
        <Button aria-pressed={one.in_favorites} onClick={() => toggle(one)}>
          <Icon name="star" />
          <span>{one.in_favorites ? 'В избранном' : 'В избранное'}</span>
        </Button>
        <Subscribe watched={{ case: one.id }} what={`Дело ${one.case_number}, ${one.court.title}`}>
          {button => (
            <Button {...button} title="Узнавать о новостях этого дела">
              <Icon name="bell" />
              <span className="sr-phone">Подписаться</span>
            </Button>
          )}
        </Subscribe>
        <Button
          onClick={() =>
            void copyText(
              window.location.href,
              `Ссылка скопирована: ${window.location.href}`,
              'Браузер не дал скопировать ссылку: скопируйте её из адресной строки.',
            )
          }
        >
          <Icon name="link" />
          <span className="sr-phone">Ссылка</span>
        </Button>
        <Button onClick={cite} title="Скопировать, как сослаться на дело">
          <Icon name="copy" />
          <span className="sr-phone">Реквизиты</span>
        </Button>
        <CaseFiles id={one.id} />
        <Button onClick={() => window.print()}>
          <Icon name="print" />
          <span className="sr-phone">Печать</span>
        </Button>
        {refresh.canRefresh && (
          <Button
            busy={refresh.underWay}
            title="Прочитать карточку на сайте суда сейчас"
            onClick={() => !refresh.underWay && refresh.ask()}
          >
            <Icon name="refresh" />
            <span className="sr-phone">Обновить</span>
          </Button>
        )}
      </div>
      <p className={`screen-only ${styles.refresh}`} role="status">
        {refresh.sentence}
      </p>
    </>
  )
}

export const CaseFiles = ({ id }: { id: number }) => (
  <Popover
    label="Дело файлом"
    slim
    target={button => (
      <Button {...button} className={styles.button} title="Взять дело файлом">
        <Icon name="download" />
        <span className="sr-phone">Файл</span>
      </Button>
    )}
  >
    {close => (
      <ul className={styles.list}>
        {filesOf(id).map(({ label, href, name }) => (
          <li key={label}>
            <a className={menuItemClass} href={href} download={name} onClick={close}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    )}
  </Popover>
)

const filesOf = (id: number): { label: string; href: string; name: string }[] => [
  { label: 'CSV, одной строкой', href: `/api/v1/cases/${id}/file/`, name: `Дело ${id}.csv` },
  { label: 'Excel, одной строкой', href: `/api/v1/cases/${id}/file/?format=xlsx`, name: `Дело ${id}.xlsx` },
  { label: 'JSON, всё о деле', href: `/api/v1/cases/${id}/`, name: `Дело ${id}.json` },
]
