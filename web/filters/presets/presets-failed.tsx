import { sentenceOf } from '../../api/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Presets did not come: why, and another try. */
export const PresetsFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <Alert>
    <p>{sentenceOf(error)}</p>
    <Button onClick={() => void onRetry()}>Повторить</Button>
  </Alert>
)
