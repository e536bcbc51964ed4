import { sentenceOf } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

/** In place of a part of a card that has not come: it is on its way, or why it did not come. */
export const NotYet = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <Alert>
      <p>{sentenceOf(error)}</p>
      <Button onClick={onRetry}>Повторить</Button>
    </Alert>
  ) : (
    <p className="quiet">Загружается…</p>
  )
