#!/usr/bin/env node
// Runs the command line on the project's own Node 24, whatever Node the machine has. Plain JavaScript: old Nodes read it.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const inPackage = path => fileURLToPath(new URL(`../${path}`, import.meta.url))

let pass = signal => process.kill(process.pid, signal)

// `npx` passes a signal to the shell between us and itself, which ends without passing it on: its end is our signal.
if (process.env.npm_command === 'exec') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 200)
  watch.unref()
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // What is loaded is compiled once a version, not at every start. Not in the folder for everybody's temporary files.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(inPackage('node_modules/.cache/compiled'))
  await import('../server/cli.ts')
} else {
  const child = spawn(inPackage('node_modules/.bin/node'), [inPackage('server/cli.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  pass = signal => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  child.on('error', () => {
    console.error('В node_modules нет Node 24. Выполните «npm ci».')
    process.exit(1)
  })
}
