import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Builds `built/` for `npm pack` and the container: the product as JavaScript, with its pages and directories. Node
 * strips types in a checkout, but refuses to in `node_modules`.
 */
const root = dirname(import.meta.dirname)
const built = join(root, 'built')
const run = (program: string, ...args: string[]): unknown =>
  execFileSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
/** The compiler rewrites imports, but not the address of a thread's script. */
const scriptOfThread = /(?<=new URL\('\.{1,2}\/[^']+)\.ts(?=', import\.meta\.url\))/g

rmSync(built, { recursive: true, force: true })
run(process.execPath, 'scripts/build-web.ts')
run('node_modules/.bin/tsc', '-p', 'scripts/package.tsconfig.json')
if (!existsSync(join(built, 'server/cli.js'))) throw new Error('The compiler has written no server')
for (const file of globSync('**/*.js', { cwd: built })) {
  const code = readFileSync(join(built, file), 'utf8')
  const rewritten = code.replaceAll(scriptOfThread, '.js')
  if (rewritten !== code) writeFileSync(join(built, file), rewritten)
}
for (const file of globSync('server/**/*.tsv', { cwd: root })) cpSync(join(root, file), join(built, file))
cpSync(join(root, 'dist'), join(built, 'dist'), { recursive: true })
const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const imports = { '#shared/*.ts': './shared/*.js' }
writeFileSync(
  join(built, 'package.json'),
  `${JSON.stringify({ name, version, private: true, type, imports }, null, 2)}\n`,
)
