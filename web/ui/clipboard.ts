import { showToast } from './toasts.tsx'

const handCopy = 'Браузер не дал скопировать: выделите текст в поле.'
/** Copies text and confirms; if the browser refuses, `refused` tells where else the text is. */
export const copyText = async (text: string, done: string, refused = handCopy): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(refused, { bad: true })
  }
}
