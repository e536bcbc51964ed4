#!/usr/bin/env node
// Runs the command line on the project's own Node 24, whatever Node the machine has. Plain JavaScript: old Nodes read it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const inPackage = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** A checkout runs its sources, an installed package what was built from them. */
const commandLine = existsSync(inPackage('server/cli.ts')) ? 'server/cli.ts' : 'built/server/cli.js'
/** The package `node` lies beside ours or within it, as npm likes. */
function ownNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  } catch {
    return inPackage('node_modules/.bin/node')
  }
}

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
  await import(`../${commandLine}`)
} else {
  const child = spawn(ownNode(), [inPackage(commandLine), ...process.argv.slice(2)], { stdio: 'inherit' })
  pass = signal => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  child.on('error', () => {
    console.error('В node_modules нет Node 24. Выполните «npm ci».')
    process.exit(1)
  })
}
