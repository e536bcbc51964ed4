import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** Builds one HTML file of web/verifier/ that loads nothing from the network: packages of evidence contain it. */
export async function buildVerifier(root: string, target: string): Promise<void> {
  const source = join(root, 'web/verifier')
  const answer = await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      chunkSizeWarningLimit: 1_000,
      lib: { entry: join(source, 'verifier.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  const [code, ...others] = [answer].flat().flatMap(one => ('output' in one ? one.output : []))
  if (code?.type !== 'chunk' || others.length > 0) throw new Error('страница проверки собралась не одним файлом')
  // A closing tag within the code would end the script.
  const script = code.code.replaceAll('</script', '<\\/script')
  const digest = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  const html = readFileSync(join(source, 'verifier.html'), 'utf8')
    .replace('<!-- policy -->', `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    // A function, because `$&` in a replacement string would be expanded.
    .replace('<!-- script -->', () => `<script>${script}</script>`)
  writeFileSync(target, html)
}
