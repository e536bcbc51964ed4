import { useQueryClient } from '@tanstack/react-query'
import type { CaseText, FullCase } from '#shared/api/full-case.ts'
import { caseQueryOptions, textFileAddress } from '../api/case-details.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { LateIcon } from '../ui/late-icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './case-text-page.module.css'
import { citationOf } from './citation.ts'
import { KeepButton } from './favourite.tsx'

export const CaseTextActs = ({ id, one, text }: { id: number; one: FullCase | undefined; text: CaseText }) => {
  const client = useQueryClient()
  const cite = async (): Promise<void> => {
    // Taken now: the selection may change while a case that did not load is asked for again.
    const citing = selectedQuotation()
    const known = one ?? (await client.ensureQueryData(caseQueryOptions(id)).catch(() => undefined))
    if (!known) return showToast('Дело не загрузилось, без его реквизитов цитаты нет.', { bad: true })
    const quoted = citing(citationOf(known, text.text))
    await copyText(
      quoted,
      `Скопировано: ${quoted}`,
      'Браузер не дал скопировать цитату: выделите её и скопируйте сами.',
    )
  }
  useShortcuts({ c: () => void cite() })
  return (
    <div className={`screen-only acts ${styles.acts}`}>
      {one && <KeepButton one={one} />}
      <Button onClick={() => void cite()} title="Скопировать выделенное в тексте и реквизиты решения (c)">
        <LateIcon name="copy" />
        <span>Цитата</span>
      </Button>
      <Button onClick={() => window.print()}>
        <LateIcon name="print" />
        <span>Печать</span>
      </Button>
      <a className={buttonClass()} href={textFileAddress(id)} download>
        <Icon name="download" />
        <span>.txt</span>
      </a>
    </div>
  )
}

/** Puts the words selected now, in quotation marks, before a citation, and their paragraph after it. */
const selectedQuotation = (): ((citation: string) => string) => {
  const selection = window.getSelection()
  const quoted = selection?.toString().trim()
  const place = selection?.anchorNode?.parentElement?.closest('article p')
  if (!quoted || !place) return citation => citation
  const number = place.getAttribute('data-paragraph')
  return citation => `«${quoted}»\u00a0— ${citation}${number ? `, абзац\u00a0${number}` : ''}`
}
