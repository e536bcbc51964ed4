import { showToast } from './toasts.tsx'

const handCopy = 'Браузер не дал скопировать: выделите текст в поле.'
/** Copies text and says so; a browser may refuse: then `refused` says where else the text stands. */
export const copyText = async (text: string, done: string, refused = handCopy): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(refused, { bad: true })
  }
}
