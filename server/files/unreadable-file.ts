/** Why a file has no readable text. `detail` is for developers, the sentence for the user. */
// biome-ignore format: a name a line would be longer than its sentences
export const fileErrors = ['too_large', 'unsupported', 'broken', 'no_words', 'encrypted', 'unreadable_letters', 'partly_scanned'] as const
type FileError = (typeof fileErrors)[number]

export class UnreadableFile extends Error {
  readonly why: FileError
  constructor(why: FileError, detail: string) {
    super(detail)
    this.why = why
  }
}

const sentences: Readonly<Record<FileError, (detail: string) => string>> = {
  too_large: () => 'Файл слишком велик для решения суда.',
  unsupported: () => 'Формат файла не читается: нужен DOC, DOCX, RTF, PDF, HTML или текст.',
  broken: () => 'Файл повреждён или обрывается.',
  no_words: () => 'В файле нет текста: это изображение (скан) или пустой документ.',
  encrypted: () => 'Файл защищён паролем.',
  unreadable_letters: () => 'Текст в файле не читается: шрифты PDF не говорят, какие это буквы.',
  partly_scanned: pages =>
    `Часть файла — изображения (скан) без текста, страницы: ${pages}. Прочитать решение целиком нельзя.`,
}
export const whyUnreadable = ({ error, detail }: { error: FileError; detail: string }): string =>
  sentences[error](detail)
