import { caseForms, counted } from '#shared/domain/wording.ts'
import { progressOn } from '../db/backup/backup-command.ts'
import { writeCasesFile } from './cases-file.ts'

/** `sudmonitor backup --cases`: cases alone, for `import` elsewhere. */
export async function casesFileCommand(url: string, file: string, { signal }: { signal: AbortSignal }): Promise<void> {
  const shown = progressOn(process.stderr, 'Записано')
  const { cases, invented } = await writeCasesFile(url, file, { signal, onProgress: shown.show })
  shown.end()
  console.log(`Записано: ${counted(cases, caseForms)}, ${shown.took()}. Загрузить в другом месте: import ${file}`)
  if (invented > 0)
    console.log(
      `Среди них вымышленных (демонстрация): ${counted(invented, caseForms)}. Там они будут неотличимы от настоящих; убрать их здесь: demo --remove`,
    )
}
