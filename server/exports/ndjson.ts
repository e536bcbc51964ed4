import type { CellValue } from '#shared/domain/export-columns.ts'

/** A line of JSON each row, by the names of the API: for programs. Lists are lists, numbers numbers, what is absent is null. */
export async function* ndjson(
  names: readonly string[],
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
): AsyncGenerator<string> {
  const keys = names.map((name, n) => `${n > 0 ? ',' : '{'}${JSON.stringify(name)}:`)
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      for (const [n, key] of keys.entries()) lines += key + JSON.stringify(row[n] ?? null)
      lines += '}\n'
    }
    yield lines
  }
}
