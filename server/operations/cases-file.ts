import { caseForms, counted } from '#shared/domain/wording.ts'
import { progressOn } from '../db/backup/backup-command.ts'
import { writeCompressed } from '../db/backup/compressed-file.ts'
import { countLines, withSnapshot } from '../db/backup/snapshot-lines.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'

/** Cases in the format of `import` (docs/import.md): the latest record of each source with the text. Data of accounts are not included. */
type CasesFileOptions = { signal?: AbortSignal; atOnce?: number; onProgress?: (cases: number, all: number) => void }

/** Returns the numbers of all written cases and of invented ones. @throws Refusal when the file cannot be written */
export const writeCasesFile = (
  url: string,
  file: string,
  { signal, atOnce = 1_000, onProgress }: CasesFileOptions = {},
): Promise<{ cases: number; invented: number }> =>
  withSnapshot(url, async snapshot => {
    const [found] = await snapshot.rows<{ all: number; invented: number }>(
      `select count(*) as all, count(*) filter (where origin = 'demo') as invented from case_source`,
    )
    const { all, invented } = found ?? { all: 0, invented: 0 }
    let cases = 0
    const bytes = async function* (): AsyncGenerator<Buffer> {
      for (let after = 0; ; ) {
        const ids = (await snapshot.rows<{ case_id: number }>(nextCases(after, atOnce))).map(({ case_id }) => case_id)
        const last = ids.at(-1)
        if (last === undefined) return
        for await (const chunk of snapshot.lines(recordsOf(ids))) {
          yield chunk
          cases += countLines(chunk)
          onProgress?.(cases, all)
        }
        after = last
      }
    }
    await writeCompressed(file, bytes(), signal)
    return { cases, invented }
  })

const nextCases = (after: number, most: number): string =>
  `select distinct case_id from case_source where case_id > ${after} order by case_id limit ${most}`
const recordsOf = (ids: readonly number[]): string => {
  const these = `case_id = any('${arrayLiteral(ids)}'::integer[])`
  return `
    select case when body is null then record else record || jsonb_build_object('text', body) end::text
    from case_record left join (select case_id, body from case_text where ${these}) as texts using (case_id)
    where ${these} order by case_id`
}

/** `sudmonitor backup --cases`: only cases, for `import` elsewhere. */
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
