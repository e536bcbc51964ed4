import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type CaseRefresh, isUnderWay } from '#shared/api/collecting.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { fieldName } from '#shared/domain/case-field-names.ts'
import { lowerFirstUnlessAcronym } from '#shared/domain/wording.ts'
import { askRefresh, caseQueryOptions, isDemo, refreshQueryOptions } from '../api/case-details.ts'
import { reloadLists } from '../api/cases.ts'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { useFoldedActs } from '../ui/folded-acts.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { LateIcon } from '../ui/late-icon.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './case-page.module.css'
import { useCitation } from './case-source.tsx'
import { showInstant } from './court-time.ts'
import { KeepButton } from './favourite.tsx'
import { useListOrigin } from './list-origin.ts'

export const CaseActs = ({ one }: { one: FullCase }) => {
  const navigate = useNavigate()
  const from = useListOrigin()
  const citation = useCitation(one)
  const refresh = useRefresh(one)
  const folded = useFoldedActs()
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
  useShortcuts({ c: cite, t: read })
  return (
    <>
      <div className={`screen-only acts ${styles.acts}`}>
        <KeepButton one={one} />
        {folded.button}
        <div className="acts folded" {...folded.panel}>
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
            Ссылка
          </Button>
          <Button onClick={cite} title="Скопировать, как сослаться на дело">
            <LateIcon name="copy" />
            Реквизиты
          </Button>
          <CaseFiles id={one.id} />
          <Button onClick={() => window.print()}>
            <LateIcon name="print" />
            Печать
          </Button>
          {refresh.canRefresh && (
            <Button busy={refresh.underWay} title="Прочитать карточку на сайте суда сейчас" onClick={refresh.ask}>
              <LateIcon name="refresh" />
              Обновить
            </Button>
          )}
        </div>
      </div>
      <p className={`screen-only ${styles.refresh}`} role="status">
        {refresh.sentence}
      </p>
    </>
  )
}

const CaseFiles = ({ id }: { id: number }) => (
  <Popover
    label="Дело файлом"
    slim
    target={button => (
      <Button {...button} className={styles.button} title="Взять дело файлом">
        <Icon name="download" />
        Файл
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

/** Requests a reading of the card, polls it, then announces what has changed. */
const useRefresh = (one: FullCase) => {
  const client = useQueryClient()
  const { data } = useQuery({ ...refreshQueryOptions(one.id), enabled: !isDemo(one) })
  // An action that can only fail is replaced by the reason.
  const canRefresh = isOnSite(one) && !data?.refusal
  const asking = useAct(() => askRefresh(one.id), {
    onDone: state => client.setQueryData(refreshQueryOptions(one.id).queryKey, state),
  })
  // A refusal has been announced before; here only the end of waiting.
  const waiting = data !== undefined && isUnderWay(data)
  const before = useRef<FullCase>(undefined)
  useEffect(() => {
    if (waiting) {
      before.current ??= one
      return
    }
    const was = before.current
    before.current = undefined
    if (was === undefined || data === undefined || data.state === 'idle') return
    const tell = async (): Promise<void> => {
      await client.invalidateQueries({ queryKey: ['case', one.id] })
      const now = client.getQueryData(caseQueryOptions(one.id).queryKey)
      if (now) showToast(refreshedSentence(data, was, now), { bad: data.state === 'failed' })
      await reloadLists(client, false)
    }
    void tell()
  }, [waiting, data, one, client])
  return {
    canRefresh,
    underWay: asking.isPending || waiting,
    ask: () => asking.mutate(),
    // Only after the server has accepted the request may the page be closed.
    sentence: waiting ? refreshSentence(data) : data?.refusal,
  }
}

const isOnSite = ({ url, sources }: FullCase): boolean =>
  Boolean(url) && sources.some(({ origin }) => origin !== 'demo')

export const refreshSentence = ({ state, not_before }: Pick<CaseRefresh, 'state' | 'not_before'>): string => {
  switch (state) {
    case 'captcha':
      return 'Сайт суда просит проверочный код. Карточка обновится, когда администратор его введёт.'
    case 'silent':
      return not_before === null
        ? 'Сайт суда на паузе: он просил не присылать запросов.'
        : `Сайт суда на паузе: он просил не присылать запросов. Карточка обновится после ${showInstant(not_before)}.`
    default:
      return 'Карточка читается на сайте суда. Страницу можно закрыть.'
  }
}

type Known = Pick<FullCase, 'gone_at'> & { readonly revisions: readonly FullCase['revisions'][number][] }
export const refreshedSentence = (
  { state, error }: Pick<CaseRefresh, 'state' | 'error'>,
  was: Known,
  now: Known,
): string => {
  if (now.gone_at !== null && was.gone_at === null)
    return 'Карточки на сайте суда больше нет. Дело сохранено здесь таким, каким его видели в последний раз.'
  if (state === 'failed') return `Обновить не удалось. ${error ?? ''}`.trim()
  const last = Math.max(0, ...was.revisions.map(({ number }) => number))
  const fields = now.revisions
    .filter(({ number }) => number > last)
    .flatMap(({ changes }) => changes)
    .map(({ field }) => fieldName(field))
  const names = [...new Set(fields)].map(lowerFirstUnlessAcronym)
  return names.length === 0
    ? 'Карточка прочитана: изменений нет.'
    : `Карточка прочитана. Изменилось: ${names.join(', ')}.`
}
