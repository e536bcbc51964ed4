import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showNumber } from '#shared/domain/wording.ts'

/** Progress of loading the demonstration. When complete, partial counts are refetched. */
export const DemoLoadingLine = ({ loaded, total }: { loaded: number; total: number }) => {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <p className="wrap">
      <b className="strong">
        Загружаются демонстрационные дела: {showNumber(loaded)} из {showNumber(total)}.
      </b>{' '}
      Списки и числа пока неполные.
    </p>
  )
}
