#!/usr/bin/env node
// Runs the command line on the project's own Node 24, whatever Node the machine has.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const inPackage = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
const child = spawn(inPackage('node_modules/.bin/node'), [inPackage('server/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
child.on('error', () => {
  console.error('Не найден Node 24 в node_modules. Выполните «npm ci».')
  process.exit(1)
})
