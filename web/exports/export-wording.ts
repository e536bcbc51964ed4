import type { AskedExport } from '#shared/api/export-requests.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { exportFormats } from '#shared/domain/export-columns.ts'
import { caseForms, counted, ofCaseForms, showBytes, showNumber } from '#shared/domain/wording.ts'
import type { StatusSign } from '../ui/status.tsx'

export const exportTitle = ({ readable }: Pick<AskedExport, 'readable'>): string =>
  readable.length === 0 ? 'Все дела' : readable.map(([label, text]) => `${label}: ${text}`).join(' · ')

const columnForms = ['столбец', 'столбца', 'столбцов'] as const
export const exportContents = ({
  format,
  selected_columns,
  created_at,
}: Pick<AskedExport, 'format' | 'selected_columns' | 'created_at'>): string => {
  const label = exportFormats.find(({ value }) => value === format)?.label ?? format
  return `${label}, ${counted(selected_columns.length, columnForms)}. Заказана ${showMoment(created_at)}`
}

type Standing = Pick<AskedExport, 'status' | 'count' | 'written' | 'sent_at' | 'bytes' | 'error'>
const signs: Readonly<Record<AskedExport['status'], StatusSign>> = {
  waiting: 'none',
  writing: 'next',
  sending: 'next',
  ready: 'past',
  sent: 'past',
  failed: 'penalty',
}
export const exportSign = ({ status, error }: Standing): StatusSign =>
  status === 'ready' && error !== null ? 'returned' : signs[status]

const sentences: Readonly<Record<AskedExport['status'], (standing: Standing) => string>> = {
  waiting: () => 'В очереди',
  writing: ({ count, written }) =>
    count === null
      ? 'Готовится'
      : `Готовится: ${showNumber(Math.min(written, count))} из ${counted(count, ofCaseForms)}`,
  sending: () => 'Отправляется в Telegram',
  ready: ({ error }) => (error === null ? 'Готова' : 'Готова, но не отправлена'),
  sent: ({ sent_at }) => (sent_at === null ? 'Отправлена' : `Отправлена в Telegram ${showMoment(sent_at)}`),
  failed: () => 'Не получилась',
}
export const exportStatusText = (standing: Standing): string => sentences[standing.status](standing)

/** «300 дел, 1,2 МБ»; empty before there is a file. */
export const exportSize = ({ count, bytes }: Pick<AskedExport, 'count' | 'bytes'>): string =>
  bytes === null || count === null ? '' : `${counted(count, caseForms)}, ${showBytes(bytes)}`
