#!/usr/bin/env node
// Runs the command line on the project's own Node 24, whatever Node the machine has. Plain JavaScript: old Nodes read it.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const inPackage = path => fileURLToPath(new URL(`../${path}`, import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 24) await import('../server/cli.ts')
else {
  const child = spawn(inPackage('node_modules/.bin/node'), [inPackage('server/cli.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  child.on('error', () => {
    console.error('В node_modules нет Node 24. Выполните «npm ci».')
    process.exit(1)
  })
}
