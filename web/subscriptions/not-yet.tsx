import { sentenceOf } from '../api/client.ts'
import { RetryAlert } from '../ui/load-failed.tsx'

/** In place of a part of a card that has not come: it is on its way, or why it did not come. */
export const NotYet = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? <RetryAlert sentence={sentenceOf(error)} onRetry={onRetry} /> : <p className="quiet">Загружается…</p>
