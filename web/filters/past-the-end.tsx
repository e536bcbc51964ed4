import { counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import styles from '../ui/list-page.module.css'

type Props = { count: number; size: number; onGo: (page: number) => void }
/** In the place of a page that the list no longer has. */
export const PastTheEnd = ({ count, size, onGo }: Props) => {
  const last = Math.ceil(count / size)
  return (
    <section className={styles.message}>
      <h2>Такой страницы нет</h2>
      <p>В списке {counted(last, ['страница', 'страницы', 'страниц'])}.</p>
      <Button onClick={() => onGo(last)}>На последнюю</Button>
    </section>
  )
}
