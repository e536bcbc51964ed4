import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showNumber } from '#shared/domain/wording.ts'

/** How much of the demonstration is loaded. When the whole is there, what was counted of a part is asked for again. */
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
