import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import frame from '../ui/list-page.module.css'

/** Replaces an empty list while the demonstration is loading: the result is not final, and is polled. */
export const StillLoading = ({ loaded }: { loaded: number }) => {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each portion may hold what is looked for
  useEffect(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'release' })
  }, [client, loaded])
  return (
    <section className={frame.message}>
      <h2>Пока ничего не найдено</h2>
      <p>Дела ещё загружаются. Подходящие появятся здесь сами.</p>
    </section>
  )
}
