import { showToast } from '../ui/toasts.tsx'

/** Puts a text on the clipboard, and says whether the browser let it. */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast('Браузер не дал скопировать: выделите текст в поле.', { bad: true })
  }
}
