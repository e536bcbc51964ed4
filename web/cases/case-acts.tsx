import { useNavigate } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/cases.ts'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { say } from '../ui/toasts.tsx'
import { CaseFiles } from './case-files.tsx'
import styles from './case-page.module.css'
import { copy } from './copy.ts'
import { useFavourite } from './favourite.tsx'
import { useListOrigin } from './list-origin.ts'
import { useCitation } from './use-citation.ts'
import { useRefresh } from './use-refresh.ts'

/** What can be done with a case, by button and by key: keep it, watch it, read its text, take its address or citation, take it as a file, print it. */
export const CaseActs = ({ one }: { one: FullCase }) => {
  const toggle = useFavourite()
  const navigate = useNavigate()
  const from = useListOrigin()
  const citation = useCitation(one)
  const refresh = useRefresh(one)
  const cite = () =>
    void copy(citation, {
      done: 'Скопировано',
      refused: 'Браузер не дал скопировать реквизиты: они стоят внизу страницы.',
    })
  const read = (): void => {
    if (one.has_result_text)
      void navigate({
        to: '/cases/text/$id',
        params: { id: String(one.id) },
        state: { ...(from && { openedFrom: from }) },
      })
    else say('Текста решения здесь нет.')
  }
  useShortcuts({ s: () => toggle(one), c: cite, t: read })
  return (
    <>
      <div className={`screen-only ${styles.acts}`}>
        <Button aria-pressed={one.in_favorites} onClick={() => toggle(one)}>
          <Icon name="star" />
          <span>{one.in_favorites ? 'В избранном' : 'В избранное'}</span>
        </Button>
        <Subscribe watched={{ case: one.id }} what={`Дело ${one.case_number}, ${one.court.title}`}>
          {button => (
            <Button {...button} title="Узнавать о новостях этого дела">
              <Icon name="bell" />
              <span>Подписаться</span>
            </Button>
          )}
        </Subscribe>
        <Button
          onClick={() =>
            void copy(window.location.href, {
              done: 'Ссылка скопирована',
              refused: 'Браузер не дал скопировать ссылку: скопируйте её из адресной строки.',
            })
          }
        >
          <Icon name="link" />
          <span>Ссылка</span>
        </Button>
        <Button onClick={cite} title="Скопировать, как сослаться на дело">
          <Icon name="copy" />
          <span>Реквизиты</span>
        </Button>
        <CaseFiles id={one.id} />
        <Button onClick={() => window.print()}>
          <Icon name="print" />
          <span>Печать</span>
        </Button>
        {refresh.canRefresh && (
          <Button
            aria-disabled={refresh.underWay || undefined}
            title="Прочитать карточку на сайте суда сейчас"
            onClick={() => !refresh.underWay && refresh.ask()}
          >
            <Icon name="refresh" />
            <span>Обновить</span>
          </Button>
        )}
      </div>
      <p className={`screen-only ${styles.refresh}`} role="status">
        {refresh.sentence}
      </p>
    </>
  )
}
