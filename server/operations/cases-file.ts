import { writePacked } from '../db/backup/packed-file.ts'
import { countLines, withSnapshot } from '../db/backup/snapshot-lines.ts'

/**
 * Cases alone, in the form that `import` reads (docs/import.md): each as its source last told it, with the text of its
 * decision. Read in elsewhere they are the same cases under the same keys; what people added to them stays behind.
 */
export type CasesFileOptions = { signal?: AbortSignal; onProgress?: (cases: number, all: number) => void }

/** Answers how many cases there are in the file, and how many of them are invented. @throws Refusal when it cannot be written */
export const writeCasesFile = (
  url: string,
  file: string,
  { signal, onProgress }: CasesFileOptions = {},
): Promise<{ cases: number; invented: number }> =>
  withSnapshot(url, async snapshot => {
    const [found] = await snapshot.rows<{ all: number; invented: number }>(
      `select count(*) as all, count(*) filter (where origin = 'demo') as invented from case_source`,
    )
    const { all, invented } = found ?? { all: 0, invented: 0 }
    let cases = 0
    const bytes = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of snapshot.lines(records)) {
        yield chunk
        cases += countLines(chunk)
        onProgress?.(cases, all)
      }
    }
    await writePacked(file, bytes(), signal)
    return { cases, invented }
  })

const records = `
  select case when body is null then record else record || jsonb_build_object('text', body) end::text
  from case_source left join case_text using (case_id) order by case_id`
