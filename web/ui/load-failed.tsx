import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './list-page.module.css'

type Props = { title: string; sentence: string; onRetry: () => unknown }
export const LoadFailed = ({ title, sentence, onRetry }: Props) => (
  <section className={styles.message} role="alert">
    <h2>{title}</h2>
    <p>{sentence}</p>
    <Button onClick={() => void onRetry()}>Повторить</Button>
  </section>
)

export const RetryAlert = ({ sentence, onRetry, busy = false }: Omit<Props, 'title'> & { busy?: boolean }) => (
  <Alert>
    <p>{sentence}</p>
    <Button look="link" disabled={busy} onClick={() => void onRetry()}>
      Повторить
    </Button>
  </Alert>
)
