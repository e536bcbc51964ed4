import { sentenceOf } from '../api/client.ts'
import { RetryAlert } from '../ui/load-failed.tsx'

export const NotYet = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? <RetryAlert sentence={sentenceOf(error)} onRetry={onRetry} /> : <p className="quiet">Загружается…</p>
