import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { caseCountQueryOptions } from '../api/cases.ts'
import { Button, ButtonCount } from '../ui/button.tsx'
import styles from './filter-panel.module.css'

const countDebounce = 400

type Props = {
  query: WireRecord
  countOf: (query: WireRecord) => ReturnType<typeof caseCountQueryOptions>
  forms: Parameters<typeof counted>[1]
  onApply: () => void
  onClear: () => void
  onClose: () => void
}
export const FilterActs = ({ query, countOf, forms, onApply, onClear, onClose }: Props) => {
  const [asked] = useDebouncedValue(JSON.stringify(query), countDebounce)
  const { data: count } = useQuery({ ...countOf(JSON.parse(asked)), placeholderData: keepPreviousData })
  return (
    <>
      <Button look="main" className={styles.apply} onClick={onApply}>
        Фильтровать
        {typeof count === 'number' && <ButtonCount>{counted(count, forms)}</ButtonCount>}
      </Button>
      <Button onClick={onClear}>Сбросить</Button>
      <Button onClick={onClose}>Закрыть</Button>
    </>
  )
}
