import { showToast } from './toasts.tsx'

const selectIt = 'Браузер не дал скопировать: выделите текст в поле.'
export const copyText = async (
  text: string,
  { done, refused = selectIt }: { done: string; refused?: string },
): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(refused, { bad: true })
  }
}
