import { counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import frame from '../ui/list-page.module.css'

type PastTheEndProps = {
  count: number
  /** The count is a lower bound: the last page is unknown. */
  isLeast?: boolean | undefined
  size: number
  onGo: (page: number) => void
}
export const PastTheEnd = ({ count, isLeast, size, onGo }: PastTheEndProps) => {
  const last = Math.ceil(count / size)
  return (
    <section className={frame.message}>
      <h2>Такой страницы нет</h2>
      {isLeast ? (
        <Button onClick={() => onGo(1)}>К началу списка</Button>
      ) : (
        <>
          <p>В списке {counted(last, ['страница', 'страницы', 'страниц'])}.</p>
          <Button onClick={() => onGo(last)}>На последнюю</Button>
        </>
      )}
    </section>
  )
}
